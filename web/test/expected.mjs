// Taxonomies and documents for tests that make a page's numbers again, and what those numbers should be.
import { numbers } from "./made_reports.mjs";

export const any = (list, random) => list[Math.floor(random() * list.length)];

// Edges of the taxonomies: in the DAG some nodes have two parents.
export function edgesOf(kind) {
  const edges = [];
  for (let a = 0; a < 3; ++a) {
    edges.push(["root", `n${a}`]);
    for (let b = 0; b < 3; ++b) {
      edges.push([`n${a}`, `n${a}.${b}`]);
      for (let c = 0; c < 2; ++c) edges.push([`n${a}.${b}`, `n${a}.${b}.${c}`]);
    }
  }
  if (kind === "dag") edges.push(["n1.0", "n0.0.0"], ["n2", "n0.1"], ["n2.2", "n1.1.1"]);
  return edges;
}

export function leavesOf(edges) {
  const inner = new Set(edges.map(([parent]) => parent));
  return [...new Set(edges.map(([, child]) => child))].filter((node) => !inner.has(node));
}

// True and given labels of documents: of the given ones some are missing, some wrong, some none at all.
export function documentsOf(kind, leaves) {
  const random = numbers({ single: 3, several: 5, dag: 8 }[kind]);
  const set = (most) => [...new Set(Array.from({ length: 1 + Math.floor(random() * most) }, () => any(leaves, random)))].sort();
  return Array.from({ length: 300 }, (_, i) => {
    const truth = kind === "single" ? [any(leaves, random)] : set(4);
    const kept = truth.filter(() => random() < 0.6);
    const wrong = random() < 0.5 ? set(kind === "single" ? 1 : 3) : [];
    const given = random() < 0.12 ? [] : kind === "single" ? [...kept, ...wrong].slice(0, 1) : [...new Set([...kept, ...wrong])];
    return { id: `d${i}`, truth, given };
  });
}

export class Expected {
  constructor(edges, documents) {
    this.documents = documents;
    this.parents = new Map();
    this.children = new Map();
    for (const [parent, child] of edges) {
      this.parents.set(child, [...(this.parents.get(child) ?? []), parent]);
      this.children.set(parent, [...(this.children.get(parent) ?? []), child]);
    }
    this.nodes = ["root", ...this.parents.keys()];
    for (const document of documents) document.pairs = this.pairs(document);
  }

  above(node) {
    const found = new Set(node === "" ? [] : [node]);
    for (const at of found) for (const parent of this.parents.get(at) ?? []) found.add(parent);
    return found;
  }

  isBelow(node, above) {
    return this.above(node).has(above);
  }

  distance(a, b) {
    const [own, other] = [this.above(a), this.above(b)];
    return [...own].filter((node) => !other.has(node)).length + [...other].filter((node) => !own.has(node)).length;
  }

  // Missed and added labels of a document, the nearest first; `number` is the node's in the page, which decides draws.
  pairs({ truth, given }) {
    const pairs = truth.filter((label) => given.includes(label)).map((label) => [label, label]);
    let missed = truth.filter((label) => !given.includes(label));
    let added = given.filter((label) => !truth.includes(label));
    while (missed.length > 0 && added.length > 0) {
      let best;
      for (const m of missed) {
        for (const a of added) {
          const key = [this.distance(m, a), this.number?.(m) ?? 0, this.number?.(a) ?? 0];
          if (!best || key[0] < best.key[0] || (key[0] === best.key[0] && (key[1] < best.key[1] || (key[1] === best.key[1] && key[2] < best.key[2])))) best = { m, a, key };
        }
      }
      pairs.push([best.m, best.a]);
      missed = missed.filter((label) => label !== best.m);
      added = added.filter((label) => label !== best.a);
    }
    return [...pairs, ...missed.map((label) => [label, ""]), ...added.map((label) => ["", label])];
  }

  // The number of documents or labels, and which documents they are in.
  count(test, ofLabels) {
    const found = this.documents.map((document) => ({ id: document.id, n: ofLabels ? document.pairs.filter(test).length : Number(test(document)) })).filter(({ n }) => n > 0);
    return { count: found.reduce((sum, { n }) => sum + n, 0), ids: found.map(({ id }) => id) };
  }

  node(node) {
    const here = (label) => this.isBelow(label, node);
    const [own, put] = [({ truth }) => truth.some(here), ({ given }) => given.some(here)];
    return {
      documents: [own, (d) => own(d) && put(d), (d) => own(d) && !put(d), put, (d) => put(d) && !own(d)].map((test) => this.count(test, false)),
      labels: [([t]) => here(t), ([t, g]) => t === g && here(t), ([t, g]) => t !== g && here(t), ([, g]) => here(g), ([t, g]) => t !== g && here(g)].map((test) => this.count(test, true)),
    };
  }
}
