// Taxonomies for the browser tests, as edge lists, with what must be found in the picture.

export const oddNames = [
  "</script><script>alert(1)</script>",
  "<!-- <b>bold</b> & \"quoted\" 'name'",
  "a\u2028b\u2029c",
  "\u05e9\u05dc\u05d5\u05dd \u202e\u05e2\u05d5\u05dc\u05dd",
  "\ud83d\udc69\u200d\ud83d\udc69\u200d\ud83d\udc67 family \ud83c\udf32",
  "@DATA@ $& {{name}} \\u003c",
];

const words = "ash beech cedar elm fir larch maple oak pine rowan spruce willow".split(" ");

// A tree of so many nodes: each hangs under one of those before it, earlier ones more often.
export function madeTree(nodes) {
  let state = 1;
  const random = () => (state = (state * 48271) % 2147483647) / 2147483647;
  const name = (i) => (i === 0 ? "root" : i <= oddNames.length ? oddNames[i - 1] : `${words[i % 12]} ${i}`);
  const edges = [];
  for (let i = 1; i < nodes; ++i) {
    const parent = i <= oddNames.length + 2 ? 0 : Math.floor(random() ** 1.5 * Math.min(i, nodes / 4));
    edges.push([name(parent), name(i)]);
  }
  return edges;
}

// Two ways lead to 'shared', whose children then appear twice.
export const dag = [
  ["r", "a"], ["r", "b"], ["a", "shared"], ["b", "shared"], ["shared", "c"], ["shared", "d"], ["b", "e"],
];

// Layers of nodes, each under both of the layer above: 2^depth ways to the lowest.
export function ladder(depth) {
  const edges = [["top", "l0"], ["top", "r0"]];
  for (let i = 0; i < depth; ++i) {
    for (const above of [`l${i}`, `r${i}`]) for (const below of [`l${i + 1}`, `r${i + 1}`]) edges.push([above, below]);
  }
  return edges;
}

export const chain = (depth) => Array.from({ length: depth }, (_, i) => [`n${i}`, `n${i + 1}`]);

export const asText = (edges) => edges.map(([parent, child]) => `${parent}\t${child}\n`).join("");

// Leaves below every node of a tree, by name, from the edges alone.
export function leavesOf(edges) {
  const children = new Map();
  for (const [parent, child] of edges) children.set(parent, [...(children.get(parent) ?? []), child]);
  const leaves = new Map();
  const count = (node) => {
    const below = children.get(node) ?? [];
    const sum = below.length === 0 ? 1 : below.map(count).reduce((a, b) => a + b);
    leaves.set(node, sum);
    return sum;
  };
  count(edges[0][0]);
  return leaves;
}
