// Curves over a threshold, levels, intervals and the matrix of two subtrees, made again from the true labels and the
// scores of documents:
//   node curves.mjs CLADE FOLDER
// FOLDER holds node_modules.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session, settled } from "./browser.mjs";
import { any, documentsOf, edgesOf, Expected, leavesOf } from "./expected.mjs";
import { numbers } from "./made_reports.mjs";

const close = (shown, value, what) => assert.ok(Math.abs(shown - value) <= 1e-9 + 1e-12 * Math.abs(value), `${what}: ${shown}, not ${value}`);

// Scores of the leaves, those of true labels higher on the average; the best one is what is given.
function scored(documents, leaves) {
  const random = numbers(29);
  return documents.map(({ id, truth }) => {
    const scores = Object.fromEntries(leaves.map((leaf) => [leaf, Number((random() + random() + (truth.includes(leaf) ? 0.7 : 0) - 1).toFixed(4))]));
    const best = leaves.reduce((a, b) => (scores[b] > scores[a] ? b : a));
    return { id, truth, scores, given: [best] };
  });
}

// What is shown in full, from the file of the picture.
async function tableOf(page, figure) {
  return page.evaluate((id) => {
    const box = document.querySelector(`#${id} details`);
    box.open = false;
    box.open = true;
    return new Promise((done) => setTimeout(() => done([...box.querySelectorAll("tbody tr")].map((row) => [...row.cells].map((cell) => Number(cell.textContent.replaceAll(",", "").replace("\u2212", "-"))))), 50));
  }, figure);
}

// Pairs of documents and nodes, each with its score and whether it is true.
function pairsAt(expected, nodes, leaves, isLeafOnly) {
  return nodes.flatMap((node) => {
    const below = isLeafOnly ? [node] : leaves.filter((leaf) => expected.isBelow(leaf, node));
    return expected.documents.map(({ truth, scores }) => ({ value: Math.max(...below.map((leaf) => scores[leaf])), isTrue: truth.some((label) => below.includes(label)) }));
  });
}

async function checksACurve(page, curve, pairs, most, what) {
  const all = pairs.filter(({ isTrue }) => isTrue).length;
  assert.equal(curve.true, all, what);
  assert.ok(curve.thresholds.length <= most && curve.thresholds.length > Math.min(most, all) / 3, `${what}: ${curve.thresholds.length} points`);
  let best = -1;
  curve.thresholds.forEach((threshold, i) => {
    const given = pairs.filter(({ value }) => value >= threshold);
    const right = given.filter(({ isTrue }) => isTrue).length;
    assert.equal(curve.given[i], given.length, `${what} at ${threshold}`);
    assert.equal(curve.right[i], right, `${what} at ${threshold}`);
    assert.ok(i === 0 || threshold > curve.thresholds[i - 1]);
    best = Math.max(best, (2 * right) / (given.length + all));
  });
  assert.equal(curve.right[0], all, `${what}: all are found at the lowest threshold`);
  const rows = await tableOf(page, "precision-recall");
  assert.equal(rows.length, curve.thresholds.length, what);
  rows.forEach(([, given, right, precision, recall, f1], i) => {
    assert.deepEqual([given, right], [curve.given[i], curve.right[i]]);
    const shown = [right / given, right / all, (2 * right) / (given + all)];
    [precision, recall, f1].forEach((number, k) => assert.ok(Math.abs(number - shown[k]) < 0.00051, `${what}: ${number}, not ${shown[k]}`));
  });
  const words = await page.locator("#thresholds [role=status]").first().textContent();
  assert.equal(Number(words.match(/F1 is largest, ([\d.]+),/)[1]), Number(best.toPrecision(3)), words);
}

async function checksCurves(page, expected, leaves) {
  const { labels, nodes, by_node: single } = await page.evaluate(() => window.clade.report.data.methods[0].curves);
  const choose = (what) => page.locator("#thresholds .controls select").first().selectOption(what);
  const measured = expected.nodes.filter((node) => node !== "root");
  await choose("labels");
  await checksACurve(page, labels, pairsAt(expected, leaves, leaves, true), 100, "labels");
  await choose("nodes");
  await checksACurve(page, nodes, pairsAt(expected, measured, leaves), 100, "nodes");
  await choose("node");
  const random = numbers(31);
  const names = await page.evaluate(() => window.clade.report.data.tree.names);
  for (let i = 0; i < 10; ++i) {
    const node = any(measured, random);
    await page.evaluate((name) => window.clade.view.showNode(window.clade.view.tree.data.names.indexOf(name)), node);
    await settled(page);
    const own = single.find(({ node: number }) => names[number] === node);
    await checksACurve(page, own.curve, pairsAt(expected, [node], leaves), 30, node);
  }
  await page.evaluate(() => window.clade.view.showNode(window.clade.view.tree.data.root));
  assert.match(await page.locator("#thresholds [role=status]").first().textContent(), /has no curve/);
  assert.equal(await page.locator("#precision-recall .mark, #precision-recall .line").count(), 0);
}

// The longest way from the root.
function levelsOf(expected) {
  const level = new Map();
  const of = (node) => {
    if (!level.has(node)) level.set(node, Math.max(0, ...(expected.parents.get(node) ?? []).map((parent) => of(parent) + 1)));
    return level.get(node);
  };
  expected.nodes.forEach(of);
  return level;
}

