// Which labels were given, missed and wrongly added, by the nodes of the tree. A document is at a node when one
// of its true labels is at the node or below it; it was put there when one of the given labels is.
import type { TaxonomyTree } from "../icicle/tree";
import type { Method, NodeNumbers, Pair, SampleDocument } from "./data";

export const nothing = -1; // in the place of a node: no label was given, or none was missed

export interface Flow {
  node: number; // or nothing
  labels: number;
}

// What a number of the page counts, so that it can show its documents.
export type Kind = "true" | "given" | "right" | "missed" | "added" | "went" | "came" | "cell" | "wrong";
export interface Counted {
  kind: Kind;
  node: number;
  unit?: "documents" | "labels";
  other?: number; // of "went", "came" and "cell": the node at the other end, or nothing
}

const zeros = (tree: TaxonomyTree): NodeNumbers => {
  const none = () => tree.data.names.map(() => 0);
  return { true: none(), given: none(), right: none() };
};

const missing = (from: number[], other: number[]): number[] => from.filter((node) => !other.includes(node));

// The pairs of one document, as the program counts them.
export function pairsOf({ labels, guesses, confused }: SampleDocument, method: number): Pair[] {
  const given = guesses[method] ?? [];
  const swapped = confused?.[method] ?? [];
  const [from, to] = [swapped.map(([truth]) => truth), swapped.map(([, guess]) => guess)];
  return [
    ...labels.filter((label) => given.includes(label)).map((label): Pair => [label, label]),
    ...swapped,
    ...missing(missing(labels, given), from).map((label): Pair => [label, nothing]),
    ...missing(missing(given, labels), to).map((label): Pair => [nothing, label]),
  ];
}

export class Confusion {
  readonly documents: NodeNumbers;
  readonly labels: NodeNumbers;
  readonly pairs: [number, number, number][];
  readonly several: boolean; // labels of a document
  private readonly above = new Map<number, ReadonlySet<number>>();

  constructor(
    private readonly tree: TaxonomyTree,
    { confusion, documents, labels }: Method,
  ) {
    this.pairs = confusion ?? [];
    this.documents = documents ?? zeros(tree);
    this.labels = labels ?? zeros(tree);
    const { root } = tree.data;
    this.several = this.labels.true[root] !== this.documents.true[root] || this.labels.given[root] !== this.documents.given[root];
  }

  get total(): number {
    return this.documents.true[this.tree.data.root]!;
  }

  get unanswered(): number {
    return this.total - this.documents.right[this.tree.data.root]!;
  }

  missed(node: number, of = this.documents): number {
    return of.true[node]! - of.right[node]!;
  }

  added(node: number, of = this.documents): number {
    return of.given[node]! - of.right[node]!;
  }

  // Of the labels that were given in the place of a missed one, the share in the right branch below the root.
  // Nothing where there is one branch, or where branches are the classes.
  confusionsInBranch(): { inside: number; all: number } | undefined {
    const { children, root } = this.tree.data;
    const branches = new Set(children[root]!);
    if (branches.size < 2 || !children[root]!.some((node) => children[node]!.length > 0)) return undefined;
    let [inside, all] = [0, 0];
    for (const [truth, guess, labels] of this.pairs) {
      if (truth === guess || truth === nothing || guess === nothing) continue;
      all += labels;
      const guessed = this.ancestors(guess);
      if ([...this.ancestors(truth)].some((node) => branches.has(node) && guessed.has(node))) inside += labels;
    }
    return all > 0 ? { inside, all } : undefined;
  }

  // Labels at or below the node that were missed, by what was given in their place, as nodes of the same level.
  went(node: number): Flow[] {
    return this.flows((pair) => this.wentTo(pair, node));
  }

  // Labels that were given at the node or below it wrongly, by what was missed.
  came(node: number): Flow[] {
    return this.flows((pair) => this.cameFrom(pair, node));
  }

