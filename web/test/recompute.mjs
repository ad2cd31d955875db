// Every number of a report's first screen, of ten nodes and ten pairs, made again from the true and given labels:
//   node recompute.mjs CLADE FOLDER
// FOLDER holds node_modules.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session, selectedName, settled } from "./browser.mjs";
import { any, documentsOf, edgesOf, Expected, leavesOf } from "./expected.mjs";
import { numbers } from "./made_reports.mjs";

const text = (value) => value.toLocaleString("en");
const percent = (share) => `${Number((100 * share).toPrecision(3)).toLocaleString("en", { maximumSignificantDigits: 3 })} %`;

// The level and the parent of a node's first appearance, level by level in the order of the page's tree.
function firstPlaces({ names, children, root }) {
  const places = new Map([[root, { depth: 0 }]]);
  for (const [node, { depth }] of places) for (const child of children[node]) if (!places.has(child)) places.set(child, { depth: depth + 1, parent: node });
  const lifted = (name, depth) => {
    if (name === "") return "";
    let node = names.indexOf(name);
    while (places.get(node).depth > depth) node = places.get(node).parent;
    return names[node];
  };
  return { depth: (name) => places.get(names.indexOf(name)).depth, lifted };
}

const confusions = (expected) => expected.documents.flatMap(({ pairs }) => pairs).filter(([t, g]) => t !== g && t !== "" && g !== "");

async function checksTheFirstScreen(page, expected, kind) {
  const { documents } = expected;
  const unanswered = documents.filter(({ given }) => given.length === 0).length;
  assert.ok(unanswered > 10);
  const right = documents.reduce((sum, { truth, given }) => sum + truth.filter((label) => given.includes(label)).length, 0);
  const [own, put] = ["truth", "given"].map((which) => documents.reduce((sum, document) => sum + document[which].length, 0));
  const f1 = (2 * right) / (own + put);
  const outcome = await page.textContent(".outcome");
  const shown = outcome.match(/: (accuracy|micro_f1|average_precision) ([\d.]+)/);
  if (kind !== "single") assert.equal(shown[1], "micro_f1");
  const value = shown[1] === "micro_f1" ? f1 : right / documents.length;
  assert.equal(Number(shown[2]), Number(value.toPrecision(3)), outcome);
  assert.ok(outcome.includes(`on ${documents.length} documents; ${percent(unanswered / documents.length)} got no label (${unanswered} of ${documents.length} documents)`), outcome);
  const glance = await page.textContent(".glance");
  if (kind !== "single") {
    assert.ok(glance.includes(`${text(own)} true labels, ${text(put)} given: ${text(right)} right, ${text(own - right)} missed, ${text(put - right)} wrongly given.`), glance);
  }
  const swapped = confusions(expected);
  const branches = expected.children.get("root");
  const inside = swapped.filter(([t, g]) => branches.some((branch) => expected.isBelow(t, branch) && expected.isBelow(g, branch))).length;
  assert.ok(glance.includes(`Of ${text(swapped.length)} ${kind === "single" ? "wrong answers" : "labels given in the place of a missed one"} ${percent(inside / swapped.length)} are in`), glance);
  await checksTheCostliest(page, expected, swapped, kind);
}

async function checksTheCostliest(page, expected, swapped, kind) {
  const lists = page.locator(".costs ol");
  assert.equal(await lists.count(), kind === "single" ? 1 : 3);
  const sums = new Map();
  for (const [t, g] of swapped) sums.set(`${t} ${g}`, (sums.get(`${t} ${g}`) ?? 0) + 1);
  const cost = (key) => sums.get(key) * expected.distance(...key.split(" "));
  const unit = kind === "single" ? "document" : "label";
  let last = Infinity;
  const items = await lists.first().locator("li").allTextContents();
  assert.equal(items.length, 5);
  for (const item of items) {
    const [, t, g, n, unitShown, costShown] = item.match(/^(\S+) given as (\S+) (\d+) (\w+?)s?, cost (\d+)$/);
    assert.equal(Number(n), sums.get(`${t} ${g}`), item);
    assert.equal(unitShown, unit);
    assert.equal(Number(costShown), cost(`${t} ${g}`), item);
    assert.ok(cost(`${t} ${g}`) <= last);
    last = cost(`${t} ${g}`);
  }
  assert.equal([...sums.keys()].filter((key) => cost(key) > last).length <= 4, true);
  if (kind === "single") return;
  for (const [list, side] of [[1, 0], [2, 1]]) {
    for (const item of await lists.nth(list).locator("li").allTextContents()) {
      const [, label, n] = item.match(/^(\S+) (\d+) labels?$/);
      assert.equal(Number(n), expected.documents.flatMap(({ pairs }) => pairs).filter((pair) => pair[0] !== pair[1] && pair[side] === label).length, item);
    }
  }
}

const heldIds = (page) => page.evaluate(() => window.clade.report.data.documents.map(({ id }) => id));

// All that are listed below a number, however many steps that takes; the page clicks, which is much quicker.
function listedIds(number) {
  return number.evaluate((button) => {
    button.click();
    const more = [...document.querySelectorAll(".sample button")].find(({ textContent }) => textContent === "Show more documents");
    while (!more.hidden) more.click();
    return [...document.querySelectorAll(".documents .ids .name")].map(({ textContent }) => textContent);
  });
}

