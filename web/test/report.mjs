// The report's page in a browser:
//   node report.mjs CLADE FOLDER [PICTURES]
// FOLDER holds node_modules; with PICTURES, pictures of the pages are left there for people.
import assert from "node:assert/strict";
import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session, drawingTime, drawnMarks, settled } from "./browser.mjs";
import { madeComparison, madeEvaluation, madeLearned, numbers } from "./made_reports.mjs";
import { oddNames } from "./made_taxonomies.mjs";
import {
  changesPictures,
  clicksThroughTheTree,
  drawsBarsInProportion,
  drawsEveryNumber,
  drawsTheTree,
  givesData,
  listsClasses,
  listsNodes,
  readsDocuments,
  searches,
  showsTextAsText,
  switchesTheme,
} from "./report_checks.mjs";

const pictures = process.argv[4];

async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

// Milliseconds of processor time of the page's thread, for opening it again: a loaded machine does not spoil it.
async function openingTime(page) {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const spent = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value;
  await page.reload();
  await settled(page);
  const opened = 1000 * (await spent());
  await session.detach();
  return opened;
}

async function evaluationOf(session, classes) {
  const data = madeEvaluation(classes);
  const page = await session.openReport(data);
  const opened = await openingTime(page);
  assert.match(await page.textContent(".outcome"), /accuracy [\d.]+ on [\d,]+ documents; [\d.]+ % got no label/);
  const marks = await drawsTheTree(page, data);
  await picture(page, `evaluation-${classes}-light`);
  await clicksThroughTheTree(page, data, marks);
  await listsNodes(page, data);
  await searches(page, data);
  await readsDocuments(page, data);
  await drawsEveryNumber(page, data);
  await listsClasses(page, data);
  if (classes === 15) await showsTextAsText(page, data);
  await switchesTheme(page);
  await picture(page, `evaluation-${classes}-dark`);
  const drawing = await drawingTime(page);
  const size = statSync(join(session.folder, "report.html")).size;
  assert.ok(drawing < 50, `one drawing takes ${drawing} ms`);
  assert.ok(size < 3e6, `${size} bytes`);
  assert.ok(opened > 0 && opened < 1000, `opened in ${opened} ms`);
  assert.deepEqual(page.problems, []);
  console.log(`${classes} classes: ${marks.length} nodes drawn, opened in ${opened.toFixed(0)} ms, one drawing ${drawing.toFixed(1)} ms, ${(size / 1024).toFixed(0)} KB`);
}

async function comparisonOf(session, classes) {
  const data = madeComparison(classes);
  const page = await session.openReport(data);
  const table = page.locator("#metrics table");
  assert.equal(await table.locator("tbody tr").count(), data.methods.length);
  assert.equal(await table.locator("thead th").count(), 2 + data.columns.length);
  const signs = await table.locator(".sign").allTextContents();
  assert.equal(signs.filter((sign) => sign === "\u25bc").length, 4); // three in accuracy, one in tree_loss
  assert.equal(await table.locator(".best").count(), 2);
  assert.match(await table.textContent(), /worse: \u22120.02 against hsvm --C 1, p = 0.04/);
  await page.locator("#metrics").getByLabel("All 4 metrics").check();
  assert.equal(await table.locator("thead th").count(), 2 + 4);
  await table.getByRole("button", { name: "method", exact: true }).click();
  assert.equal(await table.locator("tbody th").first().textContent(), "dnc --base <i>svm</i>");
  await drawsEveryNumber(page, data);
  await picture(page, `comparison-${classes}-light`);
  await drawsBarsInProportion(page, data);
  await changesPictures(page, data);
  await givesData(page, data);
  await page.getByLabel("Compared with").selectOption("1");
  assert.match(await page.textContent(".shades"), /hsvm --C 1 less svm/);
  await switchesTheme(page);
  await picture(page, `comparison-${classes}-dark`);
  assert.deepEqual(page.problems, []);
}

async function learnedOf(session, classes) {
  const data = madeLearned(classes);
  const page = await session.openReport(data);
  const { links, cuts, cells } = data.learned;
  const lines = (selector) => page.locator(selector).evaluateAll((all) => all.map((path) => path.getAttribute("d").split("M").length - 1).reduce((a, b) => a + b, 0));
  assert.equal(await lines("#dendrogram .link"), links.length);
  const cut = cuts[0].cut.filter(Boolean).length;
  assert.equal(await lines("#dendrogram .link.cut"), cut);
  assert.equal(await lines("#dendrogram .cross"), 2 * cut);
  assert.equal(await lines("#distances .cells"), cells.values.length);
  assert.equal((await drawnMarks(page))[1].name, "cluster1");
  if (classes === 15) {
    const names = await page.locator("#dendrogram .axis text").allTextContents();
    for (const name of oddNames) assert.ok(names.includes(name) || names.some((cut) => cut.endsWith("\u2026")), name);
    assert.ok(names.includes(data.learned.classes.at(-1)));
  }
  await page.locator("#distances .cells").first().hover({ force: true });
  assert.match(await page.textContent("#distances > .notes"), /: [\d.]+$/);
  await searches(page, data);
  await picture(page, `learned-${classes}-light`);
  await switchesTheme(page);
  await picture(page, `learned-${classes}-dark`);
  assert.ok(statSync(join(session.folder, "report.html")).size < 3e6);
  assert.deepEqual(page.problems, []);
}

