// The taxonomy of a model, with what its corrections say of every node.
import { TaxonomyTree } from "../icicle/tree";
import { NameSearch } from "../icicle/search";
import type { TaxonomyNode } from "./contract";

export interface Row {
  node: number;
  depth: number;
}

export class Taxonomy {
  readonly children: number[][];
  readonly rows: Row[] = []; // from top to bottom, each node at its first place; without the root
  private readonly byName = new Map<string, number>();
  private drawn: TaxonomyTree | undefined;
  private searched: NameSearch | undefined;

  constructor(readonly nodes: TaxonomyNode[]) {
    this.children = nodes.map(() => []);
    nodes.forEach(({ parents, name }, node) => {
      this.byName.set(name, node);
      for (const parent of parents) this.children[parent]!.push(node);
    });
    this.list();
  }

  // Made when a picture is asked for.
  get tree(): TaxonomyTree {
    return (this.drawn ??= new TaxonomyTree({ names: this.nodes.map(({ name }) => name), children: this.children, root: 0 }));
  }

  node(name: string): number | undefined {
    return this.byName.get(name);
  }

  name(node: number): string {
    return this.nodes[node]!.name || "(root)";
  }

  find(words: string): number[] {
    this.searched ??= new NameSearch(this.nodes.map(({ name }) => name));
    return this.searched.find(words).filter((node) => node > 0);
  }

  // From below the root down, along the first parents.
  path(node: number): string[] {
    const names: string[] = [];
    for (let at = node; at !== 0; at = this.nodes[at]!.parents[0] ?? 0) names.unshift(this.name(at));
    return names;
  }

  // Without recursion: taxonomies may be thousands of levels deep.
  private list() {
    const seen = new Uint8Array(this.nodes.length);
    const open: Row[] = [{ node: 0, depth: -1 }];
    for (let at = open.pop(); at; at = open.pop()) {
      const { node, depth } = at;
      if (seen[node]) continue;
      seen[node] = 1;
      if (node > 0) this.rows.push(at);
      const below = this.children[node]!;
      for (let i = below.length - 1; i >= 0; --i) open.push({ node: below[i]!, depth: depth + 1 });
    }
  }
}
