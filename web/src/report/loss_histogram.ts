// How far guesses are from the truth, by method, and against one of them (thesis figure 7.4, Hieron figure 2).
import { barTable, drawBars, type Bars } from "../chart/bars";
import { Figure } from "../chart/figure";
import { choice } from "../frame/choice";
import { shortNumber } from "../frame/numbers";
import type { Counts } from "./data";
import type { Report, Section } from "./report";

const mostCategories = 24; // more different losses are put together in ranges

export interface Histogram {
  categories: string[];
  bars: Bars[];
}

interface Series {
  name: string;
  series: number;
  counts: Counts;
}

const numbersOf = (counts: Counts): [number, number][] => Object.entries(counts).map(([key, count]) => [Number(key), count]);

// The values that occur, ascending.
const valuesOf = (series: Series[]): number[] => [...new Set(series.flatMap(({ counts }) => Object.keys(counts).map(Number)))].sort((a, b) => a - b);

// Ranges that end at these values: each holds what is above the end before it.
function inRanges(series: Series[], ends: number[], name: (from: number, to: number) => string): Histogram {
  const categories = ends.map((end, i) => (i === 0 ? shortNumber(end) : name(ends[i - 1]!, end)));
  const place = (value: number) => ends.findIndex((end) => value <= end + 1e-9 * Math.abs(end));
  const bars = series.map(({ name: of, series: color, counts }) => {
    const values: number[] = categories.map(() => 0);
    for (const [value, count] of numbersOf(counts)) values[place(value)]! += count;
    return { name: of, series: color, values };
  });
  return { categories, bars };
}

// The step that all values are multiples of, or nothing.
function stepOf(values: number[]): number | undefined {
  const step = Math.min(...values.slice(1).map((value, i) => value - values[i]!));
  return values.every((value) => Math.abs(value / step - Math.round(value / step)) < 1e-6) ? step : undefined;
}

// Every loss for itself, or ranges of equally many steps: ranges that hold now one loss and now two would draw a
// saw-tooth. 0 is right, and stays alone.
export function lossHistogramOf(series: Series[]): Histogram {
  const losses = valuesOf(series);
  if (losses.length <= mostCategories) return inRanges(series, losses, (_, to) => shortNumber(to));
  const largest = losses[losses.length - 1]!;
  const step = stepOf(losses);
  const width = step === undefined ? largest / 16 : step * Math.ceil(largest / step / 16);
  const ends = [0, ...Array.from({ length: Math.ceil(largest / width - 1e-9) }, (_, i) => (i + 1) * width)];
  const single = step !== undefined && Math.abs(width - step) < 1e-9;
  return inRanges(series, ends, (from, to) => (single ? shortNumber(to) : step === undefined ? `\u2264 ${shortNumber(to)}` : `${shortNumber(from + step)}\u2013${shortNumber(to)}`));
}

// Whole numbers: the small ones for themselves, then ranges that grow. 0 is there even where nothing has it.
export function sizeHistogramOf(series: Series[]): Histogram {
  const largest = Math.max(...valuesOf(series));
  const ends = [0];
  if (largest <= mostCategories) for (let size = 1; size <= largest; ++size) ends.push(size);
  else for (const end of [1, 2, 3, 4, 5, 9, 19, 49, 99, 199, 499, 999, 9999, Infinity]) if (ends[ends.length - 1]! < largest) ends.push(Math.min(end, Math.max(largest, 9)));
  return inRanges(series, ends, (from, to) => (to - from === 1 ? shortNumber(to) : `${shortNumber(from + 1)}\u2013${shortNumber(to)}`));
}

function counts(histogram: Histogram): Figure {
  let log = false;
  const { categories, bars } = histogram;
  const scale = choice<string>("Scale", [["linear", "linear"], ["log", "logarithmic, as points"]], "linear", (value) => {
    log = value === "log";
    figure.redraw();
  });
  const figure = new Figure({
    id: "loss-histogram",
    name: "Documents by taxonomy loss",
    caption: "How many documents have which loss; 0 is right, and the larger the loss, the farther the guess is from the truth in the tree.",
    controls: [scale],
    draw: (width) => drawBars(width, { name: "Documents by taxonomy loss and method", categories, bars, x: "taxonomy loss", y: "documents", log }),
    table: () => barTable(categories, bars, "taxonomy_loss", "documents"),
  });
  return figure;
}

function differences(report: Report, { categories, bars }: Histogram): Figure {
  const flat = bars.find(({ series }) => report.methods[series]!.flat) ?? bars[0]!;
  let base = flat.series;
  const shown = (): Bars[] => {
    const than = bars.find(({ series }) => series === base)!;
    const others = bars.filter((bar) => bar !== than);
    return others.map((bar) => ({ ...bar, values: bar.values.map((value, i) => value - than.values[i]!) }));
  };
  const options = bars.map(({ name, series }): [string, string] => [String(series), name]);
  const select = choice("Against", options, String(base), (value) => {
    base = Number(value);
    figure.redraw();
  });
  const y = "documents more or less";
  const figure = new Figure({
    id: "loss-differences",
    name: "Documents by taxonomy loss, against one method",
    caption: "Bars above the line: more documents with that loss than the method that is compared against. Good are bars up at 0 and down at large losses.",
    controls: [select],
    draw: (width) => drawBars(width, { name: `Documents by taxonomy loss, difference to ${report.names[base]}`, categories, bars: shown(), x: "taxonomy loss", y, height: 240 }),
    table: () => barTable(categories, shown(), "taxonomy_loss", `documents_less_${report.names[base]}`),
  });
  return figure;
}

export function lossHistogram(report: Report): Section | undefined {
  const series = report.methods.flatMap(({ loss_histogram }, i) => (loss_histogram ? [{ name: report.names[i]!, series: i, counts: loss_histogram }] : []));
  if (series.length === 0) return undefined;
  const histogram = lossHistogramOf(series);
  const figures = [counts(histogram), ...(series.length > 1 ? [differences(report, histogram)] : [])];
  return { id: "losses", title: "How far errors go", content: figures.map((figure) => figure.element) };
}
