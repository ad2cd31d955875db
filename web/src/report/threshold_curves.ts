// Precision and recall where everything is given that scores at least a threshold.
import { Figure } from "../chart/figure";
import { drawLines, type Line } from "../chart/lines";
import { choice } from "../frame/choice";
import { element } from "../frame/dom";
import type { Table } from "../frame/files";
import { shortNumber } from "../frame/numbers";
import type { View } from "../icicle/view";
import type { Curves, ThresholdCurve } from "./data";
import type { Report, Section } from "./report";

export interface CurvePoint {
  threshold: number;
  given: number;
  right: number;
  precision: number;
  recall: number;
  f1: number;
}

export function pointsOf({ true: all, thresholds, given, right }: ThresholdCurve): CurvePoint[] {
  return thresholds.map((threshold, i) => ({
    threshold,
    given: given[i]!,
    right: right[i]!,
    precision: right[i]! / given[i]!,
    recall: right[i]! / all,
    f1: (2 * right[i]!) / (given[i]! + all),
  }));
}

type What = "labels" | "nodes" | "node";

class CurveSection {
  readonly content: Node[];
  private method: number;
  private what: What;
  private readonly figures: Figure[];
  private readonly words = element("p", { className: "caption", attributes: { role: "status" } });

  constructor(
    private readonly report: Report,
    private readonly having: number[],
    private readonly view: View | undefined,
  ) {
    this.method = having[0]!;
    this.what = this.curves.labels ? "labels" : "nodes";
    this.figures = [this.recallFigure(), this.thresholdFigure()];
    const controls = element("div", { className: "controls" }, ...this.choices());
    this.content = [controls, this.words, ...this.figures.map((figure) => figure.element)];
    view?.onChange(() => {
      if (this.what === "node") this.redraw();
    });
    this.tell();
  }

  private get curves(): Curves {
    return this.report.methods[this.method]!.curves!;
  }

  private choices(): Node[] {
    const methods = this.having.map((i): [string, string] => [String(i), this.report.names[i]!]);
    const parts: [What, string][] = [
      ...(this.curves.labels ? [["labels", "all labels together"] as [What, string]] : []),
      ["nodes", "all nodes together"],
      ...(this.view ? [["node", "the node that is selected in the tree"] as [What, string]] : []),
    ];
    const set = (change: () => void) => {
      change();
      this.redraw();
    };
    return [
      ...(methods.length > 1 ? [choice("Method", methods, String(this.method), (value) => set(() => (this.method = Number(value))))] : []),
      choice<What>("Of", parts, this.what, (what) => set(() => (this.what = what))),
    ];
  }

  private get name(): string {
    if (this.what === "labels") return "All labels";
    if (this.what === "nodes") return "All nodes";
    return this.view!.tree.name(this.view!.selected.data.node);
  }

  private points(): CurvePoint[] {
    const { labels, nodes, by_node } = this.curves;
    if (this.what === "labels") return labels ? pointsOf(labels) : [];
    if (this.what === "nodes") return pointsOf(nodes);
    const own = by_node.find(({ node }) => node === this.view!.selected.data.node);
    return own ? pointsOf(own.curve) : [];
  }

  private redraw() {
    this.tell();
    for (const figure of this.figures) figure.redraw();
  }

  // The best threshold in words, or why there is no curve.
  private tell() {
    const points = this.points();
    const best = points.reduce<CurvePoint | undefined>((a, b) => (a && a.f1 >= b.f1 ? a : b), undefined);
    const { by_node, over } = this.curves;
    this.words.textContent = best
      ? `${this.name}: F1 is largest, ${shortNumber(best.f1)}, where everything with a ${over} of at least ${shortNumber(best.threshold)} is given (precision ${shortNumber(best.precision)}, recall ${shortNumber(best.recall)}).`
      : `${this.name} has no curve: the page holds those of the ${by_node.length} nodes below the root with most documents.`;
  }

  private recallFigure(): Figure {
    const unit: [number, number] = [0, 1];
    return new Figure({
      id: "precision-recall",
      name: "Precision over recall",
      caption:
        "Precision: the share of what is given that is true. Recall: the share of what is true that is given. The farther to the upper right, the better; " +
        "the area below the curve of all nodes is auprc. A document is at a node when one of its labels is at it or below it.",
      draw: (width) =>
        drawLines(Math.min(width, 560), {
          name: `Precision over recall of ${this.name}`,
          x: { label: "recall", domain: unit },
          y: { label: "precision", domain: unit },
          lines: [{ name: this.name, series: this.method, points: this.points().map(({ recall, precision }) => ({ x: recall, y: precision })) }],
          height: 380,
        }),
      table: () => this.table(),
    });
  }

  private thresholdFigure(): Figure {
    const line = (name: "precision" | "recall" | "f1", series: number): Line => ({ name, series, points: this.points().map((point) => ({ x: point.threshold, y: point[name] })) });
    return new Figure({
      id: "threshold-curve",
      name: "Precision, recall and F1 over the threshold",
      caption: "What is given at a threshold is everything that scores at least so much; a higher one gives less, and more surely. The labels of the other sections follow the method\u2019s own rule.",
      draw: (width) =>
        drawLines(width, {
          name: `Precision, recall and F1 of ${this.name} over the threshold`,
          x: { label: `threshold (${this.curves.over})`, ...(this.curves.over === "probability" ? { domain: [0, 1] as [number, number] } : {}) },
          y: { label: "", domain: [0, 1] },
          lines: [line("precision", 0), line("recall", 1), line("f1", 2)],
        }),
      table: () => this.table(),
    });
  }

  private table(): Table {
    const rows = this.points().map(({ threshold, given, right, precision, recall, f1 }) => [threshold, given, right, precision, recall, f1]);
    return { head: ["threshold", "given", "right", "precision", "recall", "f1"], rows };
  }
}

export function thresholdCurves(report: Report, view: View | undefined): Section | undefined {
  const having = report.methods.flatMap(({ curves }, i) => (curves && curves.nodes.true > 0 ? [i] : []));
  if (having.length === 0) return undefined;
  return { id: "thresholds", title: "Precision and recall by threshold", content: new CurveSection(report, having, view).content };
}
