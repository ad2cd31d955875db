// Bars beside each other for every category, one per series. A logarithmic scale has no zero for bars to stand on: points there.
import type { Table } from "../frame/files";
import { shortNumber } from "../frame/numbers";
import { legend, type Series } from "./legend";
import { colorClass, marker } from "./palette";
import { Plot } from "./plot";
import { svg } from "./svg";

export interface Bars extends Series {
  values: number[]; // by category
}

export interface BarParts {
  name: string;
  categories: string[];
  bars: Bars[];
  x: string;
  y: string;
  log?: boolean;
  height?: number;
}

function domainOf(bars: Bars[], log: boolean | undefined): [number, number] {
  const values = bars.flatMap((bar) => bar.values);
  if (!log) {
    const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
    return low === high ? [0, 1] : [low * 1.05, high * 1.05];
  }
  const positive = values.filter((value) => value > 0);
  return positive.length === 0 ? [0.1, 1] : [Math.min(...positive) / 2, Math.max(...positive) * 1.3];
}

export function drawBars(width: number, { name, categories, bars, x, y, log, height }: BarParts): SVGSVGElement {
  const key = legend("bar", bars, width);
  const domain = domainOf(bars, log);
  const values = bars.flatMap((bar) => bar.values);
  const plot = new Plot({
    width,
    height,
    name,
    top: key.height,
    x: { domain: [-0.5, categories.length - 0.5], label: x, ticks: categories.map((_, i) => i), text: (i) => categories[i]! },
    y: { domain, label: y, log, whole: values.every(Number.isInteger) },
  });
  plot.root.append(key.element);
  const step = plot.x(1) - plot.x(0);
  const wide = Math.min((0.8 * step) / bars.length, 60);
  const base = plot.y(log ? domain[0] : 0);
  bars.forEach(({ name: series, series: color, values: own }, k) => {
    own.forEach((value, i) => {
      if (log && value <= 0) return;
      const end = plot.y(value);
      const at = { x: plot.x(i) + (k - bars.length / 2) * wide, y: Math.min(base, end), width: Math.max(wide - 1, 0.5), height: Math.abs(end - base) };
      const rect = log ? marker(color, at.x + at.width / 2, end) : svg("rect", { class: `mark ${colorClass(color)}`, ...at });
      rect.append(svg("title", {}, `${series}, ${categories[i]}: ${shortNumber(value)}`));
      plot.marks.append(rect);
    });
  });
  if (!log && domain[0] < 0) plot.root.append(svg("line", { class: "base", x1: plot.left, x2: plot.right, y1: base, y2: base }));
  return plot.root;
}

export function barTable(categories: string[], bars: Bars[], x: string, y: string): Table {
  const rows = bars.flatMap(({ name, values }) => values.map((value, i) => [name, categories[i], value]));
  return { head: ["method", x, y], rows };
}
