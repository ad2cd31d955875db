// What the tests look at in a report's page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { drawnMarks, focusName, selectedName, settled } from "./browser.mjs";
import { oddNames } from "./made_taxonomies.mjs";

const documentsBelow = (data, node) => {
  const below = new Set([node]);
  for (const at of below) for (const child of data.tree.children[at]) below.add(child);
  return data.methods[0].confusion.filter(([truth]) => below.has(truth));
};

// Every node with documents is drawn as wide as they are many, where that can be seen.
export async function drawsTheTree(page, data) {
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

// The documents of a node that were put at one of the others, by their number.
async function readsThoseThatWent(page, data, node, went) {
  const below = (of) => {
    const found = new Set([of]);
    for (const at of found) for (const child of data.tree.children[at]) found.add(child);
    return found;
  };
  const item = went.locator("li:has(button:not(.amount))").first();
  const other = data.tree.names.indexOf(await item.locator("button").first().textContent());
  const [from, to] = [below(node), below(other)];
  const expected = data.documents.filter(({ labels, guesses }) => from.has(labels[0]) && to.has(guesses[0][0]));
  await item.locator(".amount").click();
  const counted = (await item.locator(".amount").textContent()).replaceAll(",", "");
  assert.match(await page.textContent(".sample h3"), new RegExp(`^${expected.length} of ${counted} documents? of .* given instead: `));
  assert.equal(await page.locator(".documents > li").count(), Math.min(expected.length, 5));
}

export async function clicksThroughTheTree(page, data, marks) {
  const target = marks.find(({ depth, width }) => depth === 1 && width > 10);
  await page.locator("canvas").scrollIntoViewIfNeeded();
  const box = await page.locator("canvas").boundingBox();
  await page.mouse.click(box.x + target.x + target.width / 2, box.y + target.y + target.height / 2);
  await settled(page);
  assert.equal(await selectedName(page), target.name);
  const node = data.tree.names.indexOf(target.name);
  const pairs = documentsBelow(data, node);
  const below = new Set(pairs.map(([truth]) => truth));
  const sum = (list) => list.reduce((total, [, , n]) => total + n, 0);
  const lost = sum(pairs.filter(([, guess]) => !below.has(guess)));
  assert.equal(await page.locator("aside .counts tbody tr").first().locator("td").first().textContent(), sum(pairs).toLocaleString("en"));
  const went = page.locator("aside ul").first();
  const amounts = (await went.locator(".amount").allTextContents()).map((text) => Number(text.replaceAll(",", "")));
  assert.ok(lost > 0 && amounts.every((n) => n > 0));
  if (amounts.length < 12) assert.equal(amounts.reduce((a, b) => a + b), lost);
  await readsThoseThatWent(page, data, node, went);
  const other = went.locator("li button:not(.amount)").first();
  const name = await other.textContent();
  await other.click();
  await settled(page);
  assert.equal(await selectedName(page), name);
  await page.locator(".breadcrumb button").first().click();
  await settled(page);
  assert.equal(await focusName(page), data.tree.names[data.tree.root]);
}

// The nodes with documents, those first that lost most; a name leads to the node.
export async function listsNodes(page, data) {
  const details = page.locator("#tree-of-errors details").filter({ has: page.getByText("Nodes as a table", { exact: true }) });
  await details.locator("summary").click();
  const first = details.locator("tbody tr").first();
  await first.waitFor();
  await details.getByRole("button", { name: "documents", exact: true }).click();
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

export async function searches(page, data) {
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

export async function readsDocuments(page, data) {
  const shown = page.locator(".documents > li");
  const wrong = data.documents.filter(({ labels, guesses }) => guesses[0].join() !== labels.join()).length;
  assert.match(await page.textContent(".sample h3"), new RegExp(`^${wrong} documents on this page at .*: wrong here$`));
  assert.equal(await shown.count(), Math.min(wrong, 5));
  await page.locator(".sample select").selectOption("all");
  assert.match(await page.textContent(".sample h3"), new RegExp(`^${data.documents.length.toLocaleString("en")} documents on this page`));
  assert.equal(await shown.first().locator("blockquote").textContent(), data.documents[0].text);
  const end = data.documents[1].cut ? " \u2026" : "";
  assert.equal(await shown.nth(1).locator("blockquote").textContent(), data.documents[1].text + end);
}

export async function switchesTheme(page) {
  await page.getByRole("button", { name: "Dark" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 24, 29)");
}

export async function showsTextAsText(page, data) {
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

export const marksOf = (page, figure) => page.locator(`#${figure} .drawing .mark`).count();
const countAll = (lists) => lists.reduce((sum, list) => sum + (list?.length ?? 0), 0);

// A logarithmic scale has no place for zero.
const isLog = async (page) => (await page.locator("#loss-histogram select").inputValue()) === "log";
const positive = (methods) => countAll(methods.map(({ loss_histogram }) => Object.values(loss_histogram).filter((n) => n > 0)));

// Every picture has a mark for every number behind it; what is not there has no picture.
export async function drawsEveryNumber(page, { methods, curve }) {
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
export async function drawsBarsInProportion(page, { methods }) {
  await page.locator("#loss-histogram select").selectOption("linear");
  const bars = page.locator("#loss-histogram .drawing .mark");
  const heights = await bars.evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("height"))));
  const values = methods.flatMap(({ loss_histogram }) => Object.keys(loss_histogram).sort((a, b) => a - b).map((key) => loss_histogram[key]));
  const scale = heights[0] / values[0];
  heights.forEach((height, i) => assert.ok(Math.abs(height - scale * values[i]) < 0.01, `bar ${i}`));
}

// By another choice other numbers are drawn.
export async function changesPictures(page, { methods }) {
  await page.locator("#optimisation-figure select").selectOption("Mean error over examples");
  const online = methods.flatMap(({ trace }) => trace.filter(({ mean_error }) => mean_error !== undefined));
  assert.equal(await marksOf(page, "optimisation-figure"), online.length);
  await page.locator("#levels-figure select").selectOption("auprc");
  assert.equal(await marksOf(page, "levels-figure"), methods[0].per_level.length);
  await page.locator("#curve-figure select").selectOption("tree_loss");
  assert.match(await page.locator("#curve-figure svg").getAttribute("aria-label"), /^tree_loss over sample_per_class/);
}

// The numbers as a table, and both numbers and picture as files.
export async function givesData(page, { methods }) {
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

export async function listsClasses(page, { per_class }) {
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
