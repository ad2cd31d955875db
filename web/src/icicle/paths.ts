// Paths from the root, as lists of places and as text.
import type { Place, TaxonomyTree } from "./tree";

const longest = 12; // names; of a deeper path the middle is left out

export function pathOf(place: Place): Place[] {
  const path: Place[] = [];
  for (let at: Place | null = place; at; at = at.parent) path.push(at);
  return path.reverse();
}

// With undefined in the place of a middle that is left out.
export function shortened<T>(path: T[]): (T | undefined)[] {
  if (path.length <= longest) return path;
  return [...path.slice(0, 3), undefined, ...path.slice(4 - longest)];
}

// What each name of a path adds to it: one that repeats the path above it (A, A/01) is shown without that (A, 01).
export function partsOfNames(names: string[]): string[] {
  const separators = ["/", " > "];
  const above = separators.map(() => "");
  return names.map((name) => {
    const repeated = above.find((path) => path && name.length > path.length && name.startsWith(path)) ?? "";
    const part = name.slice(repeated.length);
    separators.forEach((separator, k) => (above[k] += part + separator));
    return part;
  });
}

// The places of a path with their parts. The root is no part of paths in names.
export function partsOf(tree: TaxonomyTree, place: Place): { place: Place; part: string }[] {
  const [root, ...below] = pathOf(place);
  const parts = partsOfNames(below.map((at) => tree.name(at.data.node)));
  return [{ place: root!, part: tree.name(root!.data.node) }, ...below.map((at, i) => ({ place: at, part: parts[i]! }))];
}

// Each name isolated (U+2068, U+2069), so that directions of writing do not mix.
export function pathText(tree: TaxonomyTree, place: Place | null): string {
  if (!place) return "";
  const names = shortened(partsOf(tree, place)).map((at) => (at ? `\u2068${at.part}\u2069` : "…"));
  return names.join(" › ");
}
