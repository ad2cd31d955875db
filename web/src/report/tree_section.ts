// The confusion drawn on the tree: an icicle coloured by the share of errors.
import { choice } from "../frame/choice";
import { button, count, element } from "../frame/dom";
import { csv, save, textFile, type Table } from "../frame/files";
import { percent, points } from "../frame/numbers";
import { Icicle } from "../icicle/icicle";
import type { TreeData } from "../icicle/appearances";
import { TaxonomyTree, type Place, type Width } from "../icicle/tree";
import { View } from "../icicle/view";
import { Confusion, nothing } from "./confusion";
import { DocumentList, type Shown } from "./documents";
import { Matrix } from "./matrix";
import { NodePanel } from "./node_panel";
import { NodeTable } from "./node_table";
import type { Report, Section } from "./report";
import { shadeLegend } from "../icicle/shade_legend";
import { scaleEnd, shadeOf } from "../icicle/shades";

type Measure = "missed" | "added" | "either" | "labels";

// What can be seen on the tree, with the part and the whole that its share is of.
const measures: Record<Measure, { choice: string; words: string; meaning: string; share: (of: Confusion, node: number) => [number, number] }> = {
  missed: {
    choice: "missed",
    words: "missed",
    meaning: "Share of the documents of a node that were given no label there",
    share: (of, node) => [of.missed(node), of.documents.true[node]!],
  },
  added: {
    choice: "wrongly given",
    words: "wrongly given",
    meaning: "Share of the documents given a label at a node that have none there",
    share: (of, node) => [of.added(node), of.documents.given[node]!],
  },
  either: {
    choice: "not right",
    words: "not right",
    meaning: "Share of the documents that have or were given a label at a node, but not both",
    share: (of, node) => [of.missed(node) + of.added(node), of.missed(node) + of.documents.given[node]!],
  },
  labels: {
    choice: "labels missed",
    words: "of the labels missed",
    meaning: "Share of the true labels at or below a node that were not given",
    share: (of, node) => [of.missed(node, of.labels), of.labels.true[node]!],
  },
};

class TreeSection {
  readonly view: View;
  readonly icicle: Icicle;
  readonly panel: NodePanel;
  readonly documents: DocumentList | undefined;
  readonly nodes: NodeTable;
  readonly matrix: Matrix;
  private readonly legend = element("div");
  private method = 0;
  private other = -1; // the method that this one is compared with
  private measure: Measure = "missed";
  private end = 1;

  constructor(
    private readonly report: Report,
    tree: TaxonomyTree,
    private readonly confusions: Confusion[],
  ) {
    this.view = new View(tree);
    this.rescale();
    const { theme } = report;
    this.icicle = new Icicle(this.view, {
      theme,
      paint: (of, place, faded) => shadeOf(of, this.part(place.data.node), this.other >= 0, faded),
      summary: (place) => this.summary(place),
    });
    this.matrix = new Matrix(this.view, () => this.confusion, theme, report.data.documents?.length ? (shown) => this.documents?.read(shown) : undefined);
    this.nodes = new NodeTable(this.view, () => this.confusion);
    const documents = report.data.documents ?? [];
    const read = documents.length > 0 ? (shown: Shown) => this.documents?.read(shown) : undefined;
    this.panel = new NodePanel(this.view, () => this.confusion, read);
    if (documents.length > 0) this.documents = new DocumentList(this.view, documents, () => this.confusion, () => this.method, report.names, report.data.unexplained);
    report.onTheme(() => {
      this.matrix.update();
      this.redraw();
    });
    this.redraw();
  }

  get confusion(): Confusion {
    return this.confusions[this.method]!;
  }

  get choices(): Node[] {
    const methods = this.report.names.map((name, i): [string, string] => [String(i), name]);
    const all: Node[] = [];
    if (methods.length > 1) {
      all.push(
        choice("Method", methods, "0", (value) => this.set(() => (this.method = Number(value)))),
        choice("Compared with", [["-1", "none"], ...methods], "-1", (value) => this.set(() => (this.other = Number(value)))),
      );
    }
    all.push(
      choice<Measure>("Colour", (Object.keys(measures) as Measure[]).map((id) => [id, measures[id].choice]), this.measure, (value) => this.set(() => (this.measure = value))),
      this.widthChoice(),
    );
    return all;
  }

  table(): Table {
    const { tree } = this.view;
    const { documents: own } = this.confusion;
    const nodes = tree.data.names.map((_, node) => node).filter((node) => own.true[node]! > 0 || own.given[node]! > 0);
    const rows = this.report.names.flatMap((name, m) => {
      const { documents, labels } = this.confusions[m]!;
      const numbers = (node: number) => [documents, labels].flatMap((of) => [of.true[node], of.given[node], of.right[node]]);
      return nodes.map((node) => [name, tree.data.names[node], tree.name(node), tree.place(node).depth, ...numbers(node)]);
    });
    const head = ["documents", "labels"].flatMap((unit) => ["true", "given", "right"].map((kind) => `${unit}_${kind}`));
    return { head: ["method", "node", "words", "depth", ...head], rows };
  }

