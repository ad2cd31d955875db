// Sentences, charts and tables of reports that once said something else than their numbers:
//   node truths.mjs CLADE FOLDER
// FOLDER holds node_modules.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session, drawnMarks, settled } from "./browser.mjs";
import { madeComparison, madeEvaluation, madeLearned } from "./made_reports.mjs";

const heights = (page, figure) => page.locator(`#${figure} .drawing .mark`).evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("height"))));

async function tableOf(page, figure) {
  await page.locator(`#${figure} summary`).click();
  await page.locator(`#${figure} tbody tr`).first().waitFor();
  return page.locator(`#${figure} tbody tr`).evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent)));
}

// 51 losses in steps of 0.5, equally often: bars of equal heights, but for the first and the last one.
async function drawsNoSawTooth(session) {
  const data = madeEvaluation(15);
  data.methods[0].loss_histogram = Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i / 2, 100]));
  const page = await session.openReport(data);
  const rows = await tableOf(page, "loss-histogram");
  assert.deepEqual(rows.slice(0, 3).map(([, range, n]) => [range, n]), [["0", "100"], ["0.5\u20132", "400"], ["2.5\u20134", "400"]]);
  const inner = (await heights(page, "loss-histogram")).slice(1, -1);
  assert.ok(inner.every((height) => Math.abs(height - inner[0]) < 0.01));
  await page.locator("#loss-histogram select").selectOption("log");
  assert.equal(await page.locator("#loss-histogram .drawing rect.mark").count(), 0, "bars need a zero");
}

async function showsDocumentsWithoutALabel(session) {
  const data = madeEvaluation(15);
  data.methods[0].set_sizes = { true: { 1: 900, 2: 100 }, predicted: { 0: 40, 1: 900, 2: 30, 151: 20, 669: 10 } };
  const page = await session.openReport(data);
  const rows = await tableOf(page, "set-sizes-figure");
  const of = (name) => Object.fromEntries(rows.filter(([method]) => method === name).map(([, size, n]) => [size, n]));
  assert.equal(of(data.methods[0].method)[0], "40");
  assert.equal(of("true")[0], "0");
  assert.equal(of(data.methods[0].method)["500\u2013669"], "10");
  assert.equal(of(data.methods[0].method)["20\u201349"], "0");
}

async function staysOnTheScale(session) {
  const data = madeEvaluation(15);
  for (const level of data.methods[0].per_level) level.accuracy = 1;
  data.methods[0].loss_histogram = { 0: 1 };
  const page = await session.openReport(data);
  const ticks = async (figure) => (await page.locator(`#${figure} .axis`).first().locator("text").allTextContents()).map(Number).filter(Number.isFinite);
  assert.ok(Math.max(...(await ticks("levels-figure"))) <= 1);
  assert.ok((await ticks("loss-histogram")).every(Number.isInteger));
}

// Without a taxonomy every class is a branch: there is nothing to say about them, nor about levels.
async function saysNothingOfBranchesWithoutATaxonomy(session) {
  const page = await session.openReport(madeEvaluation(15));
  assert.match(await page.textContent(".glance"), /are in the right top-level branch/);
  const data = madeEvaluation(15);
  const { leaves, tree } = { tree: data.tree, leaves: data.tree.names.map((_, i) => i).filter((i) => data.tree.children[i].length === 0) };
  tree.children = tree.children.map((_, i) => (i === tree.root ? leaves : []));
  data.methods[0].per_level = data.methods[0].per_level.slice(0, 1);
  const flat = await session.openReport(data);
  assert.doesNotMatch(await flat.textContent("main"), /top-level branch/);
  assert.equal(await flat.locator("#levels").count(), 0);
}

async function countsLevelsOfADag(session) {
  const data = madeEvaluation(15);
  data.tree.children[data.tree.root].push(data.tree.names.length - 1);
  data.methods[0].per_level = [1, 2, 3, 4].map((level) => ({ level, nodes: level === 3 ? 0 : 5, accuracy: 0.5, f1: 0.4 }));
  const page = await session.openReport(data);
  assert.equal(await page.locator("#levels-figure .drawing .mark").count(), 3);
  assert.match(await page.textContent("#levels-figure figcaption"), /the longest way to it/);
}

