// Pools and batches of documents in the page of `clade serve`: part of service.mjs.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asLines, closePage, madeTexts, openPage, until } from "./serving.mjs";

// Nothing but keys, from the first to the tenth; only the file is given by the test.
export async function labelsByKeys(session, serving) {
  const pool = madeTexts(12, 99).map(({ id, text }) => ({ id: `p${id}`, text }));
  writeFileSync(join(session.folder, "pool.jsonl"), asLines(pool));
  const page = await openPage(session, serving, "#topics/label");
  const choosing = page.waitForEvent("filechooser"); // from now on: the browser needs a moment to hand it over
  const open = page.getByRole("button", { name: "Open a file\u2026" });
  for (let i = 0; i < 30 && !(await open.evaluate((button) => button === document.activeElement)); ++i) await page.keyboard.press("Tab");
  assert.ok(
    await open.evaluate((button) => button === document.activeElement),
    await page.evaluate(() => document.activeElement.outerHTML),
  );
  await page.keyboard.press("Enter");
  await (await choosing).setFiles(join(session.folder, "pool.jsonl"));
  await page.locator(".queue").waitFor();
  const answers = await Promise.all(pool.map(async (document) => ({ ...document, best: await serving.best("topics", document.text, 9) })));
  answers.sort((a, b) => a.best[0].probability - b.best[0].probability);
  assert.equal((await serving.ask("v1/models/topics/pool")).total, 0, "the pool stays in the page");
  const { total } = await serving.ask("v1/models/topics/feedback");
  const said = [];
  const isLabelled = (n) =>
    until(`${n} are labelled`, async () => (await page.locator(".queue-state").textContent()).startsWith(`${n} labelled`));
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
  assert.deepEqual(
    journal.feedback.slice(0, 10).map(({ document, labels }) => ({ id: document.id, labels })),
    said.reverse(),
  );
  await closePage(page);
}

export async function keepsAPoolWhereAsked(session, serving) {
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
export async function readsFiles(session, serving) {
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
  writeFileSync(join(session.folder, "latin.txt"), Buffer.from("a caf\u00e9", "latin1"));
  await page.locator(".batch input[type=file]").setInputFiles(join(session.folder, "latin.txt"));
  await page.getByText("latin.txt: this is no text in UTF-8.").waitFor();
  await page.locator(".batch input[type=file]").setInputFiles(["a.csv", "c.txt", "d.json"].map((name) => join(session.folder, name)));
  await until(
    "several files are read",
    async () =>
      (await rows.allTextContents()).join("|") ===
      [...files["a.csv"][1], "soup in a bowl milk and cheese", ...files["d.json"][1]].join("|"),
  );
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

const asCsvRecords = (content) =>
  content
    .trim()
    .split("\r\n")
    .map((line) => line.split(","));

export async function answersABatch(session, serving) {
  const documents = madeTexts(3000, 31).map((document, i) => (i === 5 ? { ...document, labels: ["=cmd"] } : document));
  writeFileSync(join(session.folder, "batch.jsonl"), asLines(documents));
  const page = await openPage(session, serving, "#topics/batch");
  await page.locator(".batch input[type=file]").setInputFiles(join(session.folder, "batch.jsonl"));
  await page.getByText(/^3,000 documents in /).waitFor();
  assert.ok((await page.locator(".batch-table .row").count()) < 60, "rows in sight alone are in the page");
  const { predictions } = await serving.ask("v1/models/topics/predict", {
    documents: documents.map(({ id, text }) => ({ id, text })),
    probabilities: true,
  });
  const right = predictions.filter(({ labels }, i) => labels[0]?.label === documents[i].labels[0]).length;
  assert.ok((await page.locator(".summary").textContent()).includes(`(${right.toLocaleString("en")} of 3,000)`));
  const download = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).click()]);
    return { name: file.suggestedFilename(), content: readFileSync(await file.path(), "utf8") };
  };
  const lines = await download("Answers (JSONL)");
  assert.equal(lines.name, "topics-answers.jsonl");
  assert.deepEqual(
    lines.content
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
    predictions,
  );
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
  await until(
    "it opens in Classify",
    async () => (await page.locator("textarea").inputValue()) === documents.find(({ id }) => id === least.id).text,
  );
  await closePage(page);
}
