// How training went, over time (thesis figure 7.6).
import { Figure } from "../chart/figure";
import { drawLines, drawable, lineTable, type Line } from "../chart/lines";
import { choice } from "../frame/choice";
import type { TraceStep } from "./data";
import type { Report, Section } from "./report";

interface Picture {
  title: string;
  x: keyof TraceStep & ("seconds" | "examples" | "epoch");
  y: (keyof TraceStep & ("relative_gap" | "primal" | "dual" | "mean_error" | "accuracy"))[];
  label: string;
  log: boolean;
  caption: string;
}

const pictures: Picture[] = [
  {
    title: "Relative gap over time",
    x: "seconds",
    y: ["relative_gap"],
    label: "relative gap",
    log: true,
    caption: "How far the solution is at most from the best one, on a logarithmic scale; a straight fall is quick convergence.",
  },
  {
    title: "Objective over time",
    x: "seconds",
    y: ["primal", "dual"],
    label: "objective",
    log: false,
    caption: "The objective from above (primal) and the certified bound from below (dual): the optimum is between them.",
  },
  {
    title: "Mean error over examples",
    x: "examples",
    y: ["mean_error"],
    label: "mean error",
    log: false,
    caption: "Errors made so far by the number of examples seen: online methods guess each example before they learn from it.",
  },
];

function linesOf(report: Report, picture: Picture): Line[] {
  return report.methods.flatMap(({ trace }, i) =>
    picture.y.flatMap((key, k) => {
      const all = (trace ?? []).map((step) => ({ x: step[picture.x] ?? NaN, y: step[key] ?? NaN }));
      const points = drawable(all, {}, { log: picture.log });
      const name = picture.y.length > 1 ? `${report.names[i]}: ${key}` : report.names[i]!;
      return points.length > 0 ? [{ name, series: picture.y.length > 1 ? picture.y.length * i + k : i, points }] : [];
    }),
  );
}

export function optimisation(report: Report): Section | undefined {
  const possible = pictures.filter((picture) => linesOf(report, picture).length > 0);
  if (possible.length === 0) return undefined;
  let chosen = possible[0]!;
  const select = choice("Picture", possible.map(({ title }): [string, string] => [title, title]), chosen.title, (title) => {
    chosen = possible.find((picture) => picture.title === title)!;
    figure.setCaption(chosen.caption);
    figure.redraw();
  });
  const figure = new Figure({
    id: "optimisation-figure",
    name: "How training went",
    caption: chosen.caption,
    controls: possible.length > 1 ? [select] : [],
    draw: (width) => drawLines(width, { name: `${chosen.title}, by method`, x: { label: chosen.x }, y: { label: chosen.label, log: chosen.log }, lines: linesOf(report, chosen) }),
    table: () => lineTable(linesOf(report, chosen), chosen.x, chosen.label.replace(" ", "_")),
  });
  return { id: "optimisation", title: "How training went", content: [figure.element] };
}