// Wins and losses over all measures, and what no test could tell.
async function countsBothSides(session) {
  const data = madeComparison(15);
  const [first, second] = data.methods;
  second.against_first = { accuracy: { difference: 0.01, p: 0.2 }, tree_loss: { difference: -0.1, p: 0.01 } };
  second.metrics.tree_loss.mean = first.metrics.tree_loss.mean - 0.1;
  second.metrics.micro_f1.mean = first.metrics.micro_f1.mean + 0.2;
  second.metrics.macro_f1.mean = first.metrics.macro_f1.mean - 0.2;
  data.methods = [first, second];
  const page = await session.openReport(data);
  assert.equal(
    await page.textContent(".outcome"),
    "Against hsvm --C 1, by 4 measures: svm is better in 1, worse in 0, no clear difference in 1; of 2 without a test its value is better in 1, worse in 1.",
  );
  const cells = await page.locator(".verdict tbody td").allTextContents();
  assert.deepEqual(cells, ["1 tree_loss", "0", "1 accuracy", "better value 1 micro_f1worse value 1 macro_f1"]);
  for (const test of Object.values(second.against_first)) test.p = 0.5;
  await session.openReport(data);
  assert.match(await page.textContent(".outcome"), /^No clear difference to hsvm --C 1/);
}

async function saysWhatFewSplitsCannotShow(session) {
  const data = madeComparison(15);
  for (const method of data.methods.slice(1)) for (const test of Object.values(method.against_first)) test.paired_over = "splits";
  for (const method of data.methods) for (const metric of Object.values(method.metrics)) metric.values = [0.1, 0.2, 0.3];
  const page = await session.openReport(data);
  assert.match(await page.textContent(".glance"), /Tests over 3 splits cannot give less than p = 0.250/);
}

async function namesPointsAndEnds(session) {
  const page = await session.openReport(madeComparison(400));
  await page.getByLabel("Compared with").selectOption("1");
  const legend = await page.textContent(".shades");
  assert.match(legend, /\u2212\d+ points.*\(better\).*\+\d+ points.*\(worse\)/);
  assert.match(legend, /and more \(worse\)/);
  assert.doesNotMatch(legend, /%/);
  assert.match(await page.textContent("#metrics .notes"), /95 % interval/);
}

async function readsTheDendrogram(session) {
  const data = madeLearned(150);
  const page = await session.openReport(data);
  assert.match(await page.textContent(".outcome"), /4 clusters, cut where the inconsistency coefficient is above 1.1/);
  const ys = await page.locator("#dendrogram .axis").first().locator("text").evaluateAll((all) => all.map((text) => Number(text.getAttribute("y"))));
  const sorted = ys.slice(0, 150).sort((a, b) => a - b);
  assert.ok(sorted.every((y, i) => i === 0 || y - sorted[i - 1] >= 12), "names do not overlap");
  assert.match(await page.textContent("#distances .shades"), /^Distance: 0 +\d/);
}

