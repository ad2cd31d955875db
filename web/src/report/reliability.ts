// Whether probabilities mean what they say.
import { Figure } from "../chart/figure";
import { drawLines, type Line } from "../chart/lines";
import { choice } from "../frame/choice";
import { shortNumber } from "../frame/numbers";
import type { Report, Section } from "./report";

export function reliability(report: Report): Section | undefined {
  const having = report.methods.flatMap(({ reliability: of }, i) => (of?.length ? [i] : []));
  if (having.length === 0) return undefined;
  let method = having[0]!;
  const levelsOf = () => report.methods[method]!.reliability!;
  const lines = (): Line[] =>
    levelsOf().map(({ level, ece, bins }) => ({
      name: `level ${level} (ECE ${shortNumber(ece)})`,
      series: level - 1,
      points: bins.filter(({ count }) => count > 0).map(({ confidence, accuracy }) => ({ x: confidence, y: accuracy })),
    }));
  const caption = () => {
    const errors = levelsOf().map(({ level, ece }) => `${shortNumber(ece)} at level ${level}`);
    return `On the diagonal, guesses that are 80 % sure are right in 80 % of cases; below it the method is too sure. Expected calibration error: ${errors.join(", ")}.`;
  };
  const select = choice("Method", having.map((i): [string, string] => [String(i), report.names[i]!]), String(method), (value) => {
    method = Number(value);
    figure.setCaption(caption());
    figure.redraw();
  });
  const unit: [number, number] = [0, 1];
  const figure = new Figure({
    id: "reliability-figure",
    name: "Reliability of probabilities",
    caption: caption(),
    controls: having.length > 1 ? [select] : [],
    draw: (width) => {
      const name = `Accuracy over confidence of ${report.names[method]}, by level`;
      return drawLines(Math.min(width, 560), { name, x: { label: "confidence", domain: unit }, y: { label: "accuracy", domain: unit }, lines: lines(), height: 380, diagonal: true });
    },
    table: () => ({
      head: ["level", "confidence", "accuracy", "documents"],
      rows: levelsOf().flatMap(({ level, bins }) => bins.map((bin) => [level, bin.confidence, bin.accuracy, bin.count])),
    }),
  });
  return { id: "reliability", title: "Are probabilities reliable?", content: [figure.element] };
}
