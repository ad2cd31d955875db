// The links between classes and clusters, the nearest first, with those that are cut (thesis figures 6.1 and 7.13).
import { Figure } from "../chart/figure";
import { Plot } from "../chart/plot";
import { svg } from "../chart/svg";
import { shortNumber } from "../frame/numbers";
import type { Learned } from "./data";

export const mostNames = 150; // more classes are drawn without names
const row = 15;
const highest = 1400; // of a picture without names

interface Spot {
  distance: number;
  y: number; // in classes from the top
}

// Where every cluster is: the classes at distance 0, a link halfway between what it links.
export function spotsOf({ classes, links, order }: Learned): Spot[] {
  const spots: Spot[] = classes.map(() => ({ distance: 0, y: 0 }));
  order.forEach((c, place) => (spots[c]!.y = place + 0.5));
  for (const [a, b, distance] of links) spots.push({ distance, y: (spots[a]!.y + spots[b]!.y) / 2 });
  return spots;
}

export function namesFor(classes: string[], order: number[], width: number): string[] {
  const most = Math.max(4, Math.floor((0.32 * width) / 6.8));
  const letters = order.map((c) => Array.from(classes[c]!));
  const [head, tail] = [Math.ceil((most - 1) / 2), Math.floor((most - 1) / 2)];
  return letters.map((all) => (all.length > most ? `${all.slice(0, head).join("")}\u2026${all.slice(all.length - tail).join("")}` : all.join("")));
}

function draw(learned: Learned, width: number): SVGSVGElement {
  const { classes, links, order } = learned;
  const n = classes.length;
  const named = n <= mostNames;
  const names = named ? namesFor(classes, order, width) : [];
  const spots = spotsOf(learned);
  const most = Math.max(...links.map(([, , distance]) => distance), 1e-300);
  const plot = new Plot({
    width,
    height: (named ? n * row : Math.min(n * row, highest)) + 70,
    name: `Dendrogram of ${n} classes`,
    x: { domain: [0, 1.03 * most], label: "distance" },
    y: { domain: [n, 0], label: "", bare: true, ticks: named ? order.map((_, i) => i + 0.5) : [], text: (at) => names[at - 0.5]! },
  });
  const path = (t: number) => {
    const [a, b] = links[t]!;
    const [from, to, own] = [spots[a]!, spots[b]!, spots[n + t]!];
    const at = (spot: Spot) => `${plot.x(spot.distance).toFixed(1)} ${plot.y(spot.y).toFixed(1)}`;
    return `M${at(from)}H${plot.x(own.distance).toFixed(1)}V${plot.y(to.y).toFixed(1)}H${plot.x(to.distance).toFixed(1)}`;
  };
  plot.marks.append(...linkPaths(learned, path, named), crosses(learned, plot, spots));
  return plot.root;
}

// What decided where links are cut, by link.
function decidedBy({ alignment, cuts }: Learned): { criterion: string; values: number[] } {
  if (alignment) return { criterion: "alignment", values: alignment };
  return { criterion: "inconsistency", values: cuts[0]?.inconsistency ?? [] };
}

// One element for each link where few are drawn, so that the pointer can ask; else one for all of a kind.
function linkPaths(learned: Learned, path: (t: number) => string, single: boolean): SVGPathElement[] {
  const { links, cuts } = learned;
  const { criterion, values } = decidedBy(learned);
  const isCut = (t: number) => cuts[0]?.cut[t] ?? false;
  const element = (d: string, cut: boolean) => svg("path", { class: `link${cut ? " cut" : ""}`, d });
  const all = links.map((_, t) => t);
  if (!single) return [false, true].map((cut) => element(all.filter((t) => isCut(t) === cut).map(path).join(""), cut));
  return all.map((t) => {
    const made = element(path(t), isCut(t));
    made.append(svg("title", {}, `distance ${shortNumber(links[t]![2])}, ${criterion} ${shortNumber(values[t] ?? 0)}`));
    return made;
  });
}

// Large ones where the coefficient of the link itself is above the threshold.
function crosses({ classes, links, cuts }: Learned, plot: Plot, spots: Spot[]): SVGPathElement {
  const size = classes.length <= mostNames ? 1 : 0.5;
  const parts = links.map((_, t) => {
    const cut = cuts[0];
    if (!cut?.cut[t]) return "";
    const { distance, y } = spots[classes.length + t]!;
    const r = (cut.inconsistency[t]! > cut.threshold ? 5.5 : 3) * size;
    const [x, at] = [plot.x(distance), plot.y(y)];
    return `M${x - r} ${at - r}l${2 * r} ${2 * r}M${x - r} ${at + r}l${2 * r} ${-2 * r}`;
  });
  return svg("path", { class: "cross", d: parts.join("") });
}

export function dendrogram(learned: Learned): Figure {
  const { classes, links, cuts } = learned;
  const { criterion, values } = decidedBy(learned);
  const name = (cluster: number) => (cluster < classes.length ? classes[cluster]! : `link ${cluster - classes.length + 1}`);
  return new Figure({
    id: "dendrogram-figure",
    name: "Dendrogram",
    caption: learned.alignment
      ? "Those two groups are linked whose merging aligns all groups best with the kernel of the examples; a link stands at 1 - cos between " +
        "the centred sums of what it links. Links that lower the largest alignment are cut: they are dashed and crossed."
      : "The nearest clusters are linked first; a link stands at its distance. Links that are cut are dashed and crossed, with a large cross " +
        "where the inconsistency coefficient is above the threshold and a small one where a link below is cut.",
    draw: (width) => draw(learned, width),
    table: () => ({
      head: ["link", "a", "b", "distance", criterion, "cut"],
      rows: links.map(([a, b, distance], t) => [t + 1, name(a), name(b), distance, values[t], cuts[0]?.cut[t] ? "yes" : "no"]),
    }),
  });
}