async function guardsCells(session) {
  const data = madeEvaluation(15);
  data.tree.names[data.tree.names.length - 1] = '=HYPERLINK("http://evil","x")';
  const page = await session.openReport(data);
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Nodes (CSV)" }).click()]);
  const text = readFileSync(await download.path(), "utf8");
  assert.ok(text.includes(`"'=HYPERLINK(`), text.slice(-300));
  assert.ok(!/(^|,)"?[=@]/m.test(text));
}

// What a name ends with is often what tells it from others.
async function shortensInTheMiddle(session) {
  const data = madeEvaluation(15);
  const leaves = data.tree.names.map((_, i) => i).filter((i) => data.tree.children[i].length === 0);
  leaves.forEach((leaf, i) => (data.tree.names[leaf] = `a very long beginning that all of the names share ${i}`));
  const page = await session.openReport(data);
  await drawnMarks(page);
  const drawn = await page.evaluate(() => {
    const texts = [];
    const pen = window.clade.picture.element.getContext("2d");
    const fill = pen.fillText.bind(pen);
    pen.fillText = (text, ...rest) => (texts.push(text), fill(text, ...rest));
    window.clade.picture.draw();
    return texts;
  });
  const cut = drawn.filter((text) => text.includes("\u2026"));
  assert.ok(cut.length > 0 && cut.every((text) => /\u2026.*\d$/.test(text)), cut.join("; "));
}

// What a metric means is beside its name for the pointer and for the keyboard.
async function definesMetrics(session) {
  const data = madeComparison(15);
  data.meanings = Object.fromEntries(Object.keys(data.methods[0].metrics).map((metric) => [metric, `what ${metric} is`]));
  const page = await session.openReport(data);
  const head = page.locator("#metrics thead button", { hasText: "tree_loss" });
  await head.hover();
  assert.match(await page.textContent(".hint"), /^what tree_loss is; lower is better/);
  await page.mouse.move(0, 0);
  assert.ok(!(await page.locator(".hint").isVisible()));
  await page.locator(".verdict .metric").first().focus();
  assert.match(await page.textContent(".hint"), /^what \w+ is/);
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator(".hint").isVisible()));
  const undefinedOnes = await page.locator(".metric, #metrics thead button").evaluateAll((all) => all.filter(({ ariaDescription }) => !ariaDescription).length);
  assert.equal(undefinedOnes, 0);
}

// Levels one by one, each point with its number of documents.
async function showsReliabilityByLevel(session) {
  const data = madeEvaluation(15);
  const page = await session.openReport(data);
  const marks = page.locator("#reliability-figure .drawing .mark");
  assert.equal(await marks.count(), 16);
  await page.locator("#reliability-figure select").selectOption("2");
  assert.equal(await marks.count(), 8);
  assert.match(await marks.first().locator("title").textContent(), /^level 2 .*; 10 documents$/);
  const rows = await tableOf(page, "reliability-figure");
  assert.deepEqual(rows.map(([level, , , n]) => [level, n]), data.methods[0].reliability[1].bins.map(({ count }) => ["2", String(count)]));
}

// Nodes that were added for labels at inner nodes are no leaves.
async function countsLeavesOfTheTaxonomy(session) {
  const data = madeEvaluation(15);
  const leaves = data.tree.children.filter(({ length }) => length === 0).length;
  const page = await session.openReport(data);
  assert.match(await page.textContent("aside dl"), new RegExp(`^Leaves${leaves}$`));
  data.tree.added = [data.tree.names.length - 1];
  await session.openReport(data);
  assert.match(await page.textContent("aside dl"), new RegExp(`^Leaves${leaves - 1}$`));
  assert.match(await page.textContent("#tree-of-errors .caption"), /\(itself\)/);
}

async function showsWhatAClassHasNot(session) {
  const data = madeEvaluation(15);
  Object.assign(data.per_class[0], { precision: null, f1: null, support: 999 });
  const page = await session.openReport(data);
  const cells = await page.locator("#classes tbody tr").first().locator("td").allTextContents();
  assert.deepEqual([cells[1], cells[3]], ["\u2013", "\u2013"]);
}

const session = await Session.start();
try {
  await drawsNoSawTooth(session);
  await showsDocumentsWithoutALabel(session);
  await staysOnTheScale(session);
  await saysNothingOfBranchesWithoutATaxonomy(session);
  await countsLevelsOfADag(session);
  await countsBothSides(session);
  await saysWhatFewSplitsCannotShow(session);
  await namesPointsAndEnds(session);
  await readsTheDendrogram(session);
  await guardsCells(session);
  await shortensInTheMiddle(session);
  await showsWhatAClassHasNot(session);
  await countsLeavesOfTheTaxonomy(session);
  await definesMetrics(session);
  await showsReliabilityByLevel(session);
  await settled(session.page);
  assert.deepEqual(session.page.problems, []);
} finally {
  await session.end();
}
