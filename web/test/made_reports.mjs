// Reports for the browser tests: what the program would say of so many classes.
import { oddNames } from "./made_taxonomies.mjs";

const words = "amber basalt copper dolomite emerald flint granite halite iron jasper kaolin lapis".split(" ");

// Numbers that look random and are the same every time.
export function numbers(seed) {
  let state = seed;
  return () => (state = (state * 48271) % 2147483647) / 2147483647;
}

// Classes at the third level, branches of about the same size; some odd names among the classes.
export function madeTree(classes) {
  const random = numbers(7);
  const names = ["minerals"];
  const children = [[]];
  const add = (parent, name) => {
    names.push(name);
    children.push([]);
    children[parent].push(names.length - 1);
    return names.length - 1;
  };
  const groups = Math.max(2, Math.round(Math.cbrt(classes)));
  const middle = [];
  for (let g = 0; g < groups; ++g) {
    const branch = add(0, `branch ${words[g % 12]} ${g}`);
    for (let k = 0; k < groups; ++k) middle.push(add(branch, `group ${g}.${k}`));
  }
  const leaves = [];
  for (let c = 0; c < classes; ++c) {
    const parent = c < middle.length ? middle[c] : middle[Math.floor(random() ** 1.3 * middle.length)];
    leaves.push(add(parent, c < oddNames.length ? oddNames[c] : `${words[c % 12]} ${c}`));
  }
  return { names, children, root: 0, leaves: leaves.filter((leaf) => children[leaf].length === 0) };
}

function confusionOf(tree, random, error) {
  const parent = new Map();
  tree.children.forEach((list, node) => list.forEach((child) => parent.set(child, node)));
  const found = new Map();
  const put = (truth, guess, documents) => {
    const key = `${truth} ${guess}`;
    const old = found.get(key) ?? [truth, guess, 0];
    found.set(key, [truth, guess, old[2] + documents]);
  };
  const any = (list) => list[Math.floor(random() * list.length)];
  for (const leaf of tree.leaves) {
    const documents = 2 + Math.floor(random() * 18);
    let wrong = Math.round(documents * error * 2 * random());
    put(leaf, leaf, documents - wrong);
    for (; wrong > 0; --wrong) {
      const where = random();
      put(leaf, where < 0.6 ? any(tree.children[parent.get(leaf)]) : where < 0.97 ? any(tree.leaves) : -1, 1);
    }
  }
  return [...found.values()].filter(([, , documents]) => documents > 0);
}

// Documents of one label each: by node, what is at it or below it.
function nodeNumbers(tree, pairs) {
  const parents = tree.children.map(() => []);
  tree.children.forEach((list, node) => list.forEach((child) => parents[child].push(node)));
  const above = (node) => {
    const found = new Set(node < 0 ? [] : [node]);
    for (const at of found) for (const parent of parents[at]) found.add(parent);
    return found;
  };
  const none = () => ({ true: tree.names.map(() => 0), given: tree.names.map(() => 0), right: tree.names.map(() => 0) });
  const [documents, labels] = [none(), none()];
  for (const [truth, guess, n] of pairs) {
    const [own, given] = [above(truth), above(guess)];
    for (const numbers of [documents, labels]) {
      for (const node of own) numbers.true[node] += n;
      for (const node of given) numbers.given[node] += n;
    }
    for (const node of own) {
      if (given.has(node)) documents.right[node] += n;
      if (truth === guess) labels.right[node] += n;
    }
  }
  return { documents, labels };
}

const shareRight = (pairs) => pairs.reduce((sum, [t, g, n]) => sum + (t === g ? n : 0), 0) / pairs.reduce((sum, [, , n]) => sum + n, 0);

function traceOf(random, online) {
  if (online) {
    return Array.from({ length: 5 }, (_, i) => ({ epoch: i + 1, seconds: 0.1 * (i + 1), examples: 1000 * (i + 1), mean_error: 0.9 / (i + 1), accuracy: 1 - 0.5 / (i + 1) }));
  }
  return Array.from({ length: 12 }, (_, i) => {
    const gap = 0.7 * 0.5 ** i;
    return { epoch: i + 1, seconds: 0.02 * (i + random()), primal: 3 + 6 * gap, dual: 3 - 2 * gap, relative_gap: gap, certified: true };
  });
}

