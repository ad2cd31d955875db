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

// Each name isolated (U+2068, U+2069), so that directions of writing do not mix.
export function pathText(tree: TaxonomyTree, place: Place | null): string {
  if (!place) return "";
  const names = shortened(pathOf(place)).map((at) => (at ? `\u2068${tree.name(at.data.node)}\u2069` : "…"));
  return names.join(" › ");
}
