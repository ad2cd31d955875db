// Where documents of a node went, by the nodes of the tree. A document of class t belongs to t and to all
// nodes above it; it is right at a node when its guess is at or below that node, too.
import type { TaxonomyTree } from "../icicle/tree";
import type { Confused } from "./data";

export const nothing = -1; // in the place of a node: nothing was guessed

export interface Flow {
  node: number; // or nothing
  documents: number;
}

export class Confusion {
  readonly documents: Float64Array; // by node: at it or below it
  readonly here: Float64Array; // at it
  readonly right: Float64Array; // of these, guessed at it or below it
  readonly exact: Float64Array; // of these, guessed with the right class
  readonly arrived: Float64Array; // guessed at it or below it
  total = 0;
  private readonly above = new Map<number, ReadonlySet<number>>();

  constructor(
    private readonly tree: TaxonomyTree,
    private readonly pairs: Confused[],
  ) {
    const zeros = () => new Float64Array(tree.data.names.length);
    [this.documents, this.here, this.right, this.exact, this.arrived] = [zeros(), zeros(), zeros(), zeros(), zeros()];
    for (const pair of pairs) this.add(pair);
  }

  private add([truth, guess, documents]: Confused) {
    this.total += documents;
    this.here[truth]! += documents;
    const guessed = this.ancestors(guess);
    for (const node of guessed) this.arrived[node]! += documents;
    for (const node of this.ancestors(truth)) {
      this.documents[node]! += documents;
      if (guessed.has(node)) this.right[node]! += documents;
      if (truth === guess) this.exact[node]! += documents;
    }
  }

  // The share of a node's documents that were put elsewhere, or that have a wrong class; undefined without documents.
  left(node: number): number | undefined {
    return this.documents[node]! > 0 ? 1 - this.right[node]! / this.documents[node]! : undefined;
  }

  wrong(node: number): number | undefined {
    return this.documents[node]! > 0 ? 1 - this.exact[node]! / this.documents[node]! : undefined;
  }

  // Of the documents with a wrong class, the share whose guess is in the right branch below the root.
  errorsInBranch(): number | undefined {
    let errors = 0;
    let inside = 0;
    const branches = new Set(this.tree.data.children[this.tree.data.root]!);
    for (const [truth, guess, documents] of this.pairs) {
      if (truth === guess) continue;
      errors += documents;
      const guessed = this.ancestors(guess);
      if ([...this.ancestors(truth)].some((node) => branches.has(node) && guessed.has(node))) inside += documents;
    }
    return errors > 0 ? inside / errors : undefined;
  }

  // Documents of the node that were put elsewhere, by where, as nodes of the same level.
  went(node: number): Flow[] {
    return this.flows(node, (truth, guess) => (this.isBelow(truth, node) && !this.isBelow(guess, node) ? guess : undefined));
  }

  // Documents that were put here wrongly, by where they belong.
  came(node: number): Flow[] {
    return this.flows(node, (truth, guess) => (this.isBelow(guess, node) && !this.isBelow(truth, node) ? truth : undefined));
  }

  isBelow(node: number, above: number): boolean {
    return this.ancestors(node).has(above);
  }

  private flows(node: number, other: (truth: number, guess: number) => number | undefined): Flow[] {
    const depth = this.tree.place(node).depth;
    const sums = new Map<number, number>();
    for (const [truth, guess, documents] of this.pairs) {
      const to = other(truth, guess);
      if (to === undefined) continue;
      const group = this.atDepth(to, depth);
      sums.set(group, (sums.get(group) ?? 0) + documents);
    }
    const all = [...sums].map(([group, documents]) => ({ node: group, documents }));
    return all.sort((a, b) => b.documents - a.documents || a.node - b.node);
  }

  private atDepth(node: number, depth: number): number {
    if (node === nothing) return nothing;
    let place = this.tree.place(node);
    while (place.depth > depth) place = place.parent!;
    return place.data.node;
  }

  // The node included; in a DAG along all its parents.
  private ancestors(node: number): ReadonlySet<number> {
    let known = this.above.get(node);
    if (!known) {
      const found = new Set(node === nothing ? [] : [node]);
      // A set goes on to what is added meanwhile.
      for (const at of found) for (const parent of this.tree.parents[at]!) found.add(parent);
      known = found;
      this.above.set(node, known);
    }
    return known;
  }
}