function methodOf(tree, i, name, several) {
  const random = numbers(11 + i);
  const error = 0.25 + 0.04 * i;
  const confusion = confusionOf(tree, random, error);
  const measured = (mean) => (several ? { mean, std: 0.01, interval: [mean - 0.02, mean + 0.02], values: [mean - 0.01, mean + 0.01] } : { mean });
  const accuracy = shareRight(confusion);
  const metrics = { accuracy: measured(accuracy), tree_loss: measured(1.4 * (1 - accuracy)), micro_f1: measured(accuracy), macro_f1: measured(accuracy * 0.9) };
  const test = (difference, p) => ({ difference, p, p_permutation: p, p_t: p, paired_over: "records" });
  return {
    method: name,
    taxonomy: "given",
    flat: i === 1,
    metrics,
    ...(i > 0 ? { against_first: { accuracy: test(-0.02 * i, 0.04 / i ** 2), tree_loss: test(0.03 * i, i === 2 ? 0.0004 : 0.3) } } : {}),
    loss_histogram: { 0: Math.round(5000 * accuracy), 2: 200 + 30 * i, 4: 90.5 + 10 * i, 6: 12 + i },
    per_level: [1, 2, 3].map((level) => ({ level, nodes: 3 ** level, accuracy: 0.98 - 0.06 * level - 0.01 * i, f1: 0.97 - 0.07 * level, ...(i === 0 ? { auprc: 0.9 - 0.05 * level } : {}) })),
    seconds: 1.5 + i,
    trace: traceOf(random, i === 2),
    confusion,
    ...nodeNumbers(tree, confusion),
    set_sizes: { true: { 1: 900, 2: 100 }, predicted: { 0: 5 + i, 1: 930, 2: 65 } },
    reliability: [1, 2].map((level) => ({ level, ece: 0.02 * level, bins: Array.from({ length: 8 }, (_, b) => ({ confidence: 0.2 + 0.1 * b, accuracy: 0.15 + 0.1 * b + 0.02 * level, count: 10 + 40 * b })) })),
  };
}

// Three words of the text marked, for and against, and the paths of two classes.
function explanationsOf(tree, text, label, guesses) {
  const words = [...text.matchAll(/[a-z]{3,}/g)].slice(-3);
  const pathOf = (leaf) => {
    const parent = tree.children.findIndex((list) => list.includes(leaf));
    return parent < 0 ? [] : [...pathOf(parent), leaf];
  };
  const of = (node, score) => {
    const nodes = pathOf(node);
    return { node, score, probability: score / 2, nodes, shares: nodes.map(() => score / nodes.length), probabilities: nodes.map(() => score / 2) };
  };
  return guesses.map((given, method) => {
    const best = given[0] ?? label;
    const other = best === label ? tree.leaves.find((leaf) => leaf !== label) : label;
    const shares = [0.4, 0.05, -0.2];
    const marks = words.map((word, i) => [word.index, word[0].length, shares[i]]);
    return { method, best: of(best, 1.5), other: of(other, 0.5), asked: best !== label, lead: 1, words: words.map(([word], i) => [word, shares[i]]), left_out: 2, marks };
  });
}

// As many points and nodes as the program gives at most.
function curvesOf(tree, random) {
  const curve = (points, all) => {
    const right = Array.from({ length: points }, (_, i) => Math.round(all * (1 - i / points)));
    return { true: all, thresholds: right.map((_, i) => Number(((i - 20 + random()) / 20).toPrecision(6))), given: right.map((n, i) => Math.round(n * (1 + (points - i) / points))), right };
  };
  const nodes = tree.names.map((_, node) => node).filter((node) => node !== tree.root);
  return { over: "score", labels: curve(100, 5000), nodes: curve(100, 15000), by_node: nodes.slice(0, 200).map((node) => ({ node, curve: curve(30, 100 + node) })) };
}

// Of many classes as much text as a page holds.
function documentsOf(tree, methods) {
  const random = numbers(5);
  const rest = tree.leaves.length < 4000 ? "" : " and on".repeat(80);
  return Array.from({ length: tree.leaves.length < 4000 ? 60 : 960 }, (_, i) => {
    const label = tree.leaves[Math.floor(random() * tree.leaves.length)];
    const guess = () => (random() < 0.5 ? [label] : random() < 0.1 ? [] : [tree.leaves[Math.floor(random() * tree.leaves.length)]]);
    const guesses = methods.map(guess);
    const confused = guesses.map((given) => (given.length > 0 && given[0] !== label ? [[label, given[0]]] : []));
    const text = `${oddNames[i % oddNames.length]} and the rest of document ${i}${rest}`;
    const probabilities = guesses.map((given, m) => given.map(() => (m === 1 ? undefined : Math.round(100 * random()) / 100)).filter((p) => p !== undefined));
    const explained = i % 3 ? { explained: explanationsOf(tree, text, label, guesses) } : {};
    return { id: `d${i}`, labels: [label], guesses, confused, probabilities, ...explained, text, ...(i % 2 ? { cut: true } : {}) };
  });
}

