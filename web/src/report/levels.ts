// How right the methods are level by level.
import { Figure } from "../chart/figure";
import { drawLines, type Line } from "../chart/lines";
import { choice } from "../frame/choice";
import type { Table } from "../frame/files";
import type { Level } from "./data";
import type { Report, Section } from "./report";

type Score = "accuracy" | "f1" | "auprc" | "ece";

function linesOf(report: Report, score: Score): Line[] {
  return report.methods.flatMap(({ per_level }, i) => {
    const points = (per_level ?? []).flatMap((level: Level) => (level[score] === undefined || level.nodes === 0 ? [] : [{ x: level.level, y: level[score] }]));
    return points.length > 0 ? [{ name: report.names[i]!, series: i, points }] : [];
  });
}

// A fifth of the scale at least: small differences stay small.
function domainOf(lines: Line[]): [number, number] {
  const values = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = 0.06 * (high - low);
  const top = Math.min(1, Math.max(high + room, 0.2));
  return [Math.max(0, Math.min(low - room, top - 0.2)), top];
}

// All measures of all levels.
function levelTable(report: Report): Table {
  const rows = report.methods.flatMap(({ per_level }, i) =>
    (per_level ?? []).map(({ level, nodes, accuracy, f1, auprc, ece }) => [report.names[i], level, nodes, accuracy, f1, auprc, ece]),
  );
  return { head: ["method", "level", "nodes", "accuracy", "f1", "auprc", "ece"], rows };
}

function isDag({ data }: Report): boolean {
  const seen = new Set<number>();
  return (data.tree?.children ?? []).some((children) => children.some((child) => seen.has(child) || !seen.add(child)));
}

export function levels(report: Report): Section | undefined {
  // One level says what the metrics say.
  if (!report.methods.some(({ per_level }) => (per_level?.length ?? 0) > 1)) return undefined;
  const scores = (["accuracy", "f1", "auprc", "ece"] as Score[]).filter((score) => linesOf(report, score).length > 0);
  if (scores.length === 0) return undefined;
  let score = scores[0]!;
  const select = choice("Measure", scores.map((of): [Score, string] => [of, of]), score, (chosen) => {
    score = chosen;
    figure.redraw();
  });
  const deepest = Math.max(...report.methods.flatMap(({ per_level }) => (per_level ?? []).map(({ level }) => level)));
  const ticks = Array.from({ length: deepest }, (_, i) => i + 1);
  const dag = isDag(report);
  const meaning = dag
    ? "Level 1 is right below the root; in this DAG a node's level is the longest way to it. A guess counts as right at a level when it shares a node there with the truth."
    : "Level 1 is right below the root: there a guess counts as right when it is in the right branch. The last level is the finest.";
  const top = report.methods.some(({ set_sizes }) => set_sizes) ? " accuracy is of the best-scored class, whether it was given as a label or not; f1 is of the labels that were given." : "";
  const figure = new Figure({
    id: "levels-figure",
    name: "Quality by level",
    caption: meaning + top,
    controls: scores.length > 1 ? [select] : [],
    draw: (width) =>
      drawLines(width, {
        name: `${score} by level and method`,
        x: { label: "level", ticks, domain: [0.7, deepest + 0.3] },
        y: { label: score, domain: domainOf(linesOf(report, score)) },
        lines: linesOf(report, score),
      }),
    table: () => levelTable(report),
  });
  return { id: "levels", title: "Level by level", content: [figure.element] };
}
