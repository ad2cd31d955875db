// The documents of the selected node, or those behind a number, to read: all that the page holds.
import { documentElement, type DocumentContext } from "../document/document_view";
import { MarkThreshold, markLegend } from "../document/marks";
import { choice } from "../frame/choice";
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { focusOn, replaceChildren } from "../frame/focus";
import type { View } from "../icicle/view";
import { nothing, type Confusion, type Counted } from "./confusion";
import type { SampleDocument } from "./data";
import { documentFilters, usualFilter, type DocumentFilter } from "./document_filters";

const step = 5;

export interface Shown extends Counted {
  count: number; // the number that the page shows
}

export class DocumentList {
  readonly element: HTMLElement;
  private readonly title = element("h3");
  private readonly list = element("ol", { className: "documents" });
  private readonly state = element("p", { className: "notes", attributes: { role: "status" } });
  private readonly more = button("Show more documents", () => this.showMore());
  private readonly clear = button("Clear", () => this.clearAll(), { className: "clear", title: "Show what is wrong at the selected node" });
  private readonly filters: DocumentFilter[];
  private readonly filter: HTMLElement;
  private readonly context: DocumentContext;
  private items = new Map<SampleDocument, HTMLLIElement>(); // as they are by the method that is chosen
  private which = usualFilter;
  private before = usualFilter; // that was chosen before a number was read
  private shown = step;
  private counted: Shown | undefined; // those behind one number
  private last: number | undefined;
  private lastMethod = -1;

  constructor(
    private readonly view: View,
    private readonly documents: SampleDocument[],
    private readonly confusion: () => Confusion,
    private readonly method: () => number,
    names: string[], // of the methods
    unexplained: string | undefined,
  ) {
    const threshold = new MarkThreshold(() => this.list);
    this.context = {
      name: (node) => (typeof node === "string" ? node : view.tree.name(node)),
      methods: names,
      method,
      threshold,
      go: (node) => view.showNode(node),
    };
    const isWrongHere = (document: SampleDocument) => confusion().holds(document, method(), { kind: "wrong", node: view.selected.data.node }) > 0;
    this.filters = documentFilters(documents, names, method, isWrongHere);
    this.filter = choice<string>("Show", this.filters.map(({ id, name }) => [id, name]), this.which, (which) => {
      this.which = this.before = which;
      this.shown = step;
      this.update();
    });
    for (const option of this.filter.querySelectorAll("option")) option.disabled = this.filters.find(({ id }) => id === option.value)?.why !== undefined;
    const why = this.filters.flatMap(({ name, why }) => (why ? [element("p", { className: "notes" }, `\u201c${name}\u201d: ${why}`)] : []));
    this.element = element(
      "div",
      { className: "sample" },
      element("div", { className: "controls" }, this.title, this.clear, this.filter),
      ...why,
      ...this.explanationNotes(unexplained, threshold),
      this.list,
      this.state,
      this.more,
    );
    view.onChange(() => {
      if (view.selected.data.node !== this.last) this.restart();
    });
    this.restart();
  }

  // All documents of the node that is selected, or of another method.
  restart() {
    if (this.counted) this.which = this.before;
    this.counted = undefined;
    this.shown = step;
    this.update();
  }

  // Those that a number of the page counts, all of them.
  read(counted: Shown) {
    if (!this.counted) this.before = this.which;
    this.counted = counted;
    this.which = "all";
    this.shown = step;
    this.update();
    this.element.scrollIntoView({ block: "nearest" });
  }

  private clearAll() {
    this.before = this.which = usualFilter;
    this.restart();
    focusOn(this.title); // the button is gone
  }

  private showMore() {
    const before = this.list.children.length;
    this.shown += 4 * step;
    this.update();
    if (this.more.hidden) focusOn(this.list.children[before] as HTMLElement);
  }

  // How many documents can be explained, and what marks mean.
  private explanationNotes(unexplained: string | undefined, threshold: MarkThreshold): Node[] {
    const explained = this.documents.filter((document) => document.explained?.length).length;
    if (explained === 0) return unexplained ? [element("p", { className: "notes" }, `No answer is explained here: ${unexplained}.`)] : [];
    const all = count(this.documents.length, "document", "documents");
    const note = element("p", { className: "notes" }, `Answers are explained for ${numberText(explained)} of the ${all} that this page holds.`);
    const hasMarks = this.documents.some((document) => document.explained?.some(({ marks }) => marks));
    return hasMarks ? [markLegend("a true label that was missed, else one that was wrongly given, else the runner-up"), threshold.element, note] : [note];
  }

