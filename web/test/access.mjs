// Pages by the keyboard, and by the rules of axe-core, light and dark, wide and on a phone:
//   node access.mjs CLADE FOLDER
// FOLDER holds node_modules.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { problemsOf } from "./axe.mjs";
import { Session, selectedName, settled } from "./browser.mjs";
import { madeComparison, madeEvaluation, madeLearned } from "./made_reports.mjs";
import { asText, madeTree } from "./made_taxonomies.mjs";

const focused = (page) => page.evaluate(() => (document.activeElement === document.body ? "" : document.activeElement.textContent || document.activeElement.tagName));

async function findsNothing(session) {
  writeFileSync(join(session.folder, "docs.jsonl"), ["oak tree leaf", "elm tree bark", "cat fur", "dog fur"].flatMap((text, i) => [0, 1, 2].map((k) => JSON.stringify({ id: `d${i}${k}`, text: `${text} ${k}`, labels: [["oak", "elm", "cat", "dog"][i]] }))).join("\n"));
  writeFileSync(join(session.folder, "t.tsv"), "root\tplant\nroot\tanimal\nplant\toak\nplant\telm\nanimal\tcat\nanimal\tdog\n");
  session.run(["train", "docs.jsonl", "--taxonomy", "t.tsv", "-o", "m.clade"]);
  session.run(["explain", "m.clade", "docs.jsonl", "--first", "5", "--html", "why.html"]);
  const withReasons = async (page) => {
    await page.locator(".sample select").selectOption("all");
    for (const summary of await page.locator(".documents .why summary").all()) await summary.click();
    return page;
  };
  const pages = {
    evaluation: async (options) => withReasons(await session.openReport(madeEvaluation(40), options)),
    comparison: async (options) => withReasons(await session.openReport(madeComparison(15), options)),
    learned: (options) => session.openReport(madeLearned(40), options),
    taxonomy: (options) => session.open(asText(madeTree(200)), { options }),
    explanation: async (options) => {
      const page = await session.newPage(options);
      page.problems = [];
      await page.goto(`file://${join(session.folder, "why.html")}`);
      return page;
    },
  };
  const found = [];
  for (const [name, open] of Object.entries(pages)) {
    for (const colorScheme of ["light", "dark"]) {
      for (const width of [1400, 375]) {
        const page = await open({ viewport: { width, height: 800 }, colorScheme });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        if (wide > width) found.push(`${name} ${colorScheme} ${width}: ${wide} pixels wide`);
        found.push(...(await problemsOf(page)).map((problem) => `${name} ${colorScheme} ${width}: ${problem}`));
        await page.close();
      }
    }
  }
  assert.deepEqual(found, []);
}

// Search, open a node, open a document, back; nothing loses the focus on its way.
async function worksByKeyboard(session) {
  const data = madeEvaluation(40);
  const page = await session.openReport(data);
  await page.keyboard.press("/");
  await page.keyboard.type("branch");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await settled(page);
  const branch = await selectedName(page);
  assert.match(branch, /^branch/);
  const enter = async (target) => {
    await target.focus();
    await page.keyboard.press("Enter");
    await settled(page);
    assert.notEqual(await focused(page), "", `after ${await target.evaluate((element) => element.outerHTML).catch(() => "a button that is gone")}`);
  };
  await enter(page.locator("aside .counts button.amount").first());
  assert.match(await page.textContent(".sample h3"), /^\d+ of [\d,]+ documents of branch/);
  await opensADocument(page, enter);
  await enter(page.locator(".documents .labels button").first());
  assert.notEqual(await selectedName(page), branch);
  await enter(page.locator(".breadcrumb button").first());
  assert.equal(await selectedName(page), data.tree.names[data.tree.root]);
  await enter(page.locator("aside li button:not(.amount)").first());
  assert.equal(await page.evaluate(() => document.activeElement.closest("aside") !== null), true);
  const head = page.locator("#classes thead button").nth(1);
  await enter(head);
  assert.equal(await focused(page), await head.textContent());
  await page.locator(".sample select").selectOption("all");
  const more = page.getByRole("button", { name: "Show more documents" });
  while (await more.isVisible()) await enter(more);
}

// Why it got its answer, which words are marked, what is shown: all by keys, and the focus stays.
async function opensADocument(page, enter) {
  const summary = page.locator(".documents .why summary").first();
  await enter(summary);
  await page.locator(".documents .why[open] table.path").first().waitFor({ timeout: 3000 });
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "SUMMARY");
  const slider = page.locator("#mark-threshold");
  await slider.focus();
  const marked = () => page.locator(".documents mark:not(.faint)").count();
  const before = await marked();
  await page.keyboard.press("Home");
  assert.ok((await marked()) > before);
  assert.equal(await slider.getAttribute("aria-valuetext"), "all that have a share");
  assert.equal(await page.evaluate(() => document.activeElement.id), "mark-threshold");
  const select = page.locator(".sample select");
  const heading = await page.textContent(".sample h3");
  await select.focus();
  await select.selectOption("confident");
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "SELECT");
  assert.match(await page.textContent(".sample h3"), /; \d+ of them confident and wrong/);
  await select.selectOption("all");
  assert.equal(await page.textContent(".sample h3"), heading);
  assert.equal(await page.locator(".documents .why[open]").count(), 1, "what was opened stays open");
}

async function namesItsNumbers(session) {
  const page = await session.openReport(madeEvaluation(40));
  const names = await page.locator("button.amount").evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")));
  assert.ok(names.length > 5 && names.every((name) => /^[\d,]+ \w+.*: show the documents$/.test(name)), names.join("; "));
  const files = await page.locator("figure .files button").evaluateAll((all) => all.map((button) => button.getAttribute("aria-label")));
  assert.equal(new Set(files).size, files.length);
}

// A finger shows what a pointer does.
async function showsValuesToAFinger(session) {
  const page = await session.openReport(madeEvaluation(40), { viewport: { width: 375, height: 720 }, hasTouch: true });
  await page.locator("canvas").scrollIntoViewIfNeeded();
  await page.locator("canvas").tap({ position: { x: 60, y: 150 } });
  await settled(page);
  assert.match(await page.textContent(".tip"), /document/);
  const bar = page.locator("#loss-histogram .mark").first();
  await bar.tap();
  assert.equal(await page.textContent("#loss-histogram > .notes"), await bar.locator("title").textContent());
  const mark = page.locator(".documents mark:not(.faint)").first();
  await mark.tap();
  assert.equal(await page.locator(".told:not(:empty)").textContent(), await mark.getAttribute("title"));
  const head = page.locator("#classes tbody th").first();
  await page.locator("#classes .table").evaluate((box) => (box.scrollLeft = 60));
  assert.ok((await head.boundingBox()).x >= 0, "the heads of rows stay");
  await page.close();
}

const session = await Session.start();
try {
  await worksByKeyboard(session);
  await namesItsNumbers(session);
  await showsValuesToAFinger(session);
  await findsNothing(session);
} finally {
  await session.end();
}
