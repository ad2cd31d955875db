// One model with its views; each is made when it is looked at first, and stays as it was left.
import { element } from "../frame/dom";
import type { Theme } from "../frame/theme";
import { BatchView } from "./batch_view";
import { BrowseView } from "./browse";
import { ClassifyView } from "./classify";
import type { Document, ModelInfo } from "./contract";
import { CorrectionList } from "./corrections";
import { History } from "./history";
import { LabelView } from "./label_view";
import { LearnBar } from "./learn_bar";
import type { Service } from "./service";
import { Subject } from "./subject";

export const viewNames = ["classify", "taxonomy", "label", "batch", "learning"] as const;
export type ViewName = (typeof viewNames)[number];

const titles: Record<ViewName, string> = {
  classify: "Classify",
  taxonomy: "Taxonomy",
  label: "Label",
  batch: "Batch",
  learning: "Learning",
};

interface View {
  element: HTMLElement;
  shown?(): void | Promise<void>;
}

class LearningView implements View {
  readonly element: HTMLElement;
  private readonly history: History;
  private readonly corrections: CorrectionList;

  constructor(subject: Subject, open: (document: Document) => void) {
    this.history = new History(subject);
    this.corrections = new CorrectionList(subject, open);
    this.element = element("div", { className: "learning" }, this.history.element, this.corrections.element);
    let known = "";
    subject.onChange(() => {
      const { generation, pending } = subject.info;
      const now = `${generation} ${pending}`;
      if (now !== known && this.element.offsetParent !== null) void this.shown();
      known = now;
    });
  }

  async shown() {
    await Promise.all([this.history.load(), this.corrections.load()]);
  }
}

export class ModelPage {
  readonly element: HTMLElement;
  readonly subject: Subject;
  view: ViewName = "classify";
  private readonly main = element("main", { tabIndex: -1 });
  private readonly links: Record<ViewName, HTMLAnchorElement>;
  private readonly views = new Map<ViewName, View>();

  constructor(
    service: Service,
    info: ModelInfo,
    private readonly theme: () => Theme,
  ) {
    this.subject = new Subject(service, info);
    const link = (name: ViewName) => element("a", { href: this.address(name) }, titles[name]);
    this.links = Object.fromEntries(viewNames.map((name) => [name, link(name)])) as Record<ViewName, HTMLAnchorElement>;
    const list = element("ul", {}, ...Object.values(this.links).map((of) => element("li", {}, of)));
    const nav = element("nav", { className: "contents views", attributes: { "aria-label": "Views" } }, list);
    this.element = element("div", {}, nav, new LearnBar(this.subject, this.address("learning")).element, this.main);
  }

  show(name: ViewName) {
    if (name !== this.view) scrollTo({ top: 0, behavior: "instant" });
    this.view = name;
    const view = this.views.get(name) ?? this.made(name);
    for (const [other, link] of Object.entries(this.links)) {
      if (other === name) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    for (const [other, of] of this.views) of.element.hidden = other !== name;
    void view.shown?.();
  }

  redraw() {
    (this.views.get("taxonomy") as BrowseView | undefined)?.redraw();
  }

  private address(name: ViewName): string {
    return `#${encodeURIComponent(this.subject.info.name)}/${name}`;
  }

  private made(name: ViewName): View {
    const open = (document: Document) => this.open(document);
    const makers: Record<ViewName, () => View> = {
      classify: () => new ClassifyView(this.subject),
      taxonomy: () => new BrowseView(this.subject, this.theme),
      label: () => new LabelView(this.subject),
      batch: () => new BatchView(this.subject, open),
      learning: () => new LearningView(this.subject, open),
    };
    const view = makers[name]();
    this.views.set(name, view);
    this.main.append(view.element);
    return view;
  }

  // A document of another view, to be classified.
  private open(document: Document) {
    location.hash = this.address("classify");
    this.show("classify");
    (this.views.get("classify") as ClassifyView).show(document);
  }
}
