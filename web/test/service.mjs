// The page of `clade serve`, used as people use it:
//   node service.mjs CLADE FOLDER
// FOLDER holds node_modules.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Session } from "./browser.mjs";
import { asLines, classify, closePage, leaves, madeTexts, makeLargeModel, makeModels, openPage, probabilityText, rankedOf, Serving, until } from "./serving.mjs";

const text = "The oil pump leaks near the seal, and the engine starts. A cat purrs.";

async function classifies(session, serving) {
  const page = await openPage(session, serving, "#topics/classify");
  await classify(page, text);
  const best = await serving.best("topics", text);
  assert.deepEqual(await rankedOf(page), best.map(({ label, probability }) => ({ label, amount: probabilityText(probability) })));
  assert.equal(await page.locator(".ranked > li").first().locator(".above").textContent(), `${best[0].path[0]} \u203a `);
  await page.locator("textarea").fill("bread and flour from the oven");
  await page.keyboard.press("Control+Enter");
  await until("the answer follows the text", async () => (await rankedOf(page))[0].label === "bread");
  await drops(page, "note.txt", "the bird sings in its nest");
  await until("a dropped file is classified", async () => (await rankedOf(page))[0].label === "birds");
  assert.equal(await page.locator("textarea").inputValue(), "the bird sings in its nest");
  await closePage(page);
}

async function drops(page, name, content) {
  const transfer = await page.evaluateHandle(([name, content]) => {
    const made = new DataTransfer();
    made.items.add(new File([content], name));
    return made;
  }, [name, content]);
  await page.dispatchEvent(".given", "drop", { dataTransfer: transfer });
}

async function explains(session, serving) {
  const page = await openPage(session, serving, "#topics/classify");
  await classify(page, text);
  await page.locator(".why-part").waitFor();
  const { explanation } = await serving.ask("v1/models/topics/explain", { document: { text } });
  const marked = explanation.text.filter(({ share }) => share !== 0);
  assert.ok(marked.length > 3);
  assert.deepEqual(await page.locator(".why-part blockquote mark").allTextContents(), marked.map((part) => part.text));
  assert.equal(await page.locator(".why-part blockquote").textContent(), text);
  assert.equal(await page.locator(".why-part h2").textContent(), `Why ${explanation.label}, and not ${explanation.runner_up.label}?`);
  const sides = await page.locator(".sides > div").evaluateAll((all) => all.map((side) => [...side.querySelectorAll("li .name")].map(({ textContent }) => textContent)));
  const strongest = (sign) => explanation.difference.words.filter(({ share }) => Math.sign(share) === sign).map(({ word }) => word).slice(0, 12);
  assert.deepEqual(sides, [strongest(1), strongest(-1)]);
  const third = (await serving.best("topics", text))[2].label;
  await page.getByRole("button", { name: `Why not ${third}?` }).click();
  await page.getByRole("heading", { name: `Why ${explanation.label}, and not ${third}?` }).waitFor();
  await closePage(page);
}

// Two clicks, an update, and the answer is another one; a step back, and it is the old one.
async function correctsLearnsAndGoesBack(session, serving, model, own) {
  const page = await openPage(session, serving, `#${model}/classify`);
  await classify(page, own);
  const before = await rankedOf(page);
  const right = leaves.find((leaf) => !before.slice(0, 4).some(({ label }) => label === leaf));
  await page.getByRole("button", { name: "Another label\u2026" }).click();
  await page.locator(".picker .row:not(.heading)", { hasText: right }).last().click();
  await page.getByText(/^Saved: /).waitFor();
  const { feedback } = await serving.ask(`v1/models/${model}/feedback`);
  assert.deepEqual([feedback[0].labels, feedback[0].document.text, feedback[0].right], [[right], own, false]);
  const { generation } = await serving.ask(`v1/models/${model}`);
  await page.getByRole("button", { name: "Learn from them now" }).click();
  await page.locator(".changed").waitFor();
  const after = await rankedOf(page);
  assert.deepEqual(after.map(({ label }) => label), (await serving.best(model, own)).map(({ label }) => label));
  assert.equal(after[0].label, right);
  assert.match(await page.locator(".changed").textContent(), new RegExp(`Generation ${generation} said ${before[0].label} .*generation ${generation + 1} says ${right} `));
  await showsWhatChanged(page, own, before[0].label, right);
  await page.getByRole("button", { name: `Go back to generation ${generation}` }).click();
  await page.getByText(`Generation ${generation + 2} answers now, as generation ${generation} did`).waitFor();
  assert.deepEqual((await serving.best(model, own)).map(({ label }) => label), before.map(({ label }) => label));
  await page.getByRole("link", { name: "Classify" }).click();
  await until("the old answer is back", async () => (await rankedOf(page))[0].label === before[0].label);
  await closePage(page);
}