  pairs(): Table {
    const { names } = this.view.tree.data;
    const rows = this.report.methods.flatMap(({ confusion }, m) =>
      (confusion ?? []).map(([truth, guess, labels]) => [this.report.names[m], names[truth] ?? "", names[guess] ?? "", labels]),
    );
    return { head: ["method", "true", "given", "labels"], rows };
  }

  get legendElement(): HTMLElement {
    return this.legend;
  }

  private widthChoice(): HTMLElement {
    const made = choice<Width>("Width", [["examples", this.confusion.several ? "true labels" : "documents"], ["leaves", "leaves"]], this.view.width, (width) => this.view.setWidth(width));
    this.view.onChange(() => (made.querySelector("select")!.value = this.view.width));
    return made;
  }

  private set(change: () => void) {
    change();
    this.rescale();
    this.panel.update();
    this.documents?.restart();
    this.nodes.update();
    this.matrix.update();
    this.redraw();
  }

  private share(of: Confusion, node: number): number | undefined {
    const [part, all] = measures[this.measure].share(of, node);
    return all > 0 ? part / all : undefined;
  }

  private value(node: number): number | undefined {
    const own = this.share(this.confusion, node);
    if (this.other < 0 || own === undefined) return own;
    const others = this.share(this.confusions[this.other]!, node);
    return others === undefined ? undefined : own - others;
  }

  private part(node: number): number | undefined {
    const value = this.value(node);
    return value === undefined ? undefined : value / this.end;
  }

  private rescale() {
    const values = this.view.tree.data.names.map((_, node) => ({ value: Math.abs(this.value(node) ?? 0), weight: this.confusion.documents.true[node]! }));
    this.end = scaleEnd(values.filter(({ weight }) => weight > 0));
  }

  private redraw() {
    const isDifference = this.other >= 0;
    const meaning = measures[this.measure].meaning + (isDifference ? `, ${this.report.names[this.method]} less ${this.report.names[this.other]}` : "");
    this.legend.replaceChildren(shadeLegend(this.report.theme(), this.end, isDifference, meaning));
    this.icicle.picture.draw();
  }

  private summary(place: Place): string {
    const { node } = place.data;
    const value = this.value(node);
    const documents = count(this.confusion.documents.true[node]!, "document", "documents");
    if (value === undefined) return documents;
    const share = this.other >= 0 ? points(value) : percent(value);
    return `${documents}, ${share} ${measures[this.measure].words}`;
  }
}

export interface TreePart {
  section: Section;
  view: View;
  icicle: Icicle;
  confusions: Confusion[];
}

// True labels at the nodes themselves.
function labelsAt({ pairs }: Confusion, { names }: TreeData): number[] {
  const here = names.map(() => 0);
  for (const [truth, , labels] of pairs) if (truth !== nothing) here[truth]! += labels;
  return here;
}

export function treeSection(report: Report): TreePart | undefined {
  const { tree: data } = report.data;
  if (!data || !report.methods.some(({ confusion }) => confusion?.length)) return undefined;
  const bare = new TaxonomyTree(data);
  const confusions = report.methods.map((method) => new Confusion(bare, method));
  const counted = confusions.find((of) => of.total > 0)!;
  const tree = new TaxonomyTree({ ...data, examples: { here: labelsAt(counted, data), below: counted.labels.true, total: counted.labels.true[data.root]! } });
  const part = new TreeSection(report, tree, confusions);
  const { icicle } = part;
  const controls = element("div", { className: "controls" }, ...part.choices, icicle.search.element);
  const picture = element("div", { className: "tree" }, icicle.stage, part.panel.element);
  picture.style.setProperty("--levels", String(tree.root.height + 1));
  const caption =
    "A rectangle is a node, with what is below it underneath. A click goes into a node, a click on the uppermost one goes out. " +
    "In the panel names lead to nodes, and numbers to the documents that they count. Arrow keys move, / searches.";
  const units = counted.several
    ? " A document counts once at a node, however many of its labels are at it or below it; a label counts once. Rectangles are as wide as their true labels are many."
    : "";
  const added = data.added?.length ? " NAME (itself) stands for documents whose label is the inner node NAME; it is no leaf of the taxonomy." : "";
  const content = [controls, icicle.breadcrumb, picture, part.legendElement, element("p", { className: "caption" }, caption + units + added), files(part), part.matrix.element, part.nodes.element];
  if (part.documents) content.push(part.documents.element);
  content.push(icicle.tip);
  return { section: { id: "tree-of-errors", title: "Where errors go", content }, view: part.view, icicle, confusions };
}

function files(part: TreeSection): HTMLElement {
  const png = () => part.icicle.picture.element.toBlob((blob) => blob && save("tree.png", blob));
  return element(
    "div",
    { className: "files" },
    button("Nodes (CSV)", () => save("nodes.csv", textFile(csv(part.table()), "text/csv"))),
    button("Confusion (CSV)", () => save("confusion.csv", textFile(csv(part.pairs()), "text/csv"))),
    button("Picture (PNG)", png),
  );
}
