// Methods by metrics: the best value of each, and what differs from the first method beyond chance.
import { check } from "../frame/choice";
import { button, element, nameElement } from "../frame/dom";
import { csv, save, textFile, type Table } from "../frame/files";
import { alignedNumber, pText, signed } from "../frame/numbers";
import { SortedTable, type Column } from "../frame/table";
import { significant } from "./outcome";
import { metricElement } from "./metric_name";
import { lowerIsBetter, metricsOf, type KnownMethod, type Report, type Section } from "./report";

type Row = { method: KnownMethod; name: string };

function bestOf(report: Report, metric: string): number {
  const means = report.methods.map(({ metrics }) => metrics[metric]?.mean).filter((mean) => mean !== undefined);
  return lowerIsBetter(report, metric) ? Math.min(...means) : Math.max(...means);
}

// The mark for eyes, and words for screen readers and the pointer.
function mark(report: Report, metric: string, method: KnownMethod): Node[] {
  const test = method.against_first?.[metric];
  if (test?.p === undefined) return [];
  const better = test.difference > 0 !== lowerIsBetter(report, metric);
  const differs = test.p < significant && test.difference !== 0;
  const words = `${differs ? (better ? "better" : "worse") : "no clear difference"}: ${signed(test.difference)} against ${report.names[0]}, ${pText(test.p)}`;
  const sign = differs ? (better ? "\u25b2" : "\u25bc") : "";
  return [
    element("span", { className: `sign ${better ? "up" : "down"}`, title: words, attributes: { "aria-hidden": "true" } }, sign),
    element("span", { className: "unseen" }, ` (${words})`),
  ];
}

function valueCell(report: Report, metric: string, best: number, { method }: Row): Node {
  const measured = method.metrics[metric];
  if (!measured) return element("span", {}, "\u2013");
  const isBest = report.methods.length > 1 && measured.mean === best;
  const value = element(isBest ? "strong" : "span", { className: isBest ? "best" : "" }, alignedNumber(measured.mean));
  const cell = element("span", { className: "value" }, value);
  if (isBest) cell.append(element("span", { className: "unseen" }, " (best)"));
  cell.append(...mark(report, metric, method));
  const spread = measured.interval
    ? intervalText(measured.interval)
    : measured.std == undefined || (measured.values?.length ?? 0) < 2 ? "" : `\u00b1 ${alignedNumber(measured.std)}`;
  if (spread) cell.append(element("span", { className: "spread" }, spread));
  return cell;
}

const intervalText = ([low, high]: [number, number]): string => `${alignedNumber(low)} to ${alignedNumber(high)}`;

function columnsFor(report: Report, metrics: string[]): Column<Row>[] {
  const ofMetric = (metric: string): Column<Row> => {
    const best = bestOf(report, metric);
    const better = report.data.better?.[metric];
    return {
      head: metric,
      hint: [report.data.meanings?.[metric], better && `${better} is better`, "click to sort"].filter(Boolean).join("; "),
      value: ({ method }) => method.metrics[metric]?.mean,
      cell: (row) => valueCell(report, metric, best, row),
      falling: !lowerIsBetter(report, metric),
    };
  };
  const seconds: Column<Row> = { head: "seconds", hint: "Sort; time of training and measuring", value: ({ method }) => method.seconds };
  const timed = report.methods.some((method) => method.seconds !== undefined);
  return [{ head: "method", value: ({ name }) => name, cell: ({ name }) => nameElement(name) }, ...metrics.map(ofMetric), ...(timed ? [seconds] : [])];
}

// One method: its metrics below each other.
function ofOne(report: Report, first: string[], all: string[]): Node[] {
  const method = report.methods[0]!;
  const interval: Column<string> = {
    head: "95 % interval",
    hint: "Sort; percentiles over documents drawn with replacement",
    value: (metric) => method.metrics[metric]?.interval?.[0],
    cell: (metric) => {
      const of = method.metrics[metric]?.interval;
      return element("span", { className: "value" }, of ? intervalText(of) : "\u2013");
    },
  };
  const meaning: Column<string> = { head: "what it is", value: (metric) => report.data.meanings?.[metric] ?? "" };
  const columns: Column<string>[] = [
    { head: "metric", value: (metric) => metric, cell: (metric) => metricElement(report, metric) },
    { head: "value", value: (metric) => method.metrics[metric]?.mean, falling: true },
    ...(all.some((metric) => method.metrics[metric]?.interval) ? [interval] : []),
    { head: "better", value: (metric) => report.data.better?.[metric] ?? "" },
    ...(report.data.meanings ? [meaning] : []),
  ];
  const table = new SortedTable("Metrics", columns, first, 100);
  return [...allSwitch(first, all, (metrics) => table.setRows(metrics)), table.element, ...withoutInterval(report, all)];
}

// Why some metrics have no interval beside those that have one.
function withoutInterval({ methods: [method] }: Report, all: string[]): Node[] {
  const none = all.filter((metric) => !method!.metrics[metric]?.interval);
  if (none.length === 0 || none.length === all.length) return [];
  return [element("p", { className: "notes" }, `No interval: ${none.join(", ")}. They need the scores of all documents at once, and making them anew for every draw of documents would take too long.`)];
}

function allSwitch(first: string[], all: string[], show: (metrics: string[]) => void): Node[] {
  if (all.length === first.length) return [];
  return [element("div", { className: "controls" }, check(`All ${all.length} metrics`, false, (checked) => show(checked ? all : first)))];
}

function asFile(report: Report, all: string[]): Table {
  const rows = report.methods.flatMap((method, i) =>
    all.filter((metric) => method.metrics[metric]).map((metric) => {
      const { mean, std, interval } = method.metrics[metric]!;
      const test = method.against_first?.[metric];
      return [report.names[i], metric, mean, std ?? undefined, interval?.[0], interval?.[1], test?.difference, test?.p];
    }),
  );
  return { head: ["method", "metric", "mean", "std", "low", "high", "difference_to_first", "p"], rows };
}

export function methodTable(report: Report): Section | undefined {
  const { first, all } = metricsOf(report);
  if (all.length === 0) return undefined;
  const file = button("Metrics (CSV)", () => save("metrics.csv", textFile(csv(asFile(report, all)), "text/csv")));
  const files = element("div", { className: "files" }, file);
  if (report.methods.length === 1) return { id: "metrics", title: "Metrics", content: [...ofOne(report, first, all), files] };
  const rows = report.methods.map((method, i) => ({ method, name: report.names[i]! }));
  const table = new SortedTable("Methods by metrics", columnsFor(report, first), rows, 100);
  const choose = allSwitch(first, all, (metrics) => table.setColumns(columnsFor(report, metrics)));
  return { id: "metrics", title: "Methods", content: [...choose, table.element, legend(report), files] };
}

// Every metric in a line, for those who cannot point.
function definitions(report: Report): HTMLElement {
  const items = metricsOf(report).all.flatMap((metric) => [element("dt", {}, metric), element("dd", {}, report.data.meanings?.[metric] ?? "")]);
  return element("details", {}, element("summary", {}, "What the metrics are"), element("dl", { className: "definitions" }, ...items));
}

function legend(report: Report): HTMLElement {
  const tested = report.methods.some(({ against_first }) => against_first);
  const marks = ` \u25b2 better and \u25bc worse than ${report.names[0]} (p below ${significant}, corrected for the number of tests; the pointer on a mark shows p).`;
  return element("div", { className: "notes" }, `Bold: the best of a column. Below a value its 95 % interval, or its standard deviation (\u00b1).${tested ? marks : ""}`, definitions(report));
}
