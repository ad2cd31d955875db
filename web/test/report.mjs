// The report's page in a browser:
//   node report.mjs CLADE FOLDER [PICTURES]
// FOLDER holds node_modules; with PICTURES, pictures of the pages are left there for people.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session, drawnMarks, focusName, selectedName, settled } from "./browser.mjs";
import { madeComparison, madeEvaluation, madeLearned, numbers } from "./made_reports.mjs";
import { oddNames } from "./made_taxonomies.mjs";

const pictures = process.argv[4];

async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
}

const documentsBelow = (data, node) => {
  const below = new Set([node]);
  for (const at of below) for (const child of data.tree.children[at]) below.add(child);
  return data.methods[0].confusion.filter(([truth]) => below.has(truth));
};

// Every node with documents is drawn as wide as they are many, where that can be seen.
async function drawsTheTree(page, data) {
  const marks = await drawnMarks(page);
  const width = (await page.locator("canvas").boundingBox()).width;
  const sum = (pairs) => pairs.reduce((total, [, , n]) => total + n, 0);
  const all = sum(data.methods[0].confusion);
  for (const branch of data.tree.children[data.tree.root]) {
    const mark = marks.find(({ name }) => name === data.tree.names[branch]);
    assert.ok(Math.abs(mark.width - (width * sum(documentsBelow(data, branch))) / all) < 0.5, mark.name);
  }
  return marks;
}

async function clicksThroughTheTree(page, data, marks) {
  const target = marks.find(({ depth, width }) => depth === 1 && width > 10);
  const box = await page.locator("canvas").boundingBox();
  await page.mouse.click(box.x + target.x + target.width / 2, box.y + target.y + target.height / 2);
  await settled(page);
  assert.equal(await selectedName(page), target.name);
  const node = data.tree.names.indexOf(target.name);
  const pairs = documentsBelow(data, node);
  const below = new Set(pairs.map(([truth]) => truth));
  const sum = (list) => list.reduce((total, [, , n]) => total + n, 0);
  const lost = sum(pairs.filter(([, guess]) => !below.has(guess)));
  assert.match(await page.textContent("aside"), new RegExp(`Documents${sum(pairs).toLocaleString("en")}`));
  const went = page.locator("aside ul").first();
  const amounts = (await went.locator(".amount").allTextContents()).map((text) => Number(text.replaceAll(",", "")));
  assert.ok(lost > 0 && amounts.every((n) => n > 0));
  if (amounts.length < 12) assert.equal(amounts.reduce((a, b) => a + b), lost);
  const other = went.locator("button").first();
  const name = await other.textContent();
  await other.click();
  await settled(page);
  assert.equal(await selectedName(page), name);
  await page.locator(".breadcrumb button").first().click();
  await settled(page);
  assert.equal(await focusName(page), data.tree.names[data.tree.root]);
}

// The nodes with documents, those first that lost most; a name leads to the node.
async function listsNodes(page, data) {
  const details = page.locator("#tree-of-errors details");
  await details.locator("summary").click();
  const first = details.locator("tbody tr").first();
  await first.waitFor();
  await details.getByRole("button", { name: "documents" }).click();
  const total = data.methods[0].confusion.reduce((sum, [, , n]) => sum + n, 0);
  assert.equal(await first.locator("td").nth(1).textContent(), total.toLocaleString("en"));
  const second = details.locator("tbody tr").nth(1).locator("button");
  const name = await second.textContent();
  await second.click();
  await settled(page);
  assert.equal(await selectedName(page), name);
  await page.locator(".breadcrumb button").first().click();
  await settled(page);
  await details.locator("summary").click();
}

async function searches(page, data) {
  const word = data.tree.names.at(-1);
  const field = page.getByRole("combobox", { name: "Search names" });
  await field.fill(word);
  await field.press("Enter");
  await settled(page);
  assert.equal(await selectedName(page), word);
  await field.press("Escape");
  await page.locator(".breadcrumb button").first().click();
  await settled(page);
}

