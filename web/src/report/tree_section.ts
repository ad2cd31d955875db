// The confusion drawn on the tree: an icicle coloured by the share of errors.
import { choice } from "../frame/choice";
import { button, count, element } from "../frame/dom";
import { csv, save, textFile, type Table } from "../frame/files";
import { percent, signed } from "../frame/numbers";
import { Icicle } from "../icicle/icicle";
import { TaxonomyTree, type Place, type Width } from "../icicle/tree";
import { View } from "../icicle/view";
import { Confusion } from "./confusion";
import { DocumentList } from "./documents";
import { NodePanel } from "./node_panel";
import { NodeTable } from "./node_table";
import type { Report, Section } from "./report";
import { shadeLegend } from "./shade_legend";
import { scaleEnd, shadeOf } from "./shades";

type Measure = "left" | "wrong";

const meanings: Record<Measure, string> = {
  left: "Share of a node's documents that were put elsewhere",
  wrong: "Share of a node's documents with a wrong class",
};

class TreeSection {
  readonly view: View;
  readonly icicle: Icicle;
  readonly panel: NodePanel;
  readonly documents: DocumentList | undefined;
  readonly nodes: NodeTable;
  private readonly legend = element("div");
  private method = 0;
  private other = -1; // the method that this one is compared with
  private measure: Measure = "left";
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
    this.nodes = new NodeTable(this.view, () => this.confusion);
    const documents = report.data.documents ?? [];
    const read = documents.length > 0 ? (truth: number, guess: number) => this.documents?.read(truth, guess) : undefined;
    this.panel = new NodePanel(this.view, () => this.confusion, read);
    if (documents.length > 0) this.documents = new DocumentList(this.view, documents, () => this.confusion, () => this.method);
    report.onTheme(() => this.redraw());
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
        choice("Less that of", [["-1", "none"], ...methods], "-1", (value) => this.set(() => (this.other = Number(value)))),
      );
    }
    all.push(
      choice<Measure>("Colour", [["left", "put elsewhere"], ["wrong", "wrong class"]], this.measure, (value) => this.set(() => (this.measure = value))),
      this.widthChoice(),
    );
    return all;
  }

  table(): Table {
    const { tree } = this.view;
    const nodes = tree.data.names.map((_, node) => node).filter((node) => this.confusion.documents[node]! > 0 || this.confusion.arrived[node]! > 0);
    const rows = this.report.names.flatMap((name, m) => {
      const { documents, right, exact, arrived } = this.confusions[m]!;
      return nodes.map((node) => [name, tree.data.names[node], tree.name(node), tree.place(node).depth, documents[node], right[node], exact[node], arrived[node]]);
    });
    return { head: ["method", "node", "words", "depth", "documents", "right_here", "right_class", "put_here"], rows };
  }

  pairs(): Table {
    const { names } = this.view.tree.data;
    const rows = this.report.methods.flatMap(({ confusion }, m) =>
      (confusion ?? []).map(([truth, guess, documents]) => [this.report.names[m], names[truth], guess < 0 ? "" : names[guess], documents]),
    );
    return { head: ["method", "true", "guessed", "documents"], rows };
  }

  get legendElement(): HTMLElement {
    return this.legend;
  }

  private widthChoice(): HTMLElement {
    const made = choice<Width>("Width", [["examples", "documents"], ["leaves", "leaves"]], this.view.width, (width) => this.view.setWidth(width));
    this.view.onChange(() => (made.querySelector("select")!.value = this.view.width));
    return made;
  }

  private set(change: () => void) {
    change();
    this.rescale();
    this.panel.update();
    this.documents?.restart();
    this.nodes.update();
    this.redraw();
  }

  private value(node: number): number | undefined {
    const own = this.confusion[this.measure](node);
    if (this.other < 0 || own === undefined) return own;
    const others = this.confusions[this.other]![this.measure](node);
    return others === undefined ? undefined : own - others;
  }

  private part(node: number): number | undefined {
    const value = this.value(node);
    return value === undefined ? undefined : value / this.end;
  }

  private rescale() {
    const values = this.view.tree.data.names.map((_, node) => ({ value: Math.abs(this.value(node) ?? 0), weight: this.confusion.documents[node]! }));
    this.end = scaleEnd(values.filter(({ weight }) => weight > 0));
  }

  private redraw() {
    const isDifference = this.other >= 0;
    const meaning = meanings[this.measure] + (isDifference ? `, ${this.report.names[this.method]} less ${this.report.names[this.other]}` : "");
    this.legend.replaceChildren(shadeLegend(this.report.theme(), this.end, isDifference, meaning));
    this.icicle.picture.draw();
  }

  private summary(place: Place): string {
    const { node } = place.data;
    const value = this.value(node);
    const documents = this.confusion.documents[node]!;
    if (value === undefined) return "no documents";
    const share = this.other >= 0 ? `${signed(100 * value)} % ` : `${percent(value)} `;
    return `${count(Math.round(documents), "document", "documents")}, ${share}${this.measure === "left" ? "put elsewhere" : "with a wrong class"}`;
  }
}

export interface TreePart {
  section: Section;
  view: View;
  icicle: Icicle;
  confusions: Confusion[];
}

export function treeSection(report: Report): TreePart | undefined {
  const { tree: data } = report.data;
  if (!data || !report.methods.some(({ confusion }) => confusion?.length)) return undefined;
  const bare = new TaxonomyTree(data);
  const confusions = report.methods.map(({ confusion }) => new Confusion(bare, confusion ?? []));
  const { here, documents, total } = confusions.find((of) => of.total > 0)!;
  const tree = new TaxonomyTree({ ...data, examples: { here: [...here], below: [...documents], total } });
  const part = new TreeSection(report, tree, confusions);
  const { icicle } = part;
  const controls = element("div", { className: "controls" }, ...part.choices, icicle.search.element);
  const picture = element("div", { className: "tree" }, icicle.stage, part.panel.element);
  picture.style.setProperty("--levels", String(tree.root.height + 1));
  const caption =
    "A rectangle is a node, with what is below it underneath. A click goes into a node, a click on the uppermost one goes out. " +
    "The panel shows where the documents of the selected node went; its names lead there, and its numbers to some of these documents. Arrow keys move, / searches.";
  const several = report.data.documents?.some(({ labels }) => labels.length > 1);
  const counted = several ? " A document with several labels counts once for each." : "";
  const content = [controls, icicle.breadcrumb, picture, part.legendElement, element("p", { className: "caption" }, caption + counted), files(part), part.nodes.element];
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