async function opens(page, number, { count, ids }, held, what) {
  const shown = Number((await number.textContent()).replaceAll(",", ""));
  assert.equal(shown, count, what);
  if (count === 0) return;
  const inPage = ids.filter((id) => held.has(id));
  assert.deepEqual((await listedIds(number)).sort(), [...inPage].sort(), what);
  return inPage;
}

async function checksNodes(page, expected, held, random) {
  for (let i = 0; i < 10; ++i) {
    const node = any(expected.nodes, random);
    await page.evaluate((name) => window.clade.view.showNode(window.clade.view.tree.data.names.indexOf(name)), node);
    await settled(page);
    assert.equal(await selectedName(page), node);
    const { documents, labels } = expected.node(node);
    const rows = page.locator("aside .counts tbody tr");
    for (let r = 0; r < 5; ++r) {
      const cells = rows.nth(r).locator(".amount");
      await opens(page, cells.first(), documents[r], held, `${node}, documents, row ${r}`);
      if (documents[r].count > 0) assert.match(await page.textContent(".sample h3"), new RegExp(`^${documents[r].ids.filter((id) => held.has(id)).length} of ${documents[r].count} documents?`));
      if ((await cells.count()) > 1) await opens(page, cells.nth(1), labels[r], held, `${node}, labels, row ${r}`);
    }
  }
}

async function checksPairs(page, expected, places, held, random) {
  const inner = expected.nodes.filter((node) => node !== "root");
  for (let i = 0, checked = 0; checked < 10; ++i) {
    assert.ok(i < 100);
    const node = any(inner, random);
    await page.evaluate((name) => window.clade.view.showNode(window.clade.view.tree.data.names.indexOf(name)), node);
    await settled(page);
    const side = random() < 0.5 ? 0 : 1;
    const title = side === 0 ? /missed, by/ : /wrongly (put|given).*, by/;
    const list = page.locator("aside h3", { hasText: title }).locator("+ ul");
    if ((await list.count()) === 0) continue;
    const item = list.locator("li.flow").nth(Math.floor(random() * (await list.locator("li.flow").count())));
    const name = await item.locator("button:not(.amount), i").first().textContent();
    const other = (await item.locator("i").count()) > 0 ? "" : name;
    const test = (pair) => expected.isBelow(pair[side], node) && !expected.isBelow(pair[1 - side], node) && places.lifted(pair[1 - side], places.depth(node)) === other;
    const found = expected.count(test, true);
    assert.ok(found.count > 0, `${node} ${name}`);
    const inPage = await opens(page, item.locator(".amount"), found, held, `${node} ${side} ${name}`);
    assert.equal(inPage.length, found.ids.length, "the page holds all wrong documents");
    ++checked;
  }
}

// The matrix of what is below the root: every cell, and the documents of one of them.
async function checksTheMatrix(page, expected, held) {
  await page.locator(".breadcrumb button").first().click();
  await settled(page);
  await page.locator("#tree-of-errors details").first().locator("summary").click();
  const rows = page.locator(".matrix tbody tr");
  await rows.first().waitFor();
  const heads = (await page.locator(".matrix thead th").allTextContents()).slice(1);
  for (let r = 0; r < (await rows.count()); ++r) {
    const truth = await rows.nth(r).locator("th").textContent();
    const cells = await rows.nth(r).locator("td").allTextContents();
    for (let c = 0; c < heads.length; ++c) {
      const isLast = c === heads.length - 1;
      const found = expected.count(([t, g]) => expected.isBelow(t, truth) && (isLast ? g === "" : expected.isBelow(g, heads[c])), true);
      assert.equal(Number(cells[c].replaceAll(",", "")), found.count, `${truth} ${heads[c]}`);
      if (r === 0 && c === 1) await opens(page, rows.nth(r).locator("td button").nth(c), found, held, "a cell");
    }
  }
}

async function checks(session, kind) {
  const edges = edgesOf(kind);
  const documents = documentsOf(kind, leavesOf(edges));
  const file = (name, content) => writeFileSync(join(session.folder, name), content);
  file("taxonomy.tsv", edges.map((edge) => edge.join("\t")).join("\n"));
  file("truth.jsonl", documents.map(({ id, truth }) => JSON.stringify({ id, text: `text of ${id}`, labels: truth })).join("\n"));
  file("given.tsv", documents.map(({ id, given }) => (given.length > 0 ? given : [""]).map((label) => `${id}\t${label}\n`).join("")).join(""));
  const page = await session.openMade(["evaluate", "--truth", "truth.jsonl", "--predictions", "given.tsv", "--taxonomy", "taxonomy.tsv", "--report", "r.html"], "r.html");
  const tree = await page.evaluate(() => window.clade.report.data.tree);
  const expected = new Expected(edges, documents);
  expected.number = (name) => tree.names.indexOf(name);
  for (const document of documents) document.pairs = expected.pairs(document);
  const held = new Set(await heldIds(page));
  const random = numbers(17);
  await checksTheFirstScreen(page, expected, kind);
  await checksNodes(page, expected, held, random);
  await checksPairs(page, expected, firstPlaces(tree), held, random);
  await checksTheMatrix(page, expected, held);
  assert.deepEqual(page.problems, []);
  console.log(`${kind}: first screen, 10 nodes and 10 pairs are right`);
}

const session = await Session.start();
try {
  for (const kind of ["single", "several", "dag"]) await checks(session, kind);
} finally {
  await session.end();
}