async function readsDocuments(page, data) {
  const shown = page.locator(".documents > li");
  const wrong = data.documents.filter(({ labels, guesses }) => guesses[0].join() !== labels.join()).length;
  assert.match(await page.textContent(".sample h3"), new RegExp(`^${wrong} wrong documents`));
  assert.equal(await shown.count(), Math.min(wrong, 5));
  await page.locator(".sample select").selectOption("all");
  assert.match(await page.textContent(".sample h3"), new RegExp(`^${data.documents.length} documents`));
  assert.equal(await shown.first().locator("blockquote").textContent(), data.documents[0].text);
  const end = data.documents[1].cut ? " \u2026" : "";
  assert.equal(await shown.nth(1).locator("blockquote").textContent(), data.documents[1].text + end);
}

async function switchesTheme(page) {
  await page.getByRole("button", { name: "Dark" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 24, 29)");
}

async function showsTextAsText(page, data) {
  assert.equal(await page.textContent("h1"), data.title);
  assert.equal(await page.title(), data.title);
  assert.equal(await page.locator("script").count(), 2);
  assert.equal(await page.locator("main b, main i b").count(), 0);
  const list = page.getByRole("combobox", { name: "Search names" });
  for (const name of oddNames) {
    if (!data.tree.names.includes(name)) continue;
    await list.fill(name);
    assert.ok((await page.locator("#matches li .name").allTextContents()).includes(name), name);
  }
  await list.press("Escape");
}

const marksOf = (page, figure) => page.locator(`#${figure} .drawing .mark`).count();
const countAll = (lists) => lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);

// A logarithmic scale has no place for zero.
const isLog = async (page) => (await page.locator("#loss-histogram select").inputValue()) === "log";
const positive = (methods) => countAll(methods.map(({ loss_histogram }) => Object.values(loss_histogram).filter((n) => n > 0)));

// Every picture has a mark for every number behind it; what is not there has no picture.
async function drawsEveryNumber(page, { methods, curve }) {
  const lossy = methods.filter(({ loss_histogram }) => loss_histogram);
  const losses = new Set(lossy.flatMap(({ loss_histogram }) => Object.keys(loss_histogram))).size;
  assert.equal(await marksOf(page, "loss-histogram"), (await isLog(page) ? positive(lossy) : losses * lossy.length));
  if (methods.length > 1) assert.equal(await marksOf(page, "loss-differences"), losses * (methods.length - 1));
  const levels = methods.map(({ per_level }) => per_level.filter(({ accuracy }) => accuracy !== undefined));
  assert.equal(await marksOf(page, "levels-figure"), countAll(levels));
  const gaps = methods.map(({ trace }) => trace.filter(({ relative_gap }) => relative_gap > 0));
  assert.equal(await marksOf(page, "optimisation-figure"), countAll(gaps));
  const bins = (methods[0].reliability ?? []).map((level) => level.bins.filter(({ count }) => count > 0));
  assert.equal(await marksOf(page, "reliability-figure"), countAll(bins));
  const sized = methods.filter(({ set_sizes }) => set_sizes);
  const sizes = new Set(sized.flatMap(({ set_sizes }) => [...Object.keys(set_sizes.true), ...Object.keys(set_sizes.predicted)])).size;
  assert.equal(await marksOf(page, "set-sizes-figure"), sizes * (1 + sized.length));
  if (curve) assert.equal(await marksOf(page, "curve-figure"), curve.values.length * curve.methods.length);
}

// The height of a bar is its number, on the linear scale.
async function drawsBarsInProportion(page, { methods }) {
  await page.locator("#loss-histogram select").selectOption("linear");
  const bars = page.locator("#loss-histogram .drawing .mark");
  const heights = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("height"))));
  const values = methods.flatMap(({ loss_histogram }) => Object.keys(loss_histogram).sort((a, b) => a - b).map((key) => loss_histogram[key]));
  const scale = heights[0] / values[0];
  heights.forEach((height, i) => assert.ok(Math.abs(height - scale * values[i]) < 0.01, `bar ${i}`));
}

