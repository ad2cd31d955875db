// What the reader looks at: the node that fills the width (focus), or the surroundings of one of its
// many leaves (near), the node that is selected, and the nodes that a search found. Parts of the page change it here and hear of every change.
import { whole, type Place, type TaxonomyTree, type Width } from "./tree";

export class View {
  focus: Place;
  near: Place | undefined;
  selected: Place;
  found: ReadonlySet<number> = new Set();
  width: Width = "leaves";
  private readonly listeners: (() => void)[] = [];

  constructor(readonly tree: TaxonomyTree) {
    if ((tree.data.examples?.total ?? 0) > 0) this.width = "examples";
    tree.layOut(this.width);
    this.focus = this.selected = tree.root;
  }

  onChange(listener: () => void) {
    this.listeners.push(listener);
  }

  // Zooms so that the place is in sight: into it, or into its parent where there is nothing below.
  show(place: Place) {
    const target = whole(this.tree, place);
    // Nodes without examples have no width then and could not be seen.
    if (target.x1 <= target.x0 && this.width === "examples") {
      this.setWidth("leaves");
      this.show(this.tree.place(target.data.node));
      return;
    }
    this.select(target, false);
  }

  showNode(node: number) {
    this.show(this.tree.place(node));
  }

  zoomOut() {
    if (!this.near && this.focus.parent) this.focus = this.focus.parent;
    this.near = undefined;
    this.selected = this.focus;
    this.changed();
  }

  // Moves the selection, and zooms only as far as is needed to keep it in sight.
  select(place: Place, inSight: boolean) {
    this.selected = place;
    if (!inSight) {
      this.focus = place.children ? place : (place.parent ?? place);
      this.near = place.children ? undefined : place;
    }
    this.changed();
  }

  setFound(found: ReadonlySet<number>) {
    this.found = found;
    this.changed();
  }

  // Places belong to a layout: the same nodes are looked up in the new one.
  setWidth(width: Width) {
    const [focus, selected] = [this.focus.data, this.selected.data];
    this.width = width;
    this.tree.layOut(width);
    const find = (data: Place["data"]) => this.tree.places[data.node]!.find((place) => place.data === data)!;
    this.focus = find(focus);
    this.selected = find(selected);
    this.near = this.near && find(this.near.data);
    if (this.focus.x1 <= this.focus.x0) this.focus = this.tree.root;
    if (this.near && this.near.x1 <= this.near.x0) this.near = undefined;
    this.changed();
  }

  changed() {
    for (const listener of this.listeners) listener();
  }
}
