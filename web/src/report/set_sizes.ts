// How many labels documents have, and how many were guessed.
import { barTable, drawBars } from "../chart/bars";
import { Figure } from "../chart/figure";
import type { Counts } from "./data";
import { sizeHistogramOf } from "./loss_histogram";
import type { Report, Section } from "./report";

export function setSizes(report: Report): Section | undefined {
  const series: { name: string; series: number; counts: Counts }[] = [];
  report.methods.forEach(({ set_sizes }, i) => {
    if (!set_sizes) return;
    if (series.length === 0) series.push({ name: "true", series: 7, counts: set_sizes.true });
    series.push({ name: report.names[i]!, series: i, counts: set_sizes.predicted });
  });
  if (series.length === 0) return undefined;
  const { categories, bars } = sizeHistogramOf(series);
  const figure = new Figure({
    id: "set-sizes-figure",
    name: "Documents by the number of labels",
    caption: "How many labels documents really have, and how many each method gave them; 0 are documents without a label.",
    draw: (width) => drawBars(width, { name: "Documents by the number of labels: true and guessed", categories, bars, x: "labels", y: "documents" }),
    table: () => barTable(categories, bars, "labels", "documents"),
  });
  return { id: "set-sizes", title: "Sizes of label sets", content: [figure.element] };
}