async function showsWhatChanged(page, own, was, right) {
  await page.getByRole("link", { name: "What changed" }).click();
  const row = page.locator(".generations > li").first().locator("tbody tr", { hasText: own.slice(0, 30) });
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
  page.on("request", (request) => request.url().endsWith("/feedback") && request.method() === "POST" && keys.push(request.postDataJSON().key));
  await page.route("**/feedback", async (route) => {
    if (keys.length > 1) return route.continue();
    await fetch(route.request().url(), { method: "POST", headers: { "Content-Type": "application/json" }, body: route.request().postData() });
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
  assert.deepEqual(await page.locator("aside .row button").allTextContents(), nodes.filter(({ parents }) => parents.includes(at)).map(({ name }) => name));
  await page.locator("aside .row button", { hasText: "engines" }).click();
  assert.equal(await page.locator("aside h2").textContent(), "engines");
  await closePage(page);
}

// Nothing but keys, from the first to the tenth; only the file is given by the test.
async function labelsByKeys(session, serving) {
  const pool = madeTexts(12, 99).map(({ id, text }) => ({ id: `p${id}`, text }));
  writeFileSync(join(session.folder, "pool.jsonl"), asLines(pool));
  const page = await openPage(session, serving, "#topics/label");
  const open = page.getByRole("button", { name: "Open a file\u2026" });
  for (let i = 0; i < 30 && !(await open.evaluate((button) => button === document.activeElement)); ++i) await page.keyboard.press("Tab");
  const choosing = page.waitForEvent("filechooser");
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(join(session.folder, "pool.jsonl"));
  await page.locator(".queue").waitFor();
  const answers = await Promise.all(pool.map(async (document) => ({ ...document, best: await serving.best("topics", document.text, 9) })));
  answers.sort((a, b) => a.best[0].probability - b.best[0].probability);
  assert.equal((await serving.ask("v1/models/topics/pool")).total, 0, "the pool stays in the page");
  const { total } = await serving.ask("v1/models/topics/feedback");
  const said = [];
  const isLabelled = (n) => until(`${n} are labelled`, async () => (await page.locator(".queue-state").textContent()).startsWith(`${n} labelled`));
  for (let i = 0; i < 10; ++i) {
    const { id, best } = answers[i];
    assert.ok((await page.locator(".queue .card h2").textContent()).includes(`${id}:`), `${id} is the next one`);
    const act = ["1", "2", "Enter", "3", "/", "0"][i % 6];
    await page.keyboard.press(act);
    if (act === "/") {
      await page.locator(".picker").waitFor();
      await page.keyboard.type("soup");
      await page.keyboard.press("Enter");
    }
    said.push({ id, labels: act === "0" ? [] : act === "/" ? ["soups"] : [best[act === "Enter" ? 0 : Number(act) - 1].label] });
    await isLabelled(i + 1);
  }
  await page.keyboard.press("u");
  await isLabelled(9);
  assert.ok((await page.locator(".queue .card h2").textContent()).includes(`${said[9].id}:`));
  await page.keyboard.press("1");
  await isLabelled(10);
  said[9].labels = [answers[9].best[0].label];
  await page.keyboard.press("s");
  await until("the next one comes", async () => (await page.locator(".queue .card h2").textContent()).includes(`${answers[11].id}:`));
  const journal = await serving.ask("v1/models/topics/feedback");
  assert.equal(journal.total, total + 10);
  assert.deepEqual(journal.feedback.slice(0, 10).map(({ document, labels }) => ({ id: document.id, labels })), said.reverse());
  await closePage(page);
}

async function keepsAPoolWhereAsked(session, serving) {
  const page = await openPage(session, serving, "#topics/label");
  await page.getByLabel("keep the documents on the server, too").check();
  await page.locator(".label-view input[type=file]").setInputFiles(join(session.folder, "pool.jsonl"));
  await page.locator(".queue").waitFor();
  assert.equal((await serving.ask("v1/models/topics/pool")).total, 12);
  await page.getByRole("button", { name: "Another pool\u2026" }).click();
  await page.getByText("12 documents wait in the pool on the server").waitFor();
  await page.getByRole("button", { name: "Empty it" }).click();
  await page.getByText("12 documents removed from the server.").waitFor();
  assert.equal((await serving.ask("v1/models/topics/pool")).total, 0);
  await closePage(page);
}

// Each kind of file, as the manual says.
async function readsFiles(session, serving) {
  const files = {
    "a.csv": ['id,label,text\r\nx1,cats,"a ""cat"",\npurrs"\r\nx2,,the dog barks\r\n', ['a "cat", purrs', "the dog barks"]],
    "b.tsv": ["id\tbody\ny1\tbread and flour\n", ["bread and flour"]],
    "c.txt": ["soup in a bowl\n\nmilk and cheese\n", ["soup in a bowl", "milk and cheese"]],
    "d.json": ['[{"text":"feathers"},{"id":"z","text":["oil","runs"]}]', ["feathers", "oil runs"]],
  };
  const page = await openPage(session, serving, "#topics/batch");
  const rows = page.locator(".batch-table .row button");
  for (const [name, [content, texts]] of Object.entries(files)) {
    writeFileSync(join(session.folder, name), content);
    await page.locator(".batch input[type=file]").setInputFiles(join(session.folder, name));
    await until(`${name} is answered`, async () => JSON.stringify(await rows.allTextContents()) === JSON.stringify(texts));
  }
  writeFileSync(join(session.folder, "bad.jsonl"), '{"text":"fine"}\n{"txt":"not"}\n');
  await page.locator(".batch input[type=file]").setInputFiles(join(session.folder, "bad.jsonl"));
  await page.getByText("bad.jsonl, line 2: Expected one of text, features and vector in each document.").waitFor();
  await page.locator(".batch input[type=file]").setInputFiles(["a.csv", "c.txt", "d.json"].map((name) => join(session.folder, name)));
  await until("several files are read", async () => (await rows.allTextContents()).join("|") === [...files["a.csv"][1], "soup in a bowl milk and cheese", ...files["d.json"][1]].join("|"));
  await page.goto(`${serving.address}#sensors/batch`);
  writeFileSync(join(session.folder, "n.svm"), "dogs sensor1:1 sensor2:0.1\ncats sensor0:1\n");
  await page.locator(".batch input[type=file]").setInputFiles(join(session.folder, "n.svm"));
  await page.getByText("2 documents, 100 % as in the file (2 of 2)").waitFor();
  await page.goto(`${serving.address}#kernel/batch`);
  writeFileSync(join(session.folder, "v.csv"), "id,c1,c2,c3,c4,c5,c6,c7,c8,c9,label\nv1,0,0,1,0,0,0,0,0,0,birds\n");
  await page.locator(".batch input[type=file]").setInputFiles(join(session.folder, "v.csv"));
  await page.getByText("1 document, 100 % as in the file (1 of 1)").waitFor();
  await closePage(page);
}

const asCsvRecords = (content) => content.trim().split("\r\n").map((line) => line.split(","));

async function answersABatch(session, serving) {
  const documents = madeTexts(3000, 31).map((document, i) => (i === 5 ? { ...document, labels: ["=cmd"] } : document));
  writeFileSync(join(session.folder, "batch.jsonl"), asLines(documents));
  const page = await openPage(session, serving, "#topics/batch");
  await page.locator(".batch input[type=file]").setInputFiles(join(session.folder, "batch.jsonl"));
  await page.getByText(/^3,000 documents in /).waitFor();
  assert.ok((await page.locator(".batch-table .row").count()) < 60, "rows in sight alone are in the page");
  const { predictions } = await serving.ask("v1/models/topics/predict", { documents: documents.map(({ id, text }) => ({ id, text })), probabilities: true });
  const right = predictions.filter(({ labels }, i) => labels[0]?.label === documents[i].labels[0]).length;
  assert.ok((await page.locator(".summary").textContent()).includes(`(${right.toLocaleString("en")} of 3,000)`));
  const download = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path(), "utf8") };
  };
  const lines = await download("Answers (JSONL)");
  assert.equal(lines.name, "topics-answers.jsonl");
  assert.deepEqual(lines.content.trim().split("\n").map((line) => JSON.parse(line)), predictions);
  const [head, ...rows] = asCsvRecords((await download("Answers (CSV)")).content);
  assert.deepEqual(head, ["id", "label", "path", "score", "probability", "label_in_file", "error"]);
  assert.equal(rows.length, 3000);
  assert.deepEqual(rows[7].slice(0, 3), [predictions[7].id, predictions[7].labels[0].label, predictions[7].labels[0].path.join(" > ")]);
  assert.equal(Number(rows[7][4]), predictions[7].labels[0].probability);
  assert.equal(rows[5][5], "'=cmd", "a spreadsheet runs nothing");
  const virtual = page.locator(".batch-table .virtual");
  await virtual.evaluate((box) => (box.scrollTop = box.scrollHeight));
  await page.locator(".batch-table .row", { hasText: "d2999" }).waitFor();
  await page.getByLabel("Order").selectOption("unsure");
  const least = predictions.reduce((a, b) => (b.labels[0].probability < a.labels[0].probability ? b : a));
  await virtual.evaluate((box) => (box.scrollTop = 0));
  const first = page.locator(".batch-table .row").first();
  await until("the least sure is first", async () => (await first.locator(".id").first().textContent()) === least.id);
  await first.locator("button").click();
  await until("it opens in Classify", async () => (await page.locator("textarea").inputValue()) === documents.find(({ id }) => id === least.id).text);
  await closePage(page);
}

