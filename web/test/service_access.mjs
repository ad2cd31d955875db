// Every view of the page of `clade serve` by the rules of axe-core, light and dark, wide and on a phone:
//   node service_access.mjs CLADE FOLDER [PICTURES]
// FOLDER holds node_modules; PICTURES is a folder for what every view looks like.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { problemsOf } from "./axe.mjs";
import { Session } from "./browser.mjs";
import { asLines, classify, closePage, madeTexts, makeTextModels, needService, openPage, Serving, text } from "./serving.mjs";

const [, , , , pictures] = process.argv;
const looks = [
  ["light", 1400],
  ["dark", 1400],
  ["light", 375],
  ["dark", 375],
];

async function answered(page) {
  await classify(page, text);
  await page.locator(".why-part details summary").click();
  await page.locator("table.path").first().waitFor();
}

async function corrected(page) {
  await page
    .getByRole("button", { name: /is right$/ })
    .nth(1)
    .click();
  await page.getByText(/^Saved: /).waitFor();
}

const chooseFile = (session, page, view, file) => page.locator(`.${view} input[type=file]`).setInputFiles(join(session.folder, file));

// What a view has to be brought to, from the top.
const states = {
  empty: { hash: "#topics/classify", bring: (session, page) => page.locator("textarea").waitFor() },
  answer: { bring: (session, page) => answered(page) },
  corrected: { bring: (session, page) => corrected(page) },
  picker: {
    bring: (session, page) => page.getByRole("button", { name: "Another label\u2026" }).click(),
    leave: (page) => page.keyboard.press("Escape"),
  },
  taxonomy: { hash: "#topics/taxonomy", bring: (session, page) => page.locator("aside .row").first().waitFor() },
  label: { hash: "#topics/label", bring: (session, page) => page.locator(".label-view .drop").waitFor() },
  queue: { bring: (session, page) => chooseFile(session, page, "label-view", "pool.jsonl").then(() => page.locator(".queue").waitFor()) },
  batch: {
    hash: "#topics/batch",
    bring: (session, page) =>
      chooseFile(session, page, "batch", "batch.jsonl").then(() => page.locator(".batch-table .row").first().waitFor()),
  },
  learning: { hash: "#topics/learning", bring: (session, page) => page.locator(".corrected > li").first().waitFor() },
};

async function look(page, name, [scheme, width]) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  if (pictures) await page.screenshot({ path: join(pictures, `${name}-${scheme}-${width}.png`) });
  const found = wide > width ? [`${wide} pixels wide`] : [];
  return [...found, ...(await problemsOf(page))].map((problem) => `${name} ${scheme} ${width}: ${problem}`);
}

async function everyView(session, serving, [scheme, width]) {
  const page = await openPage(session, serving, "#topics/classify", { colorScheme: scheme, viewport: { width, height: 800 } });
  const found = [];
  for (const [name, { hash, bring, leave }] of Object.entries(states)) {
    if (hash) await page.evaluate((to) => (location.hash = to), hash);
    await bring(session, page);
    found.push(...(await look(page, name, [scheme, width])));
    await leave?.(page);
  }
  await closePage(page);
  return found;
}

async function theDoor(session, guarded, [scheme, width]) {
  const page = await openPage(session, guarded, "", { colorScheme: scheme, viewport: { width, height: 800 } });
  await page.getByLabel("Token", { exact: true }).waitFor();
  const found = await look(page, "token", [scheme, width]);
  await closePage(page);
  return found;
}

// An answer, a saved label and an update leave what stands above them where it is.
async function nothingJumps(session, serving) {
  const page = await openPage(session, serving, "#topics/classify");
  const top = async () => (await page.locator("textarea").boundingBox()).y;
  const before = await top();
  await classify(page, text);
  assert.equal(await top(), before);
  await corrected(page);
  await page.evaluate(() => scrollTo(0, 0));
  assert.equal(await top(), before);
  await page.getByRole("button", { name: "Learn from them now" }).click();
  await page.locator("progress").first().waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  assert.equal(await top(), before);
  await page.locator(".changed").waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  assert.equal(await top(), before);
  await closePage(page);
}

needService();
const session = await Session.start();
const served = [];
try {
  makeTextModels(session);
  writeFileSync(join(session.folder, "pool.jsonl"), asLines(madeTexts(20, 3).map(({ id, text }) => ({ id, text }))));
  writeFileSync(join(session.folder, "batch.jsonl"), asLines(madeTexts(200, 4)));
  writeFileSync(join(session.folder, "tokens"), "reader-0123456789 read\n", { mode: 0o600 });
  served.push(await Serving.start(session, ["topics.clade", "online.clade", "--journal", "feedback.db"]));
  served.push(await Serving.start(session, ["topics.clade", "--token-file", "tokens"]));
  const [serving, guarded] = served;
  await nothingJumps(session, serving);
  const found = [];
  for (const kind of looks) found.push(...(await everyView(session, serving, kind)), ...(await theDoor(session, guarded, kind)));
  assert.deepEqual(found, []);
} finally {
  for (const serving of served) await serving.stop();
  await session.end();
}
