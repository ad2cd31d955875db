// The documents of the selected node, or those behind a number, to read: all that the page holds.
import { choice } from "../frame/choice";
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { focusOn, replaceChildren } from "../frame/focus";
import type { View } from "../icicle/view";
import { nothing, pairsOf, type Confusion, type Counted } from "./confusion";
import type { SampleDocument } from "./data";

const step = 5;

type Test = (document: SampleDocument) => boolean;

export interface Shown extends Counted {
  count: number; // the number that the page shows
}

export class DocumentList {
  readonly element: HTMLElement;
  private readonly title = element("h3");
  private readonly list = element("ol", { className: "documents" });
  private readonly more = button("Show more documents", () => this.showMore());
  private readonly clear = button("All of the node", () => this.restart(), { className: "clear" });
  private which = "wrong";
  private shown = step;
  private counted: Shown | undefined; // those behind one number
  private last: number | undefined;

  constructor(
    private readonly view: View,
    private readonly documents: SampleDocument[],
    private readonly confusion: () => Confusion,
    private readonly method: () => number,
    private readonly names: string[], // of the methods
  ) {
    const filter = choice<string>("Show", this.filters().map(({ id, name }) => [id, name]), this.which, (which) => {
      this.which = which;
      this.restart();
    });
    this.element = element("div", { className: "sample" }, element("div", { className: "controls" }, this.title, this.clear, filter), this.list, this.more);
    view.onChange(() => {
      if (view.selected.data.node !== this.last) this.restart();
    });
    this.restart();
  }

  restart() {
    const had = document.activeElement === this.clear;
    this.counted = undefined;
    this.shown = step;
    this.update();
    if (had) focusOn(this.title);
  }

  // Those that a number of the page counts.
  read(counted: Shown) {
    this.counted = counted;
    this.shown = step;
    this.update();
    this.element.scrollIntoView({ block: "nearest" });
  }

  private showMore() {
    const before = this.list.children.length;
    this.shown += 4 * step;
    this.update();
    if (this.more.hidden) focusOn(this.list.children[before] as HTMLElement);
  }

  private isRight(document: SampleDocument, method = this.method()): boolean {
    return pairsOf(document, method).every(([truth, guess]) => truth === guess);
  }

  // What the reader can choose; the tests are of documents that have or got a label at the node.
  private filters(): { id: string; name: string; test: Test }[] {
    const wrongHere: Test = (document) => this.confusion().holds(document, this.method(), { kind: "wrong", node: this.view.selected.data.node }) > 0;
    const others = this.names.flatMap((name, i) => [
      { id: `better-${i}`, name: `wrong, but right by ${name}`, test: ((document) => !this.isRight(document) && this.isRight(document, i)) as Test },
      { id: `worse-${i}`, name: `right, but wrong by ${name}`, test: ((document) => this.isRight(document) && !this.isRight(document, i)) as Test },
    ]);
    return [
      { id: "wrong", name: "wrong here", test: wrongHere },
      { id: "right", name: "right here", test: (document) => !wrongHere(document) },
      { id: "none", name: "no answer", test: ({ guesses }) => (guesses[this.method()] ?? []).length === 0 },
      { id: "all", name: "all", test: () => true },
      ...(this.names.length > 1 ? others : []),
    ];
  }

  private chosen(node: number): SampleDocument[] {
    const confusion = this.confusion();
    const holds = (document: SampleDocument, counted: Counted) => confusion.holds(document, this.method(), counted) > 0;
    const { counted } = this;
    if (counted) return this.documents.filter((document) => holds(document, counted));
    const { test } = this.filters().find(({ id }) => id === this.which)!;
    return this.documents.filter((document) => (holds(document, { kind: "true", node }) || holds(document, { kind: "given", node })) && test(document));
  }

  // "12 of 26 documents missed at A": those that the page holds, of those that were counted.
  private heading(chosen: SampleDocument[], node: number): Node[] {
    const name = (of: number) => nameElement(this.view.tree.name(of));
    const text = (words: string) => document.createTextNode(words);
    const { counted } = this;
    if (!counted) {
      const kind = this.filters().find(({ id }) => id === this.which)!.name;
      return [text(`${count(chosen.length, "document", "documents")} on this page at `), name(node), text(this.which === "all" ? "" : `: ${kind}`)];
    }
    const held = chosen.reduce((sum, document) => sum + this.confusion().holds(document, this.method(), counted), 0);
    const isLabels = counted.unit === "labels" && this.confusion().several;
    const of = isLabels
      ? `${numberText(held)} of ${count(counted.count, "label", "labels")}, in ${count(chosen.length, "document", "documents")}, `
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
    const chosen = this.chosen(node);
    this.title.replaceChildren(...this.heading(chosen, this.counted?.node ?? node));
    this.clear.hidden = !this.counted;
    const had = this.list.contains(document.activeElement);
    replaceChildren(this.list, chosen.slice(0, this.shown).map((document) => this.item(document)));
    if (had && !this.list.contains(document.activeElement)) focusOn(this.title);
    this.more.hidden = chosen.length <= this.shown;
  }

  private item(document: SampleDocument): HTMLLIElement {
    const own = document.guesses[this.method()] ?? [];
    const truth = document.labels.map((node) => this.label(node, own.includes(node) ? "right" : "missed"));
    const item = element("li", {}, element("p", { className: "ids" }, nameElement(document.id)), this.line("True", truth));
    const methods = this.names.length > 1 ? this.names.map((name, i) => ({ name, i })) : [{ name: "Given", i: 0 }];
    for (const { name, i } of methods) {
      const given = (document.guesses[i] ?? []).map((node) => this.label(node, document.labels.includes(node) ? "right" : "added"));
      item.append(this.line(name, given));
    }
    if (document.text !== undefined) item.append(element("blockquote", { dir: "auto" }, document.text + (document.cut ? " \u2026" : "")));
    return item;
  }

  private line(title: string, labels: Node[]): HTMLElement {
    const line = element("p", { className: "labels" }, element("span", { className: "term" }, nameElement(title)));
    line.append(...(labels.length === 0 ? [element("i", {}, "nothing")] : labels));
    return line;
  }

  private label(node: number, state: "right" | "missed" | "added"): HTMLElement {
    const sign = { right: "\u2713", missed: "\u2212", added: "+" }[state];
    const words = { right: "right", missed: "missed", added: "wrongly given" }[state];
    const mark = element("span", { className: "state", title: words, attributes: { "aria-hidden": "true" } }, sign);
    const name = button(nameElement(this.view.tree.name(node)), () => this.view.showNode(node), { title: words });
    return element("span", { className: state }, mark, name, element("span", { className: "unseen" }, ` (${words})`));
  }
}
