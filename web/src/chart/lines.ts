// Lines over a number, one per series, with points and bands where there are deviations.
import type { Table } from "../frame/files";
import { legend, type Series } from "./legend";
import { colorClass, dash, marker } from "./palette";
import { Plot, type Axis } from "./plot";
import { svg } from "./svg";

export interface Point {
  x: number;
  y: number;
  spread?: number; // of y, to both sides
  note?: string; // what else the pointer is told
}

export interface Line extends Series {
  points: Point[];
}

export interface LineParts {
  name: string;
  x: Omit<Axis, "domain"> & { domain?: [number, number] };
  y: Omit<Axis, "domain"> & { domain?: [number, number]; within?: [number, number] }; // within: values that there can be
  lines: Line[];
  height?: number;
  diagonal?: boolean; // from corner to corner, for comparison
}

const mostMarkers = 60; // points of a line beyond that have none

function extent(values: number[], log: boolean | undefined, wide: boolean): [number, number] {
  const used = values.filter((value) => Number.isFinite(value) && (!log || value > 0));
  if (used.length === 0) return log ? [0.1, 1] : [0, 1];
  const low = Math.min(...used);
  const high = Math.max(...used);
  if (log) return wide ? [low / 1.2, high * 1.2] : [low, low === high ? high * 1.1 : high];
  const room = high > low ? (wide ? 0.06 * (high - low) : 0) : 0.05 * Math.abs(high) || 0.5;
  return [low - room, high + room];
}

// A little room around the values, but no ticks where no value can be.
function within([low, high]: [number, number], [least, most]: [number, number] = [-Infinity, Infinity]): [number, number] {
  return [Math.max(low, least), Math.min(high, most)];
}

export function drawable(points: Point[], x: Pick<Axis, "log">, y: Pick<Axis, "log">): Point[] {
  return points.filter((point) => Number.isFinite(point.x) && Number.isFinite(point.y) && (!x.log || point.x > 0) && (!y.log || point.y > 0));
}

export function drawLines(width: number, { name, x, y, lines, height, diagonal }: LineParts): SVGSVGElement {
  const points = lines.flatMap((line) => line.points);
  const ys = points.flatMap(({ y: at, spread = 0 }) => [at - spread, at + spread]);
  const key = legend("line", lines, width);
  const plot = new Plot({
    width,
    height,
    name,
    top: key.height,
    x: { ...x, domain: x.domain ?? extent(points.map((point) => point.x), x.log, false) },
    y: { ...y, domain: y.domain ?? within(extent(ys, y.log, true), y.within) },
  });
  plot.root.append(key.element);
  if (diagonal) plot.marks.append(svg("path", { class: "diagonal", d: `M${plot.x(0)} ${plot.y(0)}L${plot.x(1)} ${plot.y(1)}` }));
  for (const line of lines) drawLine(plot, { ...line, points: drawable(line.points, x, y) });
  return plot.root;
}

function drawLine(plot: Plot, { series, points, name }: Line) {
  if (points.length === 0) return;
  const at = ({ x, y }: Point) => `${plot.x(x).toFixed(1)} ${plot.y(y).toFixed(1)}`;
  if (points.some(({ spread }) => spread)) {
    const upper = points.map((point) => at({ x: point.x, y: point.y + (point.spread ?? 0) }));
    const lower = points.map((point) => at({ x: point.x, y: point.y - (point.spread ?? 0) })).reverse();
    plot.marks.append(svg("path", { class: `band ${colorClass(series)}`, d: `M${[...upper, ...lower].join("L")}Z` }));
  }
  const path = svg("path", { class: `line ${colorClass(series)}`, d: `M${points.map(at).join("L")}`, "stroke-dasharray": dash(series) });
  plot.marks.append(path);
  if (points.length > mostMarkers) {
    path.classList.add("whole");
    return;
  }
  for (const point of points) {
    const made = marker(series, plot.x(point.x), plot.y(point.y));
    made.append(svg("title", {}, `${name}: ${Number(point.x.toPrecision(4))}, ${Number(point.y.toPrecision(4))}${point.note ? `; ${point.note}` : ""}`));
    plot.marks.append(made);
  }
}

export function lineTable(lines: Line[], x: string, y: string): Table {
  const spread = lines.some(({ points }) => points.some((point) => point.spread !== undefined));
  const rows = lines.flatMap(({ name, points }) => points.map((point) => [name, point.x, point.y, ...(spread ? [point.spread] : [])]));
  return { head: ["method", x, y, ...(spread ? ["std"] : [])], rows };
}