  private get chosenFilter(): DocumentFilter {
    return this.filters.find(({ id }) => id === this.which)!;
  }

  // Those that the number counts, or those that have or got a label at the node; of these, what the filter lets through.
  private chosen(node: number): { all: SampleDocument[]; chosen: SampleDocument[] } {
    const confusion = this.confusion();
    const holds = (document: SampleDocument, counted: Counted) => confusion.holds(document, this.method(), counted) > 0;
    const { counted } = this;
    const isHere = (document: SampleDocument) => (counted ? holds(document, counted) : holds(document, { kind: "true", node }) || holds(document, { kind: "given", node }));
    const all = this.documents.filter(isHere);
    return { all, chosen: all.filter(this.chosenFilter.test) };
  }

  // "12 of 26 documents missed at A": those that the page holds, of those that were counted.
  private heading(all: SampleDocument[], chosen: SampleDocument[], node: number): Node[] {
    const name = (of: number) => nameElement(this.view.tree.name(of));
    const text = (words: string) => document.createTextNode(words);
    const { counted } = this;
    if (!counted) {
      return [text(`${count(chosen.length, "document", "documents")} on this page at `), name(node), text(this.which === "all" ? "" : `: ${this.chosenFilter.name}`)];
    }
    const filtered = this.which === "all" ? [] : [text(`; ${numberText(chosen.length)} of them ${this.chosenFilter.name}`)];
    return [...this.countedHeading(all, counted, node, name, text), ...filtered];
  }

  private countedHeading(all: SampleDocument[], counted: Shown, node: number, name: (of: number) => Node, text: (words: string) => Node): Node[] {
    const held = all.reduce((sum, document) => sum + this.confusion().holds(document, this.method(), counted), 0);
    const isLabels = counted.unit === "labels" && this.confusion().several;
    const of = isLabels
      ? `${numberText(held)} of ${count(counted.count, "label", "labels")}, in ${count(all.length, "document", "documents")}, `
      : `${numberText(held)} of ${count(counted.count, "document", "documents")} `;
    const other = counted.other === undefined ? [] : counted.other === nothing ? [text("nothing")] : [name(counted.other)];
    switch (counted.kind) {
      case "went":
        return [text(`${of}of `), name(node), text(", missed, given instead: "), ...other];
      case "cell":
        return [text(`${of}of `), name(node), text(" given "), ...other];
      case "came":
        return [text(`${of}wrongly given `), name(node), text(", missed instead: "), ...other];
      case "added":
        return [text(`${of}wrongly given `), name(node)];
      case "given":
        return [text(`${of}given `), name(node)];
      default:
        return [text(`${of}of `), name(node), text(counted.kind === "true" ? "" : `, ${counted.kind}`)];
    }
  }

  private update() {
    const node = this.view.selected.data.node;
    this.last = node;
    if (this.method() !== this.lastMethod) this.items.clear();
    this.lastMethod = this.method();
    const { all, chosen } = this.chosen(node);
    this.filter.querySelector("select")!.value = this.which;
    this.title.replaceChildren(...this.heading(all, chosen, this.counted?.node ?? node));
    this.clear.hidden = !this.counted && this.which === usualFilter;
    const had = this.list.contains(document.activeElement);
    const shown = chosen.slice(0, this.shown);
    replaceChildren(this.list, shown.map((document) => this.item(document)));
    if (had && !this.list.contains(document.activeElement)) focusOn(this.title);
    this.state.textContent = `${numberText(shown.length)} of ${numberText(chosen.length)} shown${this.chosenFilter.note?.() ?? ""}`;
    this.more.hidden = chosen.length <= this.shown;
  }

  // Made once, so that what the reader has opened stays open.
  private item(document: SampleDocument): HTMLLIElement {
    let made = this.items.get(document);
    if (!made) this.items.set(document, (made = documentElement(document, this.context)));
    return made;
  }
}
