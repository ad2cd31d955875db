// From the DAG of nodes to the tree that is drawn. A node with several parents appears under each
// of them. Written out whole a DAG may be exponentially large: every node shows its children at
// its first appearance (counted level by level), and again only while the tree stays below a limit.

import type { TaxonomyData } from "../report/data";

// A report puts its tree and what it counts together so.
export type TreeData = Omit<TaxonomyData, "kind" | "title">;

export interface Appearance {
  node: number;
  branch: number; // which child of the root it is under; -1 for the root
  first: boolean; // the appearance that always has its children
  cut: boolean; // the node has children, which are shown at its first appearance only
  children: Appearance[];
}

export interface Appearances {
  root: Appearance;
  repeated: number; // appearances beyond the first of each node
  cut: number;
}

export function appearancesOf(data: TreeData): Appearances {
  const limit = 2 * data.names.length + 20000;
  const seen = new Uint8Array(data.names.length);
  const appear = (node: number, branch: number): Appearance => {
    const first = seen[node] === 0;
    seen[node] = 1;
    return { node, branch, first, cut: false, children: [] };
  };
  const root = appear(data.root, -1);
  const queue = [root];
  let repeated = 0;
  let cut = 0;
  for (let i = 0; i < queue.length; ++i) {
    const at = queue[i]!;
    const children = data.children[at.node]!;
    if (!at.first) ++repeated;
    if (!at.first && children.length > 0 && queue.length + children.length > limit) {
      at.cut = true;
      ++cut;
      continue;
    }
    at.children = children.map((child, i) => appear(child, at === root ? i : at.branch));
    for (const child of at.children) queue.push(child);
  }
  return { root, repeated, cut };
}
