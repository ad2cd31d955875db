// The page of `clade serve`, used as people use it:
//   node service.mjs CLADE FOLDER
// FOLDER holds node_modules.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session } from "./browser.mjs";
import { answersABatch, keepsAPoolWhereAsked, labelsByKeys, readsFiles } from "./service_documents.mjs";
import { asksForAToken, correctsSets, showsOtherModels, staysSmallWithManyClasses } from "./service_models.mjs";
import {
  classify,
  closePage,
  leaves,
  makeLargeModel,
  makeModels,
  makeModelOfSets,
  needService,
  openPage,
  probabilityText,
  rankedOf,
  Serving,
  text,
  until,
} from "./serving.mjs";

async function classifies(session, serving) {
  const page = await openPage(session, serving, "#topics/classify");
  await classify(page, text);
  const best = await serving.best("topics", text);
  assert.deepEqual(
    await rankedOf(page),
    best.map(({ label, probability }) => ({ label, amount: probabilityText(probability) })),
  );
  assert.equal(await page.locator(".ranked > li").first().locator(".above").textContent(), `${best[0].path[0]} \u203a `);
  await page.locator("textarea").fill("bread and flour from the oven");
  await page.keyboard.press("Control+Enter");
  await until("the answer follows the text", async () => (await rankedOf(page))[0].label === "bread");
  await drops(page, "note.txt", "the bird sings in its nest");
  await until("a dropped file is classified", async () => (await rankedOf(page))[0].label === "birds");
  assert.equal(await page.locator("textarea").inputValue(), "the bird sings in its nest");
  await classify(page, "xyzzy plugh");
  await page.getByText("None of these words counts for the model: its answer says nothing about this document.").waitFor();
  await page.goto(`${serving.address}#topic/classify`);
  await page.getByText("There is no model \u201ctopic\u201d here; this is ").waitFor();
  await page.goto(`${serving.address}#topics/classify`);
  await until("the model is found", async () => (await page.getByText("There is no model").count()) === 0);
  await closePage(page);
}

async function drops(page, name, content) {
  const transfer = await page.evaluateHandle(
    ([name, content]) => {
      const made = new DataTransfer();
      made.items.add(new File([content], name));
      return made;
    },
    [name, content],
  );
  await page.dispatchEvent(".given", "drop", { dataTransfer: transfer });
}

async function explains(session, serving) {
  const page = await openPage(session, serving, "#topics/classify");
  await classify(page, text);
  await page.locator(".why-part").waitFor();
  const { explanation } = await serving.ask("v1/models/topics/explain", { document: { text } });
  const marked = explanation.text.filter(({ share }) => share !== 0);
  assert.ok(marked.length > 3);
  assert.deepEqual(
    await page.locator(".why-part blockquote mark").allTextContents(),
    marked.map((part) => part.text),
  );
  assert.equal(await page.locator(".why-part blockquote").textContent(), text);
  assert.equal(await page.locator(".why-part h2").textContent(), `Why ${explanation.label}, and not ${explanation.runner_up.label}?`);
  const sides = await page
    .locator(".sides > div")
    .evaluateAll((all) => all.map((side) => [...side.querySelectorAll("li .name")].map(({ textContent }) => textContent)));
  const strongest = (sign) =>
    explanation.difference.words
      .filter(({ share }) => Math.sign(share) === sign)
      .map(({ word }) => word)
      .slice(0, 12);
  assert.deepEqual(sides, [strongest(1), strongest(-1)]);
  const third = (await serving.best("topics", text))[2].label;
  await page.getByRole("button", { name: `Why not ${third}?` }).click();
  await page.getByRole("heading", { name: `Why ${explanation.label}, and not ${third}?` }).waitFor();
  await closePage(page);
}

// Two clicks, an update, and the answer is another one; a step back, and it is the old one.
async function correctsLearnsAndGoesBack(session, serving, model, own, choose) {
  const page = await openPage(session, serving, `#${model}/classify`);
  await classify(page, own);
  const before = await rankedOf(page);
  const right = choose(before.map(({ label }) => label));
  await page.getByRole("button", { name: "Another label\u2026" }).click();
  await page.locator(".picker .row:not(.heading)", { hasText: right }).last().click();
  await page.getByText(/^Saved: /).waitFor();
  const { feedback } = await serving.ask(`v1/models/${model}/feedback`);
  assert.deepEqual([feedback[0].labels, feedback[0].document.text, feedback[0].right], [[right], own, false]);
  const { generation } = await serving.ask(`v1/models/${model}`);
  await page.getByRole("button", { name: "Learn from them now" }).click();
  await page.locator(".changed").waitFor();
  const after = await rankedOf(page);
  assert.deepEqual(
    after.map(({ label }) => label),
    (await serving.best(model, own)).map(({ label }) => label),
  );
  assert.equal(after[0].label, right);
  assert.match(
    await page.locator(".changed").textContent(),
    new RegExp(`Generation ${generation} said ${before[0].label} .*generation ${generation + 1} says ${right} `),
  );
  await showsWhatChanged(page, own, before[0].label, right);
  await page.getByRole("button", { name: `Go back to generation ${generation}` }).click();
  await page.getByText(`Generation ${generation + 2} answers now, as generation ${generation} did`).waitFor();
  assert.deepEqual(
    (await serving.best(model, own)).map(({ label }) => label),
    before.map(({ label }) => label),
  );
  await page.getByRole("link", { name: "Classify" }).click();
  await until("the old answer is back", async () => (await rankedOf(page))[0].label === before[0].label);
  await closePage(page);
}