async function checksLevels(page, expected) {
  const level = levelsOf(expected);
  const shown = await page.evaluate(() => window.clade.report.data.methods[0].per_level);
  assert.equal(shown.length, Math.max(...level.values()));
  const above = (labels) => new Set(labels.flatMap((label) => [...expected.above(label)]));
  // The deepest ancestors at most so deep.
  const cut = (label, most) => {
    const reached = [...expected.above(label)].filter((node) => level.get(node) <= most);
    return reached.filter((node) => !reached.some((other) => other !== node && expected.isBelow(other, node)));
  };
  for (const { level: at, nodes, f1, accuracy } of shown) {
    assert.equal(nodes, expected.nodes.filter((node) => level.get(node) === at).length);
    let [own, given, both, hits] = [0, 0, 0, 0];
    for (const { truth, given: put } of expected.documents) {
      const [a, b] = [above(truth), above(put)].map((set) => [...set].filter((node) => level.get(node) === at));
      own += a.length;
      given += b.length;
      both += a.filter((node) => b.includes(node)).length;
      const reached = cut(put[0], at);
      hits += Number(truth.some((label) => cut(label, at).some((node) => reached.includes(node))));
    }
    close(f1, own + given > 0 ? (2 * both) / (own + given) : 0, `f1 of level ${at}`);
    close(accuracy, hits / expected.documents.length, `accuracy of level ${at}`);
  }
}

// Documents drawn by other random numbers than the program's: their percentiles are near.
async function checksIntervals(page, expected) {
  const { metrics } = await page.evaluate(() => window.clade.report.methods[0]);
  const random = numbers(37);
  const { documents } = expected;
  const right = documents.map(({ truth, given }) => given.filter((label) => truth.includes(label)).length);
  const sizes = documents.map(({ truth, given }) => truth.length + given.length);
  const values = Array.from({ length: 1000 }, () => {
    let [both, all] = [0, 0];
    for (let i = 0; i < documents.length; ++i) {
      const k = Math.floor(random() * documents.length);
      both += right[k];
      all += sizes[k];
    }
    return (2 * both) / all;
  }).sort((a, b) => a - b);
  const [low, high] = metrics.micro_f1.interval;
  assert.ok(Math.abs(low - values[25]) < 0.012 && Math.abs(high - values[974]) < 0.012, `${low} to ${high}, not ${values[25]} to ${values[974]}`);
  for (const name of ["macro_f1", "hierarchical_f1", "accuracy", "lca_f1"]) assert.ok(metrics[name].interval[0] < metrics[name].mean && metrics[name].mean < metrics[name].interval[1], name);
  assert.equal(metrics.auprc.interval, undefined);
  const notes = await page.locator("#metrics .notes").allTextContents();
  assert.ok(notes.some((note) => /^No interval: .*auprc/.test(note)), notes.join());
}

// One subtree against another: the rows are kept, then another node is selected for the columns, by keyboard.
async function checksTwoSubtrees(page, expected) {
  const select = (name) => page.evaluate((of) => window.clade.view.showNode(window.clade.view.tree.data.names.indexOf(of)), name);
  await select("n0");
  const details = page.locator("#tree-of-errors details", { hasText: "or of two subtrees" });
  await details.locator("summary").press("Enter");
  await details.getByLabel(/Keep the rows/).press("Space");
  const field = page.getByRole("combobox", { name: "Search names" });
  await field.fill("n1");
  await field.press("Enter");
  await settled(page);
  await field.press("Escape");
  assert.match(await details.locator(".controls").textContent(), /Keep the rows: what is below n0.*Keep the columns: what is below n1/);
  const [rows, columns] = ["n0", "n1"].map((node) => expected.children.get(node));
  const heads = (await page.locator(".matrix thead th").allTextContents()).slice(1);
  assert.deepEqual(new Set(heads.slice(0, -1)), new Set(columns));
  const shown = await page.locator(".matrix tbody tr").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  assert.deepEqual(new Set(shown.map(([name]) => name)), new Set(rows));
  for (const [truth, ...cells] of shown) {
    cells.forEach((cell, c) => {
      const isLast = c === heads.length - 1;
      const found = expected.count(([t, g]) => expected.isBelow(t, truth) && (isLast ? g === "" : expected.isBelow(g, heads[c])), true);
      assert.equal(Number(cell.replaceAll(",", "")), found.count, `${truth} ${heads[c]}`);
    });
  }
  await details.getByLabel(/Keep the rows/).press("Space");
  assert.deepEqual(new Set(await page.locator(".matrix tbody th").allTextContents()), new Set(columns));
}

async function checks(session, kind) {
  const edges = edgesOf(kind);
  const leaves = leavesOf(edges);
  const documents = scored(documentsOf(kind, leaves), leaves);
  const file = (name, content) => writeFileSync(join(session.folder, name), content);
  file("taxonomy.tsv", edges.map((edge) => edge.join("\t")).join("\n"));
  file("truth.jsonl", documents.map(({ id, truth }) => JSON.stringify({ id, text: `text of ${id}`, labels: truth })).join("\n"));
  file("scores.tsv", [["id", ...leaves], ...documents.map(({ id, scores }) => [id, ...leaves.map((leaf) => scores[leaf])])].map((row) => row.join("\t")).join("\n"));
  const page = await session.openMade(["evaluate", "--truth", "truth.jsonl", "--scores", "scores.tsv", "--taxonomy", "taxonomy.tsv", "--report", "r.html"], "r.html");
  const tree = await page.evaluate(() => window.clade.report.data.tree);
  const expected = new Expected(edges, documents);
  expected.number = (name) => tree.names.indexOf(name);
  for (const document of documents) document.pairs = expected.pairs(document);
  await checksCurves(page, expected, leaves);
  await checksLevels(page, expected);
  await checksIntervals(page, expected);
  await checksTwoSubtrees(page, expected);
  assert.deepEqual(page.problems, []);
  console.log(`${kind}: curves, levels, intervals and the matrix of two subtrees are right`);
}

const session = await Session.start();
try {
  for (const kind of ["single", "several", "dag"]) await checks(session, kind);
} finally {
  await session.end();
}
