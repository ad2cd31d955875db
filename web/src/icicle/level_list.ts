// The picture for the keyboard and for screen readers: a tree of which the selected node's parent
// and siblings are written out. It has the keyboard's focus; the picture shows where it is.
import { element } from "../frame/dom";
import type { Picture } from "./picture";
import type { Place } from "./tree";
import type { View } from "./view";

const around = 50; // siblings on either side

export class LevelList {
  readonly element = element("ul", {
    tabIndex: 0,
    id: "tree",
    attributes: {
      role: "tree",
      "aria-label": "Taxonomy. Arrow keys move, Enter zooms in, Escape zooms out.",
    },
  });

  constructor(
    private readonly view: View,
    private readonly picture: Picture,
    private readonly summary: (place: Place) => string,
  ) {
    view.onChange(() => this.update());
    this.element.addEventListener("keydown", (event) => this.key(event));
    this.update();
  }

  private update() {
    const { selected } = this.view;
    const siblings = selected.parent?.children ?? [selected];
    const at = siblings.indexOf(selected);
    const from = Math.max(at - around, 0);
    const items = siblings.slice(from, at + around + 1).map((place, i) => this.item(place, from + i, siblings.length));
    if (selected.parent) items.unshift(this.item(selected.parent, 0, 1));
    this.element.replaceChildren(...items);
    this.element.setAttribute("aria-activedescendant", "selected-item");
  }

  private item(place: Place, at: number, siblings: number): HTMLLIElement {
    const selected = place === this.view.selected;
    const item = element("li", {
      textContent: `${this.view.tree.name(place.data.node)}, ${this.summary(place)}`,
      attributes: {
        role: "treeitem",
        "aria-level": String(place.depth + 1),
        "aria-posinset": String(at + 1),
        "aria-setsize": String(siblings),
        "aria-selected": String(selected),
      },
    });
    if (place.children) item.setAttribute("aria-expanded", "true");
    if (selected) item.id = "selected-item";
    return item;
  }

  private key(event: KeyboardEvent) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const { view } = this;
    const to = this.neighbour(event.key);
    if (to) view.select(to, this.picture.inSight(to));
    else if (event.key === "Enter" || event.key === " ") view.show(view.selected);
    else if (event.key === "Escape") view.zoomOut();
    else if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
  }

  private neighbour(key: string): Place | null | undefined {
    const { selected, tree } = this.view;
    const siblings = selected.parent?.children ?? [selected];
    const at = siblings.indexOf(selected);
    if (key === "ArrowLeft") return siblings[at - 1];
    if (key === "ArrowRight") return siblings[at + 1];
    if (key === "ArrowDown") return selected.children?.[0];
    if (key === "ArrowUp") return selected.parent;
    if (key === "Home") return tree.root;
    return undefined;
  }
}
