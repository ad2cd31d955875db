// Models of every kind, and services that ask for a token, in the page of `clade serve`: part of service.mjs.
import assert from "node:assert/strict";
import { classify, closePage, openPage, rankedOf, text, until } from "./serving.mjs";

// Scores, numbers in the place of texts, no reasons, no journal: each says so.
export async function showsOtherModels(session, serving, plain) {
  const page = await openPage(session, serving, "#online/classify");
  await classify(page, text);
  const best = await serving.best("online", text);
  assert.equal((await rankedOf(page))[0].label, best[0].label);
  assert.equal(await page.locator(".answer h2 .notes").textContent(), "score");
  assert.equal(await page.locator(".ranked .bar").count(), 0);
  await page.goto(`${serving.address}#kernel/classify`);
  await classify(page, "1 0 0 0 0 0 0 0 0");
  assert.equal((await rankedOf(page))[0].label, "cats");
  await page.getByText("This model cannot say why").waitFor();
  assert.equal(await page.getByRole("button", { name: /^Why not/ }).count(), 0);
  await page.goto(`${serving.address}#sensors/classify`);
  await classify(page, "sensor1:1 sensor2:0.2");
  assert.equal((await rankedOf(page))[0].label, "dogs");
  await page.locator(".sides li", { hasText: "sensor1" }).first().waitFor();
  await page.locator("textarea").fill("sensor1:one");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Expected a number, got \u201cone\u201d.").waitFor();
  await closePage(page);
  const bare = await openPage(session, plain, "#topics/classify");
  await classify(bare, text);
  assert.equal(await bare.getByRole("button", { name: /is right$/ }).count(), 0);
  await bare.getByText("Corrections are off: the service runs without a journal.").waitFor();
  await bare.getByRole("link", { name: "Label" }).click();
  await bare.getByText("Labelling is off").waitFor();
  await closePage(bare);
}

// Where the model answers with several labels, all of them are right at once, or the reader changes the set.
export async function correctsSets(session, serving) {
  const page = await openPage(session, serving, "#sets/classify");
  const own = "the cat purrs with its whiskers while soup and broth are in a bowl";
  await classify(page, own);
  const { predictions } = await serving.ask("v1/models/sets/predict", { document: { text: own } });
  const given = predictions[0].labels.map(({ label }) => label);
  assert.equal(given.length, 2);
  assert.deepEqual((await page.locator(".ranked > li.given b").allTextContents()).sort(), [...given].sort());
  const newest = async () => (await serving.ask("v1/models/sets/feedback")).feedback[0].labels;
  await page.getByRole("button", { name: "These 2 are right" }).click();
  await page.getByText(/^Saved: .* are right/).waitFor();
  assert.deepEqual(await newest(), given);
  await page.getByRole("button", { name: "Other labels\u2026" }).click();
  await page.getByRole("heading", { name: "Which labels are right?" }).waitFor();
  await page.keyboard.type("bread");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save 3 labels" }).click();
  await until("three labels are saved", async () => (await newest()).length === 3);
  assert.deepEqual((await newest()).sort(), [...given, "bread"].sort());
  await page.getByRole("button", { name: `Only ${given[1]} is right` }).click();
  await until("one label is saved", async () => (await newest()).join() === given[1]);
  await closePage(page);
}

export async function staysSmallWithManyClasses(session, plain) {
  const page = await openPage(session, plain, "#large/taxonomy");
  await page.locator("canvas").waitFor();
  await page.getByRole("combobox", { name: "Search names" }).fill("class 7654");
  await page.keyboard.press("Enter");
  await until("the class is found", async () => (await page.locator("aside h2").textContent()) === "class 7654");
  await page.goto(`${plain.address}#large/classify`);
  await classify(page, "word77 area0");
  assert.equal((await rankedOf(page))[0].label, "class 77");
  const nodes = await page.evaluate(() => document.querySelectorAll("*").length);
  assert.ok(nodes < 1500, `${nodes} elements`);
  await closePage(page);
}

export async function asksForAToken(session, guarded) {
  const page = await openPage(session, guarded, "#topics/classify");
  const token = page.getByLabel("Token", { exact: true });
  await token.fill("no-such-token-0123456789");
  await page.keyboard.press("Enter");
  await page.getByText("The service does not know this token.").waitFor();
  await token.fill("reader-0123456789");
  await page.keyboard.press("Enter");
  await classify(page, text);
  await page
    .getByRole("button", { name: /is right$/ })
    .first()
    .click();
  await page.getByText(/^Your token does not allow this\./).waitFor();
  assert.equal(await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie].join()), "1,0,");
  await page.reload();
  await classify(page, text);
  await page.getByRole("button", { name: "Forget token" }).click();
  await token.waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await closePage(page);
}