const settings = [
  { group: "Model", values: [["method", "hsvm"], ["C", "1"], ["<b>seed</b>", "7"]] },
  { group: "Data", values: [["file", "test.jsonl"], ["records", "2000"]] },
];
const common = {
  clade: "0.1.0",
  better: { accuracy: "higher", tree_loss: "lower", micro_f1: "higher", macro_f1: "higher" },
  columns: ["accuracy", "tree_loss"],
  settings,
};

const treePart = ({ names, children, root }) => ({ names, children, root });

export function madeEvaluation(classes) {
  const tree = madeTree(classes);
  const method = { ...methodOf(tree, 0, "hsvm --C 1", false), curves: curvesOf(tree, numbers(9)) };
  const per_class = tree.leaves.map((leaf, i) => ({ class: tree.names[leaf], support: 1 + (i % 17), precision: ((i * 7) % 100) / 100, recall: ((i * 13) % 100) / 100, f1: ((i * 11) % 100) / 100 }));
  return {
    kind: "evaluation",
    title: "hsvm on </script><b>test</b>.jsonl \u202etxt",
    command: "clade evaluate model.clade test.jsonl --report r.html",
    instances: method.confusion.reduce((sum, [, , n]) => sum + n, 0),
    ...common,
    methods: [method],
    per_class,
    tree: treePart(tree),
    documents: documentsOf(tree, [method]),
  };
}

export function madeComparison(classes) {
  const tree = madeTree(classes);
  const methods = ["hsvm --C 1", "svm", "hieron", "dnc --base <i>svm</i>"].map((name, i) => methodOf(tree, i, name, true));
  const values = [1, 2, 5, 10, 20];
  const curve = {
    option: "sample_per_class",
    values,
    methods: methods.map(({ method, taxonomy }, i) => ({
      method,
      taxonomy,
      metrics: {
        accuracy: { mean: values.map((v) => 0.9 - 0.4 / (v + 0.3 * i + 0.5)), std: values.map((v) => 0.05 / v) },
        tree_loss: { mean: values.map((v) => 0.2 + 0.8 / (v + 0.3 * i + 0.5)), std: values.map((v) => 0.07 / v) },
      },
    })),
  };
  return {
    kind: "comparison",
    title: "4 methods on docs.jsonl",
    command: 'clade compare docs.jsonl --methods "hsvm; svm"',
    notes: ["5 folds of 2000 records", "seed 7"],
    ...common,
    methods,
    tree: treePart(tree),
    documents: documentsOf(tree, methods),
    curve,
  };
}

// Classes on a line, linked from the left: the dendrogram of a staircase of pairs.
export function madeLearned(classes) {
  const random = numbers(3);
  const links = [];
  let open = Array.from({ length: classes }, (_, i) => i);
  for (let distance = 1; open.length > 1; distance *= 1.7) {
    const next = [];
    for (let i = 0; i < open.length; i += 2) {
      if (i + 1 === open.length) next.push(open[i]);
      else {
        links.push([open[i], open[i + 1], distance * (1 + 0.2 * random())]);
        next.push(classes + links.length - 1);
      }
    }
    open = next;
  }
  const cut = links.map((_, t) => t >= links.length - 3);
  const quarter = Math.ceil(classes / 4);
  const clusters = Array.from({ length: 4 }, (_, k) => Array.from({ length: classes }, (_, c) => c).slice(k * quarter, (k + 1) * quarter));
  const names = ["root", ...clusters.map((_, k) => `cluster${k + 1}`)];
  const children = [[1, 2, 3, 4], ...clusters.map((list) => list.map((c) => c + 5))];
  const classNames = Array.from({ length: classes }, (_, c) => (c < oddNames.length ? oddNames[c] : `${words[c % 12]} ${c}`));
  for (const name of classNames) {
    names.push(name);
    children.push([]);
  }
  const side = Math.min(classes, 100);
  return {
    kind: "learned",
    title: "Learned taxonomy of docs.jsonl",
    clade: "0.1.0",
    command: "clade taxonomy learn docs.jsonl -o learned.tsv",
    settings,
    tree: { names, children, root: 0 },
    learned: {
      classes: classNames,
      links,
      cuts: [{ threshold: 1.1, inconsistency: links.map((_, t) => (t === links.length - 1 ? 1.15 : t >= links.length - 3 ? 1.3 : 0.7)), cut, clusters }],
      order: Array.from({ length: classes }, (_, c) => c),
      cells: { side, values: Array.from({ length: side * side }, (_, i) => Math.abs((i % side) - Math.floor(i / side))) },
    },
  };
}
