// The page of `clade serve`: classify, see why, correct, label, watch what an update changed.
import { choice } from "../frame/choice";
import { count, element, nameElement } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import { ThemeSwitch } from "../frame/theme";
import type { ModelInfo } from "./contract";
import { keepPage } from "./drop";
import { ModelPage, viewNames, type ViewName } from "./model_page";
import { Notice } from "./notice";
import { Service } from "./service";
import { askForToken, forgetButton } from "./token";

class Page {
  private readonly service = new Service();
  private readonly notice = new Notice();
  private readonly head = element("div");
  private readonly pick = element("span");
  private readonly body = element("div", { className: "model" });
  private readonly pages = new Map<string, ModelPage>();
  private readonly theme: ThemeSwitch;
  private models: ModelInfo[] = [];
  private current: ModelPage | undefined;

  constructor() {
    this.theme = new ThemeSwitch(() => this.current?.redraw());
    this.service.ask = askForToken;
    const tools = element("div", { className: "tools" }, this.pick, forgetButton(this.service), this.theme.element);
    document.body.append(element("header", {}, this.head, tools), this.notice.element, this.body);
    addEventListener("hashchange", () => this.follow());
    keepPage();
    void this.load();
  }

  private async load() {
    this.head.replaceChildren(element("h1", {}, "clade"), element("p", { className: "facts" }, "Asking the service for its models\u2026"));
    await this.notice.attempt(async () => {
      this.models = (await this.service.get<{ models: ModelInfo[] }>("v1/models")).models;
      this.follow();
    });
  }

  // #MODEL/VIEW; what is missing or unknown is the first of its kind.
  private follow() {
    const [model, view] = location.hash
      .slice(1)
      .split("/")
      .map((part) => safelyDecoded(part));
    const info = this.models.find(({ name }) => name === model) ?? this.models[0];
    if (!info)
      return this.head.replaceChildren(element("h1", {}, "clade"), element("p", { className: "facts" }, "The service has no model."));
    const page = this.pages.get(info.name) ?? this.made(info);
    const isKnown = !model || model === info.name;
    this.notice.say(...(isKnown ? [] : [`There is no model \u201c${model}\u201d here; this is `, nameElement(info.name), "."]));
    if (page !== this.current) {
      this.current = page;
      this.body.replaceChildren(page.element);
      this.showHead();
    }
    page.show(viewNames.find((name) => name === view) ?? "classify");
  }

  private made(info: ModelInfo): ModelPage {
    const page = new ModelPage(this.service, info, () => this.theme.current);
    page.subject.onChange(() => page === this.current && this.showHead());
    this.pages.set(info.name, page);
    return page;
  }

  private showHead() {
    const { info } = this.current!.subject;
    document.title = `${info.name} \u2013 clade`;
    const facts = [
      `${count(info.classes, "class", "classes")}`,
      info.method,
      `generation ${info.generation}`,
      info.calibrated ? "with probabilities" : "scores without probabilities",
    ];
    replaceChildren(this.head, [element("h1", {}, nameElement(info.name)), element("p", { className: "facts" }, facts.join(" \u00b7 "))]);
    const names = this.models.map(({ name }): [string, string] => [name, name]);
    const go = (name: string) => (location.hash = address(name, this.current!.view));
    replaceChildren(this.pick, names.length > 1 ? [choice("Model", names, info.name, go)] : []);
  }
}

const address = (model: string, view: ViewName): string => `#${encodeURIComponent(model)}/${view}`;

function safelyDecoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

new Page();