  // Nodes, the confusions that cost most first: how often times how far, in steps of the taxonomy.
  costliest(most: number): { truth: number; guess: number; labels: number; cost: number }[] {
    const confusions = this.pairs.filter(([truth, guess]) => truth !== guess && truth !== nothing && guess !== nothing);
    const all = confusions.map(([truth, guess, labels]) => ({ truth, guess, labels, cost: labels * this.distance(truth, guess) }));
    return all.sort((a, b) => b.cost - a.cost || a.truth - b.truth || a.guess - b.guess).slice(0, most);
  }

  // The classes whose labels were missed (or wrongly added) most.
  most(which: "missed" | "added", most: number): Flow[] {
    const sums = new Map<number, number>();
    for (const [truth, guess, labels] of this.pairs) {
      const node = which === "missed" ? truth : guess;
      if (truth !== guess && node !== nothing) sums.set(node, (sums.get(node) ?? 0) + labels);
    }
    return sorted(sums).slice(0, most);
  }

  // How much of a number is in a document: its labels that count, or the document once.
  holds(document: SampleDocument, method: number, counted: Counted): number {
    if (counted.unit === "labels" || counted.kind === "wrong") return this.labelsIn(document, method, counted);
    const isHere = (label: number) => this.isBelow(label, counted.node);
    const [own, put] = [document.labels.some(isHere), (document.guesses[method] ?? []).some(isHere)];
    const is: Partial<Record<Kind, boolean>> = { true: own, given: put, right: own && put, missed: own && !put, added: put && !own };
    return Number(is[counted.kind] ?? false);
  }

  private labelsIn(document: SampleDocument, method: number, { kind, node, other }: Counted): number {
    const test: Record<Kind, (truth: number, guess: number) => boolean> = {
      true: (truth) => this.isBelow(truth, node),
      given: (_, guess) => this.isBelow(guess, node),
      right: (truth, guess) => truth === guess && this.isBelow(truth, node),
      missed: (truth, guess) => truth !== guess && this.isBelow(truth, node),
      added: (truth, guess) => truth !== guess && this.isBelow(guess, node),
      wrong: (truth, guess) => truth !== guess && (this.isBelow(truth, node) || this.isBelow(guess, node)),
      went: (truth, guess) => this.wentTo([truth, guess], node) === other,
      came: (truth, guess) => this.cameFrom([truth, guess], node) === other,
      cell: (truth, guess) => this.isInCell([truth, guess], node, other!),
    };
    return pairsOf(document, method).filter(([truth, guess]) => test[kind](truth, guess)).length;
  }

  // Labels at or below one node that were given something at or below another one, or nothing.
  cell(node: number, other: number): number {
    return this.pairs.reduce((sum, [truth, guess, labels]) => sum + (this.isInCell([truth, guess], node, other) ? labels : 0), 0);
  }

  private isInCell([truth, guess]: Pair, node: number, other: number): boolean {
    return this.isBelow(truth, node) && (other === nothing ? guess === nothing : this.isBelow(guess, other));
  }

  isBelow(node: number, above: number): boolean {
    return this.ancestors(node).has(above);
  }

  private wentTo([truth, guess]: Pair, node: number): number | undefined {
    return this.isBelow(truth, node) && !this.isBelow(guess, node) ? this.atDepth(guess, this.tree.place(node).depth) : undefined;
  }

  private cameFrom([truth, guess]: Pair, node: number): number | undefined {
    return this.isBelow(guess, node) && !this.isBelow(truth, node) ? this.atDepth(truth, this.tree.place(node).depth) : undefined;
  }

  private flows(other: (pair: Pair) => number | undefined): Flow[] {
    const sums = new Map<number, number>();
    for (const [truth, guess, labels] of this.pairs) {
      const to = other([truth, guess]);
      if (to !== undefined) sums.set(to, (sums.get(to) ?? 0) + labels);
    }
    return sorted(sums);
  }

  private distance(a: number, b: number): number {
    const [own, other] = [this.ancestors(a), this.ancestors(b)];
    const common = [...own].filter((node) => other.has(node)).length;
    return own.size + other.size - 2 * common;
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

function sorted(sums: Map<number, number>): Flow[] {
  const all = [...sums].map(([node, labels]) => ({ node, labels }));
  return all.sort((a, b) => b.labels - a.labels || a.node - b.node);
}
