// The right label for a document, chosen among all of the taxonomy: a list that is searched by typing.
import { button, count, element, nameElement } from "../frame/dom";
import { probabilityText, shortNumber } from "../frame/numbers";
import { VirtualList } from "../frame/virtual_list";
import type { Label } from "./contract";
import type { Taxonomy } from "./taxonomy";
import { whereElement } from "./where";

interface Entry {
  node: number;
  depth: number;
  path?: string[]; // shown in the place of an indentation
  guess?: Label;
}

export class LabelPicker {
  private readonly dialog = element("dialog", { className: "picker", attributes: { "aria-labelledby": "picker-title" } });
  private readonly field = element("input", {
    type: "search",
    placeholder: "Search labels",
    autocomplete: "off",
    spellcheck: false,
    attributes: {
      "aria-label": "Search labels",
      role: "combobox",
      "aria-controls": "picker-list",
      "aria-expanded": "true",
      "aria-autocomplete": "list",
    },
  });
  private readonly list = new VirtualList<Entry>({ name: "Labels", height: 38, role: "listbox" }, (entry, i) => this.row(entry, i));
  private readonly status = element("p", { className: "notes", attributes: { role: "status" } });
  private readonly several = element("input", { type: "checkbox" });
  private readonly saveButton = button("", () => this.end([...this.chosen]), { className: "primary", hidden: true });
  private readonly title = element("h2", { id: "picker-title" });
  private chosen = new Set<string>();
  private active = 0;
  private answer: (labels: string[] | undefined) => void = () => undefined;

  constructor(
    private readonly taxonomy: Taxonomy,
    private readonly guesses: Label[],
  ) {
    this.list.element.id = "picker-list";
    this.list.element.tabIndex = -1;
    this.field.addEventListener("input", () => this.search());
    this.field.addEventListener("keydown", (event) => this.key(event));
    this.several.addEventListener("change", () => this.setSeveral());
    this.dialog.addEventListener("close", () => this.dialog.remove());
    this.dialog.addEventListener("cancel", () => this.answer(undefined));
    this.dialog.append(
      this.title,
      this.field,
      this.list.element,
      this.status,
      element(
        "div",
        { className: "acts" },
        this.saveButton,
        element("label", { className: "choice" }, this.several, " several labels"),
        button("None of them fits", () => this.end([])),
        button("Cancel", () => this.end(undefined)),
      ),
    );
  }

  // The right labels, or nothing where the reader changed their mind.
  choose(labels: string[] = []): Promise<string[] | undefined> {
    this.chosen = new Set(labels);
    this.several.checked = labels.length > 1;
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.search();
    this.setSeveral();
    this.field.focus();
    return new Promise((answer) => (this.answer = answer));
  }

  private end(labels: string[] | undefined) {
    this.answer(labels);
    this.dialog.close();
  }

  private setSeveral() {
    this.title.textContent = this.several.checked ? "Which labels are right?" : "Which label is right?";
    this.saveButton.hidden = !this.several.checked;
    if (!this.several.checked) this.chosen.clear();
    this.show();
  }

  // Without words: what the model thinks of first, then the whole taxonomy from top to bottom.
  private search() {
    const words = this.field.value.trim();
    const { taxonomy } = this;
    const found = (node: number): Entry => ({ node, depth: 0, path: taxonomy.path(node) });
    if (words) {
      const nodes = taxonomy.find(words).filter((node) => taxonomy.nodes[node]!.class);
      this.list.setRows(nodes.map(found));
      this.status.textContent =
        nodes.length === 0 ? `No label has \u201c${words}\u201d in its name.` : count(nodes.length, "match", "matches");
    } else {
      const guesses = this.guesses.flatMap((guess) => {
        const node = taxonomy.node(guess.label);
        return node === undefined ? [] : [{ ...found(node), guess }];
      });
      this.list.setRows([...guesses, ...taxonomy.rows]);
      this.status.textContent = `${count(taxonomy.nodes.filter((node) => node.class).length, "label", "labels")}; the model\u2019s guesses come first.`;
    }
    this.list.element.scrollTop = 0;
    this.activate(this.next(-1, 1));
  }

  private isLabel(entry: Entry | undefined): boolean {
    return entry !== undefined && this.taxonomy.nodes[entry.node]!.class;
  }

  // Nodes that are no classes stand in the list as headings.
  private next(from: number, step: number): number {
    const { rows } = this.list;
    for (let i = from + step; i >= 0 && i < rows.length; i += step) if (this.isLabel(rows[i])) return i;
    return from;
  }

  private row(entry: Entry, i: number): HTMLElement {
    const name = this.taxonomy.name(entry.node);
    const isLabel = this.isLabel(entry);
    const shown = entry.path ? whereElement(entry.path) : nameElement(name);
    const row = element("div", { className: isLabel ? "row" : "row heading", id: `label-${i}`, attributes: { role: "option" } });
    row.dataset["row"] = String(i);
    row.style.paddingInlineStart = `${10 + 16 * Math.min(entry.depth, 12)}px`;
    if (this.several.checked && isLabel)
      row.append(
        element("span", { className: "tick", attributes: { "aria-hidden": "true" } }, this.chosen.has(name) ? "\u2611" : "\u2610"),
      );
    row.append(shown);
    if (entry.guess)
      row.append(
        element(
          "span",
          { className: "amount" },
          entry.guess.probability === undefined ? shortNumber(entry.guess.score) : probabilityText(entry.guess.probability),
        ),
      );
    row.setAttribute("aria-selected", String(this.several.checked ? this.chosen.has(name) : i === this.active));
    row.setAttribute("aria-setsize", String(this.list.rows.length));
    row.setAttribute("aria-posinset", String(i + 1));
    if (i === this.active) row.classList.add("active");
    if (!isLabel) row.setAttribute("aria-disabled", "true");
    else {
      row.addEventListener("pointerdown", (event) => event.preventDefault());
      row.addEventListener("click", () => this.take(i));
    }
    return row;
  }

  private take(i: number) {
    const entry = this.list.rows[i];
    if (!this.isLabel(entry)) return;
    const name = this.taxonomy.name(entry!.node);
    if (!this.several.checked) return this.end([name]);
    if (!this.chosen.delete(name)) this.chosen.add(name);
    this.activate(i);
    this.show();
  }

  private show() {
    this.saveButton.textContent = `Save ${count(this.chosen.size, "label", "labels")}`;
    this.saveButton.disabled = this.chosen.size === 0;
    this.list.redraw();
  }

  private activate(i: number) {
    this.active = i;
    if (this.list.rows.length > 0 && i >= 0) {
      this.list.bringIntoSight(i);
      this.field.setAttribute("aria-activedescendant", `label-${i}`);
    } else this.field.removeAttribute("aria-activedescendant");
    this.list.redraw();
  }

  private key(event: KeyboardEvent) {
    const far = this.list.inSight;
    const { active } = this;
    const last = this.list.rows.length;
    if (event.key === "ArrowDown") this.activate(this.next(active, 1));
    else if (event.key === "ArrowUp") this.activate(this.next(active, -1));
    else if (event.key === "PageDown") this.activate(this.next(Math.min(active + far, last) - 1, 1));
    else if (event.key === "PageUp") this.activate(this.next(Math.max(active - far, 0) - 1, 1));
    else if (event.key === "Enter") this.take(active);
    else return;
    event.preventDefault();
  }
}
