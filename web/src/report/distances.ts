// The distances between classes as a square of cells, in the order of the dendrogram.
import { Figure } from "../chart/figure";
import { letter, Plot } from "../chart/plot";
import { svg } from "../chart/svg";
import { element } from "../frame/dom";
import { shortNumber } from "../frame/numbers";
import type { Learned } from "./data";
import { namesFor } from "./dendrogram";

const shades = 24;
const largest = 680;

// What the cells of a row stand for: a class, or several.
function rangeName({ classes, order, cells }: Learned, cell: number): string {
  const from = Math.floor((cell * order.length) / cells.side);
  const to = Math.floor(((cell + 1) * order.length) / cells.side) - 1;
  const first = classes[order[from]!]!;
  return from === to ? first : `${first} \u2026 ${classes[order[to]!]!}`;
}

// A few far classes would leave no difference between the others.
function farthest(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(0.97 * (sorted.length - 1))]! || Math.max(sorted[sorted.length - 1]!, 1e-300);
}

// One path for all cells of a shade: the nearer, the stronger.
function paths(learned: Learned, plot: Plot): SVGPathElement[] {
  const { side, values } = learned.cells;
  const most = farthest(values);
  const parts: string[][] = Array.from({ length: shades + 1 }, () => []);
  const size = plot.x(1) - plot.x(0);
  values.forEach((value, i) => {
    const [x, y] = [plot.x(i % side), plot.y(Math.floor(i / side))];
    parts[Math.round(Math.max(1 - value / most, 0) * shades)]!.push(`M${x.toFixed(2)} ${y.toFixed(2)}h${size.toFixed(2)}v${size.toFixed(2)}h${(-size).toFixed(2)}Z`);
  });
  return parts.flatMap((cells, k) => (cells.length > 0 ? [svg("path", { class: "cells", d: cells.join(""), "fill-opacity": (k / shades).toFixed(3) })] : []));
}

function draw(learned: Learned, width: number, reading: HTMLElement): SVGSVGElement {
  const { side, values } = learned.cells;
  const named = side === learned.classes.length;
  const names = named ? namesFor(learned.classes, learned.order, width) : [];
  const margin = 26 + letter * Math.max(2, ...names.map(({ length }) => length));
  const square = Math.min(width - margin, largest, named ? Math.max(26 * side, 160) : largest);
  const plot = new Plot({
    width: square + margin,
    height: square + 70,
    name: `Distances between ${learned.classes.length} classes`,
    x: { domain: [0, side], label: "", ticks: [] },
    y: { domain: [side, 0], label: "", bare: true, ticks: square / side < 9 ? [] : names.map((_, i) => i + 0.5), text: (at) => names[at - 0.5]! },
  });
  plot.marks.append(...paths(learned, plot));
  const read = (event: PointerEvent) => {
    const box = plot.root.getBoundingClientRect();
    const scale = (square + margin) / box.width;
    const place = (at: number, zero: number) => Math.floor(((at * scale - zero) / (plot.right - plot.left)) * side);
    const [column, line] = [place(event.clientX - box.left, plot.left), place(event.clientY - box.top, plot.top)];
    if (column < 0 || line < 0 || column >= side || line >= side) return;
    reading.textContent = `${rangeName(learned, line)} and ${rangeName(learned, column)}: ${shortNumber(values[line * side + column]!)}`;
  };
  plot.root.addEventListener("pointermove", read);
  plot.root.addEventListener("pointerdown", read);
  return plot.root;
}

// What the shades mean.
function scale(values: number[]): HTMLElement {
  const [steps, wide] = [12, 18];
  const picture = svg("svg", { width: steps * wide, height: 14, "aria-hidden": "true" });
  for (let i = 0; i < steps; ++i) picture.append(svg("rect", { class: "swatch", x: i * wide, width: wide, height: 14, "fill-opacity": (1 - i / (steps - 1)).toFixed(3) }));
  const [far, most] = [farthest(values), Math.max(...values)];
  return element("p", { className: "shades" }, "Distance: 0 ", picture, ` ${shortNumber(far)}${most > far ? ` and more (up to ${shortNumber(most)})` : ""}`);
}

export function distances(learned: Learned): Node[] {
  const { side, values } = learned.cells;
  const reading = element("p", { className: "notes", dir: "auto" }, "The pointer or a finger on a cell shows its distance.");
  const grouped = side < learned.classes.length ? " A cell is the mean over some neighbours." : "";
  const figure = new Figure({
    id: "distances-figure",
    name: "Distances between classes",
    caption: `The stronger, the nearer. Rows and columns are in the order of the dendrogram.${grouped}`,
    draw: (width) => draw(learned, width, reading),
    table: () => ({
      head: ["row", "column", "distance"],
      rows: values.map((value, i) => [rangeName(learned, Math.floor(i / side)), rangeName(learned, i % side), value]),
    }),
  });
  return [reading, scale(values), figure.element];
}