async function showsWhatChanged(page, own, was, right) {
  await page.getByRole("link", { name: "What changed" }).click();
  const row = page
    .locator(".generations > li")
    .first()
    .locator("tbody tr", { hasText: own.slice(0, 30) });
  await row.waitFor();
  const cells = (await row.locator("td").allTextContents()).map((cell) => cell.replace(/[\u2713\u2717]/, "").trim());
  assert.deepEqual(cells, [right, `${was} (wrong)`, `${right} (right)`]);
}

// What was said by mistake is taken back; what was not heard is sent again, and written once.
async function takesBackAndSendsAgain(session, serving) {
  const page = await openPage(session, serving, "#topics/classify");
  const own = "a puppy on a leash barks at feathers";
  await classify(page, own);
  const total = async () => (await serving.ask("v1/models/topics/feedback")).total;
  const before = await total();
  const keys = [];
  page.on(
    "request",
    (request) => request.url().endsWith("/feedback") && request.method() === "POST" && keys.push(request.postDataJSON().key),
  );
  await page.route("**/feedback", async (route) => {
    if (keys.length > 1) return route.continue();
    await fetch(route.request().url(), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: route.request().postData(),
    });
    await route.abort(); // the answer is lost
  });
  await page.getByRole("button", { name: /^dogs is right$/ }).click();
  await page.getByText("The service does not answer. Is it still running?").waitFor();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText(/^Saved: dogs is right/).waitFor();
  assert.equal(keys.length, 2);
  assert.equal(keys[0], keys[1]);
  assert.equal(await total(), before + 1);
  await page.getByRole("button", { name: "Take it back" }).click();
  await page.getByText("Taken back").waitFor();
  assert.equal(await total(), before);
  page.problems = page.problems.filter((problem) => !problem.includes("net::ERR_FAILED"));
  await closePage(page);
}

async function browses(session, serving) {
  const page = await openPage(session, serving, "#topics/taxonomy");
  await page.locator("canvas").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("machin");
  await page.keyboard.press("Enter");
  const { nodes } = await serving.ask("v1/models/topics/taxonomy");
  const machines = nodes.find(({ name }) => name === "machines");
  assert.ok(machines.feedback > 0 || nodes[0].feedback > 0, "there are corrections");
  assert.equal(await page.locator("aside h2").textContent(), "machines");
  const facts = await page.locator("aside dd").allTextContents();
  assert.deepEqual(facts.slice(0, 3), [machines.class ? "yes" : "no", "3", String(machines.feedback)]);
  const at = nodes.indexOf(machines);
  assert.deepEqual(
    await page.locator("aside .row button").allTextContents(),
    nodes.filter(({ parents }) => parents.includes(at)).map(({ name }) => name),
  );
  await page.locator("aside .row button", { hasText: "engines" }).click();
  assert.equal(await page.locator("aside h2").textContent(), "engines");
  await closePage(page);
}

needService();
const session = await Session.start();
const served = [];
const start = async (words) => {
  served.push(await Serving.start(session, words));
  return served.at(-1);
};
try {
  makeModels(session);
  makeLargeModel(session);
  makeModelOfSets(session);
  writeFileSync(join(session.folder, "tokens"), "reader-0123456789 read\nadmin-0123456789\n", { mode: 0o600 });
  const serving = await start(["topics.clade", "online.clade", "kernel.clade", "sensors.clade", "sets.clade", "--journal", "feedback.db"]);
  const plain = await start(["topics.clade", "large.clade"]);
  const guarded = await start(["topics.clade", "--journal", "guarded.db", "--token-file", "tokens"]);
  const timed = async (test, ...more) => {
    const begun = performance.now();
    await test(session, ...more);
    console.log(`${test.name} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  };
  await timed(classifies, serving);
  await timed(explains, serving);
  const farOff = (best) => leaves.find((leaf) => !best.slice(0, 4).includes(leaf));
  const secondBest = (best) => best[1]; // one step of an online method is a small one
  await timed(correctsLearnsAndGoesBack, serving, "topics", "an engine that starts and runs with oil", farOff);
  await timed(correctsLearnsAndGoesBack, serving, "online", "the pump leaks at the seal", secondBest);
  await timed(takesBackAndSendsAgain, serving);
  await timed(browses, serving);
  await timed(labelsByKeys, serving);
  await timed(keepsAPoolWhereAsked, serving);
  await timed(readsFiles, serving);
  await timed(answersABatch, serving);
  await timed(showsOtherModels, serving, plain);
  await timed(correctsSets, serving);
  await timed(staysSmallWithManyClasses, plain);
  await timed(asksForAToken, guarded);
} finally {
  for (const serving of served) await serving.stop();
  await session.end();
}
