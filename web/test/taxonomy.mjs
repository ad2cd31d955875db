// The taxonomy's page in a browser:
//   node taxonomy.mjs CLADE FOLDER [PICTURES]
// FOLDER holds node_modules; with PICTURES, pictures of the pages are left there for people.
import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { Session, drawingTime, drawnMarks, focusName, selectedName, settled } from "./browser.mjs";
import { asText, chain, dag, ladder, leavesOf, madeTree, oddNames } from "./made_taxonomies.mjs";

const pictures = process.argv[4];
const background = { light: "255,255,255,255", dark: "20,24,29,255" };

async function picture(page, name) {
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

// Every mark is where its number of leaves puts it, in a colour of its own.
async function drawsItsData(page, edges) {
  const marks = await drawnMarks(page);
  const leaves = leavesOf(edges);
  const canvas = await page.locator("canvas").boundingBox();
  const root = edges[0][0];
  assert.equal(marks[0].name, root);
  assert.ok(Math.abs(marks[0].width - canvas.width) < 1);
  for (const mark of marks) {
    const expected = (canvas.width * leaves.get(mark.name)) / leaves.get(root);
    assert.ok(Math.abs(mark.width - expected) < 0.01, `${mark.name}: ${mark.width}, expected ${expected}`);
    assert.ok(Math.abs(mark.y - mark.depth * mark.height) < 0.01, mark.name);
    assert.notEqual(mark.color, background.light, `nothing is drawn at ${mark.name}`);
  }
  return marks;
}

async function zooms(page, marks) {
  const target = marks.find((mark) => mark.depth === 1 && mark.width > 30 && marks.some((m) => m.depth === 2 && m.x === mark.x));
  const box = await page.locator("canvas").boundingBox();
  const click = (x, y) => page.mouse.click(box.x + x, box.y + y);
  await click(target.x + target.width / 2, target.y + target.height / 2);
  await settled(page);
  assert.equal(await focusName(page), target.name);
  const zoomed = await drawnMarks(page);
  const focus = zoomed.find((mark) => mark.name === target.name);
  assert.ok(Math.abs(focus.width - box.width) < 1 && focus.y === 0);
  assert.ok(zoomed.length > 1);
  await click(box.width / 2, 10); // the focus itself: out again
  await settled(page);
  assert.equal(await focusName(page), marks[0].name);
  assert.equal((await drawnMarks(page)).length, marks.length);
}

async function searches(page, word) {
  const field = page.getByRole("combobox", { name: "Search names" });
  await field.fill(word.toUpperCase());
  const names = await page.locator("#matches li .name").allTextContents();
  assert.equal(names[0], word);
  assert.ok(await page.evaluate(() => window.clade.view.found.size > 0));
  await field.press("ArrowDown");
  await picture(page, "matches");
  await field.press("Enter");
  await settled(page);
  await picture(page, "found");
  assert.equal(await selectedName(page), word);
  assert.ok((await drawnMarks(page)).some((mark) => mark.name === word && mark.width > 60));
  await field.press("Escape");
  await settled(page);
  assert.equal(await page.evaluate(() => window.clade.view.found.size), 0);
  await page.locator(".breadcrumb button").first().click();
  await settled(page);
}

async function movesByKeys(page) {
  const tree = page.getByRole("tree");
  await tree.focus();
  await page.keyboard.press("Home");
  const root = await selectedName(page);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const selected = await selectedName(page);
  assert.notEqual(selected, root);
  const active = await tree.getAttribute("aria-activedescendant");
  assert.ok((await page.textContent(`#${active}`)).startsWith(selected));
  await page.keyboard.press("ArrowUp");
  assert.equal(await selectedName(page), root);
  await page.keyboard.press("Escape"); // at the root: nothing further up
  assert.equal(await focusName(page), root);
}

async function switchesTheme(page) {
  await page.getByRole("button", { name: "Dark" }).click();
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  const marks = await drawnMarks(page);
  assert.notEqual(marks[0].color, background.dark);
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 24, 29)");
}