// Through the program: the words of documents with odd labels, learned and drawn.
async function programDrawsLearned(session) {
  const labels = [...oddNames.slice(0, 4), "oak", "elm"].map((label) => label.replace(/[\u2028\u2029\u202e]/g, " "));
  const lines = labels.flatMap((label, i) => [0, 1].map((k) => JSON.stringify({ text: `w${i >> 1} w${i >> 1} w${i >> 1} own${i} d${k}`, labels: [label] })));
  writeFileSync(join(session.folder, "docs.jsonl"), lines.join("\n"));
  const page = await session.openMade(["taxonomy", "learn", "docs.jsonl", "-o", "t.tsv", "--report", "learned.html"], "learned.html");
  assert.equal(await page.locator("#dendrogram .link").count(), labels.length - 1);
  assert.match(await page.textContent("#settings"), /linkageaverage/);
  for (const label of labels) assert.ok((await page.evaluate(() => window.clade.view.tree.data.names)).includes(label), label);
  assert.deepEqual(page.problems, []);
}

// Documents of eight classes that are not quite told apart, and their taxonomy, as files.
function writeDocuments(session) {
  const random = numbers(2);
  const name = (c) => (c === 0 ? "<script>alert(1)</script>" : c === 1 ? "\u05e9\u05dc\u05d5\u05dd" : `class ${c}`);
  const word = (c) => (random() < 0.6 ? `w${c}` : random() < 0.7 ? `group${c >> 2}` : `any${Math.floor(random() * 8)}`);
  const line = (i) => JSON.stringify({ id: `d${i}`, text: `${word(i % 8)} ${word(i % 8)} <b>text</b> ${i}`, labels: [name(i % 8)] });
  const lines = (from, to) => Array.from({ length: to - from }, (_, i) => line(from + i)).join("\n");
  const file = (of, text) => writeFileSync(join(session.folder, of), text);
  file("train.jsonl", lines(0, 160));
  file("test.jsonl", lines(160, 240));
  file("tree.tsv", Array.from({ length: 8 }, (_, c) => `branch ${c >> 2}\t${name(c)}\n`).join("") + "root\tbranch 0\nroot\tbranch 1\n");
}

const shownData = (page) => page.evaluate(() => window.clade.report.data);

async function programDrawsAnEvaluation(session) {
  session.run(["train", "train.jsonl", "--taxonomy", "tree.tsv", "--method", "hsvm", "--calibrate", "-o", "m.clade"]);
  const page = await session.openMade(["evaluate", "m.clade", "test.jsonl", "--report", "e.html"], "e.html");
  const data = await shownData(page);
  assert.equal(data.kind, "evaluation");
  assert.equal(data.instances, 80);
  assert.equal(data.methods[0].reliability.length, 2); // of the two levels
  await drawsEveryNumber(page, data);
  await drawsTheTree(page, data);
  await listsClasses(page, data);
  await readsDocuments(page, data);
  assert.deepEqual(page.problems, []);
}

async function programDrawsAComparison(session) {
  const words = ["compare", "train.jsonl", "--taxonomy", "tree.tsv", "--methods", "hsvm; svm; hieron", "--folds", "2", "--curve", "C=0.1,1,10"];
  const page = await session.openMade([...words, "--report", "c.html"], "c.html");
  const data = await shownData(page);
  assert.equal(data.methods.length, 3);
  assert.equal(await page.locator("#metrics tbody tr").count(), 3);
  await drawsEveryNumber(page, data);
  await drawsTheTree(page, data);
  assert.match(await page.textContent("#settings"), /Method: svm/);
  assert.deepEqual(page.problems, []);
}

async function fitsOnAPhone(session) {
  const options = { viewport: { width: 375, height: 720 }, colorScheme: "dark" };
  for (const [name, data] of [["evaluation", madeEvaluation(400)], ["comparison", madeComparison(15)], ["learned", madeLearned(40)]]) {
    const page = await session.openReport(data, options);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 375);
    await picture(page, `${name}-phone`);
    assert.deepEqual(page.problems, []);
    await page.close();
  }
}

async function fitsOnPaper(session) {
  const page = await session.openReport(madeComparison(15), { viewport: { width: 700, height: 900 } });
  await page.emulateMedia({ media: "print" });
  await page.locator("#metrics").getByLabel("All 4 metrics").check();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.equal(await page.locator(".files").first().isVisible(), false);
  const [tree, sample] = [await page.locator(".tree").boundingBox(), await page.locator(".sample").boundingBox()];
  assert.ok(tree.y + tree.height <= sample.y, "the tree's panel is above the documents");
  await page.close();
}

const session = await Session.start();
try {
  for (const classes of [15, 400, 4000, 10000]) await evaluationOf(session, classes);
  await comparisonOf(session, 15);
  for (const classes of [15, 4000]) await learnedOf(session, classes);
  await programDrawsLearned(session);
  writeDocuments(session);
  await programDrawsAnEvaluation(session);
  await programDrawsAComparison(session);
  await fitsOnAPhone(session);
  await fitsOnPaper(session);
} finally {
  await session.end();
}
