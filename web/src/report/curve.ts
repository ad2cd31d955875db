// A metric over the number of examples or over an option (thesis figures 7.5 and 7.7).
import { Figure } from "../chart/figure";
import { drawLines, lineTable, type Line } from "../chart/lines";
import { choice } from "../frame/choice";
import { methodNames, type Report, type Section } from "./report";

// Values that grow by factors, such as 1, 10, 100, and not by steps.
export function growsByFactors(values: number[]): boolean {
  if (values.length < 3 || values.some((value) => value <= 0)) return false;
  const steps = (of: number[]) => of.slice(1).map((value, i) => value - of[i]!);
  const unevenness = (of: number[]) => {
    const mean = of.reduce((a, b) => a + b) / of.length;
    return Math.max(...of.map((value) => Math.abs(value - mean))) / Math.abs(mean);
  };
  return unevenness(steps(values.map(Math.log))) < unevenness(steps(values));
}

export function curve(report: Report): Section | undefined {
  const { curve: data, columns = [] } = report.data;
  if (!data || data.methods.length === 0) return undefined;
  const occurring = new Set(data.methods.flatMap(({ metrics }) => Object.keys(metrics)));
  const metrics = [...new Set([...columns.filter((metric) => occurring.has(metric)), ...occurring])];
  if (metrics.length === 0) return undefined;
  let metric = metrics[0]!;
  const names = methodNames(data.methods);
  const lines = (): Line[] =>
    data.methods.map(({ metrics: of }, i) => ({
      name: names[i]!,
      series: report.names.includes(names[i]!) ? report.names.indexOf(names[i]!) : i,
      points: data.values.map((x, k) => ({ x, y: of[metric]?.mean[k] ?? NaN, spread: of[metric]?.std?.[k] })).filter(({ y }) => Number.isFinite(y)),
    }));
  const log = growsByFactors(data.values);
  const select = choice("Metric", metrics.map((of): [string, string] => [of, of]), metric, (chosen) => {
    metric = chosen;
    figure.redraw();
  });
  const figure = new Figure({
    id: "curve-figure",
    name: `Metrics over ${data.option}`,
    caption: "The mean over the splits; the band is one standard deviation to both sides." + (log ? " The horizontal scale is logarithmic." : ""),
    controls: [select],
    draw: (width) => drawLines(width, { name: `${metric} over ${data.option}, by method`, x: { label: data.option, log, ticks: ticks(data.values) }, y: { label: metric }, lines: lines() }),
    table: () => lineTable(lines(), data.option, metric),
  });
  return { id: "curve", title: data.option === "sample_per_class" ? "Learning curve" : `Over ${data.option}`, content: [figure.element] };
}

const ticks = (values: number[]): number[] | undefined => (values.length <= 12 ? values : undefined);
