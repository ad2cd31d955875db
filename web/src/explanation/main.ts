// The page of `clade explain --html FILE`.
import { documentElement, verdictOf, type DocumentContext } from "../document/document_view";
import { MarkThreshold, markLegend } from "../document/marks";
import { choice } from "../frame/choice";
import { pageData } from "../frame/data";
import { element, nameElement, numberText } from "../frame/dom";
import { ThemeSwitch } from "../frame/theme";
import type { ExplanationData, SampleDocument } from "../report/data";

const most = 20; // explanations that are open at first

// Which documents are shown, and how many that are.
class Filter {
  readonly element: HTMLElement;
  private readonly shown = element("p", { className: "notes", attributes: { role: "status" } });

  constructor(
    documents: SampleDocument[],
    private readonly items: HTMLElement[],
  ) {
    const verdicts = documents.map((document) => verdictOf(document, 0));
    const kinds = [...new Set(verdicts)].filter((verdict) => verdict !== undefined);
    const options: [string, string][] = [["all", "all"], ...kinds.map((kind): [string, string] => [kind, kind])];
    const show = (which: string) => {
      items.forEach((item, i) => (item.hidden = which !== "all" && verdicts[i] !== which));
      this.say();
    };
    this.element = element("div", { className: "controls" }, ...(kinds.length > 1 ? [choice("Show", options, "all", show)] : []), this.shown);
    this.say();
  }

  private say() {
    const shown = this.items.filter((item) => !item.hidden).length;
    this.shown.textContent = `${numberText(shown)} of ${numberText(this.items.length)} shown`;
  }
}

function contents(documents: SampleDocument[], items: HTMLElement[]): HTMLElement[] {
  if (documents.length < 2) return [];
  const links = documents.map(({ id }, i) => element("li", {}, element("a", { href: `#${items[i]!.id}` }, nameElement(id))));
  return [element("nav", { className: "contents", attributes: { "aria-label": "Documents" } }, element("ul", {}, ...links))];
}

function start() {
  const data = pageData<ExplanationData>();
  const theme = new ThemeSwitch(() => {});
  const list = element("ol", { className: "documents" });
  const threshold = new MarkThreshold(() => list);
  const context: DocumentContext = { name: (node) => (typeof node === "string" ? node : data.names[node]!), methods: [""], method: () => 0, threshold, heading: true };
  const items = data.documents.map((document, i) => {
    const item = documentElement(document, { ...context, open: i < most });
    item.id = `document-${i}`;
    return item;
  });
  list.append(...items);
  document.title = data.title;
  const hasMarks = data.documents.some(({ explained }) => explained?.some(({ marks }) => marks));
  document.body.append(
    element("header", {}, element("h1", {}, data.title), element("div", { className: "tools" }, theme.element)),
    ...contents(data.documents, items),
    element(
      "main",
      {},
      ...(hasMarks ? [markLegend("the runner-up, or what was asked for"), threshold.element] : []),
      ...(data.notes ?? []).map((note) => element("p", { className: "notes" }, note)),
      element("p", { className: "caption" }, "What the nodes of a class add sums to its score."),
      new Filter(data.documents, items).element,
      list,
    ),
  );
}

start();
