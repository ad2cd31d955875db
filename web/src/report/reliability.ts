// Whether probabilities mean what they say, level by level.
import { Figure } from "../chart/figure";
import { drawLines, type Line } from "../chart/lines";
import { choice } from "../frame/choice";
import { count, numberText } from "../frame/dom";
import { shortNumber } from "../frame/numbers";
import type { Reliability } from "./data";
import type { Report, Section } from "./report";

const together = 4; // levels in one picture; of more the finest is shown first

const lineOf = ({ level, ece, bins }: Reliability): Line => ({
  name: `level ${level} (ECE ${shortNumber(ece)})`,
  series: level - 1,
  points: bins.filter((bin) => bin.count > 0).map((bin) => ({ x: bin.confidence, y: bin.accuracy, note: count(bin.count, "document", "documents") })),
});

// As "102" or "101 to 102".
function countsOf(levels: Reliability[]): string {
  const counts = levels.flatMap(({ bins }) => bins.map((bin) => bin.count)).filter((n) => n > 0);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  return least === most ? numberText(least) : `${numberText(least)} to ${numberText(most)}`;
}

export function reliability(report: Report): Section | undefined {
  const having = report.methods.flatMap(({ reliability: of }, i) => (of?.length ? [i] : []));
  if (having.length === 0) return undefined;
  let method = having[0]!;
  const all = () => report.methods[method]!.reliability!;
  const deepest = Math.max(...having.flatMap((i) => report.methods[i]!.reliability!.map(({ level }) => level)));
  let chosen = all().length <= together ? "all" : String(deepest);
  const shown = () => all().filter(({ level }) => chosen === "all" || String(level) === chosen);
  const caption = () => {
    const errors = shown().map(({ level, ece }) => `${shortNumber(ece)} at level ${level}`);
    return (
      "On the diagonal, answers that are 80 % sure are right in 80 % of cases; below it the method is too sure. The answer of a level is its most probable node; " +
      `a point is ${countsOf(shown())} documents with about the same probability. Expected calibration error: ${errors.join(", ")}.`
    );
  };
  const set = (change: () => void) => {
    change();
    figure.setCaption(caption());
    figure.redraw();
  };
  const methods = having.map((i): [string, string] => [String(i), report.names[i]!]);
  const levels = [["all", "all"], ...Array.from({ length: deepest }, (_, i) => [String(i + 1), String(i + 1)])] as [string, string][];
  const unit: [number, number] = [0, 1];
  const figure = new Figure({
    id: "reliability-figure",
    name: "Reliability of probabilities",
    caption: caption(),
    controls: [
      ...(having.length > 1 ? [choice("Method", methods, String(method), (value) => set(() => (method = Number(value))))] : []),
      ...(deepest > 1 ? [choice("Level", levels, chosen, (value) => set(() => (chosen = value)))] : []),
    ],
    draw: (width) => {
      const name = `Accuracy over confidence of ${report.names[method]}, by level`;
      return drawLines(Math.min(width, 560), { name, x: { label: "confidence", domain: unit }, y: { label: "accuracy", domain: unit }, lines: shown().map(lineOf), height: 380, diagonal: true });
    },
    table: () => ({
      head: ["level", "confidence", "accuracy", "documents"],
      rows: shown().flatMap(({ level, bins }) => bins.map((bin) => [level, bin.confidence, bin.accuracy, bin.count])),
    }),
  });
  return { id: "reliability", title: "Are probabilities reliable?", content: [figure.element] };
}