// Scores, numbers in the place of texts, no reasons, no journal: each says so.
async function showsOtherModels(session, serving, plain) {
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

async function staysSmallWithManyClasses(session, plain) {
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

async function asksForAToken(session, guarded) {
  const page = await openPage(session, guarded, "#topics/classify");
  const token = page.getByLabel("Token", { exact: true });
  await token.fill("no-such-token-0123456789");
  await page.keyboard.press("Enter");
  await page.getByText("The service does not know this token.").waitFor();
  await token.fill("reader-0123456789");
  await page.keyboard.press("Enter");
  await classify(page, text);
  await page.getByRole("button", { name: /is right$/ }).first().click();
  await page.getByText(/^Your token does not allow this\./).waitFor();
  assert.equal(await page.evaluate(() => [sessionStorage.length, localStorage.length, document.cookie].join()), "1,0,");
  await page.reload();
  await classify(page, text);
  await page.getByRole("button", { name: "Forget token" }).click();
  await token.waitFor();
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await closePage(page);
}

const session = await Session.start();
const served = [];
const start = async (words) => {
  served.push(await Serving.start(session, words));
  return served.at(-1);
};
try {
  makeModels(session);
  makeLargeModel(session);
  writeFileSync(join(session.folder, "tokens"), "reader-0123456789 read\nadmin-0123456789\n", { mode: 0o600 });
  const serving = await start(["topics.clade", "online.clade", "kernel.clade", "sensors.clade", "--journal", "feedback.db"]);
  const plain = await start(["topics.clade", "large.clade"]);
  const guarded = await start(["topics.clade", "--journal", "guarded.db", "--token-file", "tokens"]);
  const timed = async (test, ...more) => {
    const begun = performance.now();
    await test(session, ...more);
    console.log(`${test.name} ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  };
  await timed(classifies, serving);
  await timed(explains, serving);
  await timed(correctsLearnsAndGoesBack, serving, "topics", "an engine that starts and runs with oil");
  await timed(correctsLearnsAndGoesBack, serving, "online", "a cat with fur and whiskers purrs");
  await timed(takesBackAndSendsAgain, serving);
  await timed(browses, serving);
  await timed(labelsByKeys, serving);
  await timed(keepsAPoolWhereAsked, serving);
  await timed(readsFiles, serving);
  await timed(answersABatch, serving);
  await timed(showsOtherModels, serving, plain);
  await timed(staysSmallWithManyClasses, plain);
  await timed(asksForAToken, guarded);
} finally {
  for (const serving of served) await serving.stop();
  await session.end();
}