async function treeOf(session, nodes) {
  const edges = madeTree(nodes);
  const started = performance.now();
  const page = await session.open(asText(edges));
  const opened = performance.now() - started;
  const marks = await drawsItsData(page, edges);
  await picture(page, `light-${nodes}`);
  if (nodes === 20) await showsOddNamesAsText(page);
  await zooms(page, marks);
  await searches(page, edges[nodes - 2][1]);
  await movesByKeys(page);
  await switchesTheme(page);
  await picture(page, `dark-${nodes}`);
  const drawing = await drawingTime(page);
  assert.ok(drawing < 50, `one drawing takes ${drawing} ms`);
  assert.deepEqual(page.problems, []);
  console.log(`${nodes} nodes: opened in ${opened.toFixed(0)} ms, ${marks.length} marks, one drawing ${drawing.toFixed(1)} ms`);
}

async function showsOddNamesAsText(page) {
  const names = await page.locator("aside li .name").allTextContents();
  for (const name of oddNames) assert.ok(names.includes(name), name);
  assert.equal(await page.locator("script").count(), 2);
  assert.equal(await page.locator("aside b").count(), 0);
}

async function repeatsNodesWithSeveralParents(session) {
  const page = await session.open(asText(dag));
  const names = (await drawnMarks(page)).map((mark) => mark.name);
  assert.equal(names.filter((name) => name === "shared").length, 2);
  assert.equal(names.filter((name) => name === "c").length, 2);
  assert.match(await page.textContent(".notes"), /several parents/);
  assert.match(await page.textContent("aside"), /Leaves3/); // each once
  await picture(page, "dag");
}

async function staysSmallOnWildDags(session) {
  const page = await session.open(asText(ladder(60)));
  assert.match(await page.textContent(".notes"), /leave out/);
  await searches(page, "l60");
  assert.deepEqual(page.problems, []);
}

async function standsVeryDeepTaxonomies(session) {
  const page = await session.open(asText(chain(5000)));
  await searches(page, "n5000");
  assert.deepEqual(page.problems, []);
}

async function isWideByExamples(session) {
  const data = "a 1:1\na 1:1\na 1:1\nb 1:1\n";
  const page = await session.open("r\ta\nr\tb\nr\tc\n", { data });
  const width = async () => Object.fromEntries((await drawnMarks(page)).map((mark) => [mark.name, Math.round(mark.width)]));
  const byExamples = await width();
  assert.equal(byExamples.a, 3 * byExamples.b);
  assert.equal(byExamples.c, undefined);
  assert.match(await page.textContent(".notes"), /1 node without examples/);
  await searches(page, "c"); // has no width: the picture changes to leaves
  const byLeaves = await width();
  assert.equal(byLeaves.a, byLeaves.c);
  assert.equal(await page.locator("select").inputValue(), "leaves");
}

async function showsWordsInPlaceOfCodes(session) {
  const term = (id, name, parent) => `\n[Term]\nid: ${id}\nname: ${name}\n${parent ? `is_a: ${parent}\n` : ""}`;
  const text = "format-version: 1.2\n" + term("X:1", "trees") + term("X:2", "B\u00e4ume", "X:1") + term("X:3", "oak", "X:1");
  const page = await session.open(text, { name: "words.obo" });
  assert.deepEqual((await drawnMarks(page)).map((mark) => mark.name), ["trees", "B\u00e4ume", "oak"]);
  const field = page.getByRole("combobox", { name: "Search names" });
  for (const [words, found] of [["x:3", "oak"], ["baum", "B\u00e4ume"]]) {
    await field.fill(words);
    assert.deepEqual(await page.locator("#matches li .name").allTextContents(), [found]);
  }
  await field.press("Enter");
  assert.match(await page.textContent("aside"), /NameX:2/);
}

async function fitsOnAPhoneAndFollowsTheSystem(session) {
  const options = { viewport: { width: 375, height: 720 }, colorScheme: "dark" };
  const page = await session.open(asText(madeTree(2000)), { options });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await picture(page, "phone");
}

const session = await Session.start();
try {
  for (const nodes of [20, 2000, 10000]) await treeOf(session, nodes);
  await repeatsNodesWithSeveralParents(session);
  await staysSmallOnWildDags(session);
  await standsVeryDeepTaxonomies(session);
  await isWideByExamples(session);
  await showsWordsInPlaceOfCodes(session);
  await fitsOnAPhoneAndFollowsTheSystem(session);
} finally {
  await session.end();
}
