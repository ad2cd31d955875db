// The tree of the picture with the place of every node: x from 0 to 1, one level per unit of depth.
import { hierarchy, partition, type HierarchyRectangularNode } from "d3-hierarchy";
import { appearancesOf, type Appearance, type TreeData } from "./appearances";

export type Place = HierarchyRectangularNode<Appearance>;
export type Width = "leaves" | "examples";

export class TaxonomyTree {
  readonly repeated: number;
  readonly cut: number;
  readonly places: Place[][] = []; // by node, the first appearance first
  readonly parents: number[][];
  root!: Place;
  private readonly appearances: Appearance;
  private readonly leafCounts = new Map<number, number>();

  constructor(readonly data: TreeData) {
    const { root, repeated, cut } = appearancesOf(data);
    this.appearances = root;
    this.repeated = repeated;
    this.cut = cut;
    this.parents = parentsOf(data);
    this.layOut("leaves");
  }

  layOut(width: Width) {
    const weight = width === "leaves" ? leafWeight : (at: Appearance) => this.exampleWeight(at);
    this.root = partition<Appearance>().size([1, 1])(hierarchy(this.appearances).sum(weight));
    this.places.length = 0;
    for (let i = 0; i < this.data.names.length; ++i) this.places.push([]);
    this.root.each((place) => {
      const all = this.places[place.data.node]!;
      if (place.data.first) all.unshift(place);
      else all.push(place);
    });
  }

  // What a reader should see of a node: its words, or else its name.
  name(node: number): string {
    return this.data.words?.[node] || this.data.names[node] || "(root)";
  }

  // The name where that is something else: a code.
  code(node: number): string {
    return this.data.words?.[node] ? this.data.names[node]! : "";
  }

  place(node: number): Place {
    return this.places[node]![0]!;
  }

  appearsAgain(node: number): boolean {
    return this.places[node]!.length > 1;
  }

  // Leaves of the taxonomy below a node (a leaf is its own); in a DAG those that several ways lead to count once.
  leaves(node: number): number {
    let leaves = this.leafCounts.get(node);
    if (leaves === undefined) {
      leaves = countLeaves(this.data, node);
      this.leafCounts.set(node, leaves);
    }
    return leaves;
  }

  // A cut appearance stands for all that is below the node.
  private exampleWeight(at: Appearance): number {
    const { here, below } = this.data.examples!;
    return (at.cut ? below : here)[at.node]!;
  }
}

const leafWeight = (at: Appearance): number => (at.children.length === 0 ? 1 : 0);

function countLeaves({ children, added = [] }: TreeData, node: number): number {
  const own = new Set(added);
  const seen = new Set([node]);
  let leaves = 0;
  for (const at of seen) {
    // A set goes on to what is added meanwhile.
    for (const child of children[at]!) seen.add(child);
    if (children[at]!.length === 0 && !own.has(at)) ++leaves;
  }
  return leaves;
}

function parentsOf(data: TreeData): number[][] {
  const parents: number[][] = data.names.map(() => []);
  data.children.forEach((children, node) => children.forEach((child) => parents[child]!.push(node)));
  return parents;
}

// The place with children that stands for this one: itself, or the first appearance of a cut one.
export function whole(tree: TaxonomyTree, place: Place): Place {
  return place.data.cut ? tree.place(place.data.node) : place;
}
