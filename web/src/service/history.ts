// The generations of the model: what each update changed, and the way back.
import { button, count, element, nameElement, numberText } from "../frame/dom";
import { replaceChildren } from "../frame/focus";
import { percent } from "../frame/numbers";
import { tableBox } from "../frame/table";
import type { Change, Corrections, Generation, Recent } from "./contract";
import { oneLine } from "./documents";
import { Notice } from "./notice";
import type { Subject } from "./subject";
import { bar, namesText } from "./where";

type Texts = ReadonlyMap<string, string>; // by the ids of documents

const compared = 200; // corrections that an update is measured on
const kept = 5; // generations that can be answered with again

export const timeText = (at: string): string => new Date(at).toLocaleString("en", { dateStyle: "medium", timeStyle: "short" });

function howText({ how, examples, same_as: same }: Generation): string {
  if (how === "file") return "loaded from the model file";
  if (how === "rollback") return same === undefined ? "a step back" : `back to generation ${same}`;
  return `learned from ${count(examples ?? 0, "correction", "corrections")}`;
}

function measure(words: string, right: number, all: number): Node[] {
  return [
    element("dt", {}, words),
    element(
      "dd",
      {},
      bar(all > 0 ? right / all : 0),
      ` ${numberText(right)} of ${numberText(all)} right (${percent(all > 0 ? right / all : 0)})`,
    ),
  ];
}

function verdict(names: string[], labels: string[]): HTMLElement {
  const isRight = names.length === labels.length && names.every((name) => labels.includes(name));
  return element(
    "td",
    {},
    element(
      "span",
      { className: `verdict ${isRight ? "right" : "wrong"}`, attributes: { "aria-hidden": "true" } },
      isRight ? "\u2713" : "\u2717",
    ),
    " ",
    nameElement(namesText(names)),
    element("span", { className: "unseen" }, isRight ? " (right)" : " (wrong)"),
  );
}

function changesTable(changed: Change[], texts: Texts): HTMLElement {
  const heads = ["Document", "Right", "Before", "Now"].map((text) => element("th", { attributes: { scope: "col" } }, text));
  const rows = changed.map(({ document, labels, before, after }) =>
    element(
      "tr",
      {},
      element(
        "th",
        { attributes: { scope: "row" } },
        element("span", { className: "one-line", title: document, dir: "auto" }, texts.get(document) ?? document),
      ),
      element("td", {}, nameElement(namesText(labels))),
      verdict(before, labels),
      verdict(after, labels),
    ),
  );
  return tableBox(
    element("table", { className: "changes" }, element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)),
    "Documents with another answer",
  );
}

// Before and after, on the newest corrections.
function recentElement(recent: Recent, texts: Texts): HTMLElement[] {
  const { documents, right_before: before, right_after: after, changed } = recent;
  if (documents === 0) return [];
  const made: HTMLElement[] = [
    element("p", { className: "notes" }, `On the newest ${count(documents, "correction", "corrections")}:`),
    element("dl", { className: "before-after" }, ...measure("before", before, documents), ...measure("now", after, documents)),
  ];
  if (changed.length > 0)
    made.push(
      element(
        "details",
        { open: changed.length <= 8 },
        element("summary", {}, count(changed.length, "document has another answer", "documents have another answer")),
        changesTable(changed, texts),
      ),
    );
  return made;
}

export class History {
  readonly element = element("section", { className: "card history", attributes: { "aria-label": "Generations" } });
  private readonly list = element("ol", { className: "generations" });
  private readonly notice = new Notice();
  private texts: Texts = new Map();

  constructor(private readonly subject: Subject) {
    this.element.append(element("h2", {}, "What updates changed"), this.notice.element, this.list);
  }

  async load() {
    const answer = await this.notice.attempt(() => this.subject.service.get<{ generations: Generation[] }>(`${this.subject.path}/history`));
    if (!answer) return;
    if (answer.generations.some(({ recent }) => recent?.changed.length)) this.texts = await this.textsOfCorrections();
    replaceChildren(
      this.list,
      answer.generations.map((generation, i) => this.item(generation, i)),
    );
  }

  // Documents by what they say rather than by their ids, where the token lets the page read them.
  private async textsOfCorrections(): Promise<Texts> {
    const { feedback } = await this.subject.service
      .get<Corrections>(`${this.subject.path}/feedback`, { limit: compared })
      .catch(() => ({ feedback: [] }));
    return new Map(feedback.map(({ document }) => [document.id, oneLine(document)]));
  }

  private item(generation: Generation, i: number): HTMLLIElement {
    const number = generation.generation;
    const isCurrent = generation.current;
    const head = element(
      "div",
      { className: "line" },
      element("h3", {}, `Generation ${number}`),
      ...(isCurrent ? [element("span", { className: "badge" }, "answers now")] : []),
      element("span", { className: "notes" }, `${howText(generation)}, ${timeText(generation.at)}`),
    );
    const made = element("li", { className: isCurrent ? "current" : "" }, head);
    if (generation.recent) made.append(...recentElement(generation.recent, this.texts));
    if (!isCurrent && i < kept)
      made.append(
        button("Go back to it", () => void this.rollBack(number), { attributes: { "aria-label": `Go back to generation ${number}` } }),
      );
    return made;
  }

  private async rollBack(number: number) {
    await this.notice.attempt(async () => {
      await this.subject.rollBack(number);
      this.notice.say(
        `Generation ${this.subject.info.generation} answers now, as generation ${number} did. The corrections are still in the journal.`,
      );
    });
  }
}
