// How far guesses are from the truth, by method, and against one of them (thesis figure 7.4, Hieron figure 2).
import { barTable, drawBars, type Bars } from "../chart/bars";
import { Figure } from "../chart/figure";
import { choice } from "../frame/choice";
import { shortNumber } from "../frame/numbers";
import type { Counts } from "./data";
import type { Report, Section } from "./report";

const mostCategories = 24; // more different losses are put together in ranges
const ranges = 16;

export interface Histogram {
  categories: string[];
  bars: Bars[];
}

const numbersOf = (counts: Counts): [number, number][] => Object.entries(counts).map(([key, count]) => [Number(key), count]);

// The counts of all series by the same categories.
export function histogramOf(series: { name: string; series: number; counts: Counts }[]): Histogram {
  const losses = [...new Set(series.flatMap(({ counts }) => Object.keys(counts).map(Number)))].sort((a, b) => a - b);
  const exact = losses.length <= mostCategories;
  const whole = losses.every(Number.isInteger);
  const span = exact ? 0 : losses[losses.length - 1]! - losses[0]!;
  const width = whole ? Math.ceil((span + 1) / ranges) : span / ranges;
  const place = (loss: number) => (exact ? losses.indexOf(loss) : Math.min(Math.floor((loss - losses[0]!) / width), ranges - 1));
  const from = (i: number) => losses[0]! + i * width;
  const range = (i: number) => `${shortNumber(from(i))}\u2013${shortNumber(from(i + 1) - (whole ? 1 : 0))}`;
  const categories = exact ? losses.map(shortNumber) : Array.from({ length: whole ? Math.ceil((span + 1) / width) : ranges }, (_, i) => range(i));
  const bars = series.map(({ name, series: color, counts }) => {
    const values: number[] = categories.map(() => 0);
    for (const [loss, count] of numbersOf(counts)) values[place(loss)]! += count;
    return { name, series: color, values };
  });
  return { categories, bars };
}

// Small counts cannot be seen beside very large ones on a linear scale.
function wantsLog({ bars }: Histogram): boolean {
  const positive = bars.flatMap(({ values }) => values).filter((value) => value > 0);
  return positive.length > 0 && Math.max(...positive) > 50 * Math.min(...positive);
}

function counts(histogram: Histogram): Figure {
  let log = wantsLog(histogram);
  const { categories, bars } = histogram;
  const scale = choice<string>("Scale", [["log", "logarithmic"], ["linear", "linear"]], log ? "log" : "linear", (value) => {
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
  const histogram = histogramOf(series);
  const figures = [counts(histogram), ...(series.length > 1 ? [differences(report, histogram)] : [])];
  return { id: "losses", title: "How far errors go", content: figures.map((figure) => figure.element) };
}
