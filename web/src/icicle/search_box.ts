// The search field with its list of matches (the combobox pattern of ARIA).
import { count, element, nameElement } from "../frame/dom";
import { NameSearch } from "./search";
import { pathText } from "./paths";
import type { View } from "./view";

const listed = 50;

export class SearchBox {
  readonly element: HTMLElement;
  private readonly field = element("input", {
    type: "search",
    placeholder: "Search names",
    autocomplete: "off",
    spellcheck: false,
    attributes: {
      "aria-label": "Search names",
      role: "combobox",
      "aria-controls": "matches",
      "aria-expanded": "false",
      "aria-autocomplete": "list",
    },
  });
  private readonly list = element("ul", { id: "matches", hidden: true, attributes: { role: "listbox", "aria-label": "Matches" } });
  private readonly status = element("p", { className: "matches", attributes: { role: "status" } });
  private readonly search: NameSearch;
  private matches: number[] = [];
  private active = -1;

  constructor(private readonly view: View) {
    this.search = new NameSearch(view.tree.data.names, view.tree.data.words ?? []);
    this.element = element("div", { className: "search" }, this.field, this.list, this.status);
    this.field.addEventListener("input", () => this.update());
    this.field.addEventListener("focus", () => this.open(this.matches.length > 0));
    this.field.addEventListener("blur", () => this.open(false));
    this.field.addEventListener("keydown", (event) => this.key(event));
  }

  focus() {
    this.field.focus();
  }

  private update() {
    this.matches = this.search.find(this.field.value);
    this.active = -1;
    const words = this.field.value.trim();
    this.status.textContent = words === "" ? "" : count(this.matches.length, "match", "matches");
    this.list.replaceChildren(...this.matches.slice(0, listed).map((node, i) => this.item(node, i)));
    if (this.matches.length > listed) {
      const rest = `and ${count(this.matches.length - listed, "more", "more")}`;
      this.list.append(element("li", { className: "rest", attributes: { "aria-disabled": "true" } }, rest));
    }
    this.open(this.matches.length > 0);
    this.activate(-1);
    this.view.setFound(new Set(this.matches));
  }

  private item(node: number, i: number): HTMLLIElement {
    const path = element("span", { className: "path" }, pathText(this.view.tree, this.view.tree.place(node).parent));
    const item = element("li", { id: `match-${i}`, attributes: { role: "option" } }, nameElement(this.view.tree.name(node)), path);
    // The field keeps the focus; a click would first take it away and close the list.
    item.addEventListener("pointerdown", (event) => event.preventDefault());
    item.addEventListener("click", () => this.choose(i));
    return item;
  }

  private choose(i: number) {
    const node = this.matches[i];
    if (node === undefined) return;
    this.open(false);
    // What is looked at has its own colour again.
    this.view.found = new Set();
    this.view.showNode(node);
  }

  private key(event: KeyboardEvent) {
    const last = Math.min(this.matches.length, listed) - 1;
    if (event.key === "ArrowDown") this.activate(Math.min(this.active + 1, last));
    else if (event.key === "ArrowUp") this.activate(Math.max(this.active - 1, 0));
    else if (event.key === "Enter") this.choose(Math.max(this.active, 0));
    else if (event.key === "Escape") this.clear();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  private clear() {
    this.field.value = "";
    this.update();
  }

  private activate(i: number) {
    this.active = i;
    [...this.list.children].forEach((item, at) => item.setAttribute("aria-selected", String(at === i)));
    if (i < 0) this.field.removeAttribute("aria-activedescendant");
    else this.field.setAttribute("aria-activedescendant", `match-${i}`);
    if (i >= 0) this.open(true);
    this.list.children[i]?.scrollIntoView({ block: "nearest" });
  }

  private open(open: boolean) {
    this.list.hidden = !open;
    this.field.setAttribute("aria-expanded", String(open));
  }
}