// By another choice other numbers are drawn.
async function changesPictures(page, { methods }) {
  await page.locator("#optimisation-figure select").selectOption("Mean error over examples");
  const online = methods.flatMap(({ trace }) => trace.filter(({ mean_error }) => mean_error !== undefined));
  assert.equal(await marksOf(page, "optimisation-figure"), online.length);
  await page.locator("#levels-figure select").selectOption("auprc");
  assert.equal(await marksOf(page, "levels-figure"), methods[0].per_level.length);
  await page.locator("#curve-figure select").selectOption("tree_loss");
  assert.match(await page.locator("#curve-figure svg").getAttribute("aria-label"), /^tree_loss over sample_per_class/);
}

// The numbers as a table, and both numbers and picture as files.
async function givesData(page, { methods }) {
  const figure = page.locator("#loss-histogram");
  await figure.locator("summary").click();
  await figure.locator("tbody tr").first().waitFor();
  assert.equal(await figure.locator("tbody tr").count(), 4 * methods.length);
  const saved = async (button) => {
    const [download] = await Promise.all([page.waitForEvent("download"), figure.getByRole("button", { name: button }).click()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };
  const data = await saved("Data (CSV)");
  assert.equal(data.name, "loss-histogram.csv");
  assert.equal(data.text.split("\r\n")[1], `${methods[0].method},0,${methods[0].loss_histogram[0]}`);
  const drawn = await saved("Picture (SVG)");
  assert.match(drawn.text, /^<svg [^]*xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  assert.ok(drawn.text.includes('fill="rgb(10, 108, 179)"'));
}

async function listsClasses(page, { per_class }) {
  const section = page.locator("#classes");
  const rows = section.locator("tbody tr");
  assert.equal(await rows.count(), Math.min(per_class.length, 50));
  await section.getByRole("button", { name: "support" }).click();
  assert.match(await rows.first().locator("td").first().textContent(), new RegExp(`^${Math.max(...per_class.map(({ support }) => support))}$`));
  const last = per_class.at(-1).class;
  await section.getByLabel("Filter classes").fill(last);
  assert.equal(await rows.first().locator("th").textContent(), last);
  await section.getByLabel("Filter classes").fill("");
}

async function evaluationOf(session, classes) {
  const data = madeEvaluation(classes);
  const page = await session.openReport(data);
  assert.match(await page.textContent(".outcome"), /accuracy on [\d,]+ documents; [\d.]+ % of its errors stay within/);
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
  const drawing = await page.evaluate(() => {
    let best = Infinity;
    for (let i = 0; i < 20; ++i) {
      const start = performance.now();
      window.clade.picture.draw();
      best = Math.min(best, performance.now() - start);
    }
    return best;
  });
  const size = statSync(join(session.folder, "report.html")).size;
  assert.ok(drawing < 50, `one drawing takes ${drawing} ms`);
  assert.ok(size < 3e6, `${size} bytes`);
  assert.deepEqual(page.problems, []);
  console.log(`${classes} classes: ${marks.length} nodes drawn, one drawing ${drawing.toFixed(1)} ms, ${(size / 1024).toFixed(0)} KB`);
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
  await page.getByLabel("Less that of").selectOption("1");
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
  session.run(["train", "train.jsonl", "--taxonomy", "tree.tsv", "--method", "hsvm", "-o", "m.clade"]);
  const page = await session.openMade(["evaluate", "m.clade", "test.jsonl", "--report", "e.html"], "e.html");
  const data = await shownData(page);
  assert.equal(data.kind, "evaluation");
  assert.equal(data.instances, 80);
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
  for (const classes of [15, 400, 4000]) await evaluationOf(session, classes);
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
