// Documents with their answers explained, made again from what `predict` and `explain --json` say:
//   node explained.mjs CLADE FOLDER
// FOLDER holds node_modules.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Session, settled } from "./browser.mjs";
import { numbers } from "./made_reports.mjs";

const leaves = ["oak", "elm", "fir", "cat", "dog", "cow"];
const edges = "root\tplant\nroot\tanimal\nplant\toak\nplant\telm\nplant\tfir\nanimal\tcat\nanimal\tdog\nanimal\tcow\n";
const percent = (share) => `${(100 * share).toLocaleString("en", { maximumSignificantDigits: 3 })} %`;
const rounded = (p) => Math.round(1e4 * p) / 1e4; // as pages hold probabilities
const numberOf = (text) => Number(text.replace("\u2212", "-").replace("+", "").replace(/,/g, ""));
const isNear = (a, b) => Math.abs(a - b) <= 0.006 * Math.abs(b) + 1e-4;

// Words of the leaf, of its branch and of everything: some documents are hard.
function madeDocuments(count, seed) {
  const random = numbers(seed);
  const any = (n) => Math.floor(random() * n);
  return Array.from({ length: count }, (_, i) => {
    const leaf = any(leaves.length);
    const word = () => {
      const kind = random();
      if (kind < 0.16) return `${leaves[leaf]}word${any(6)}`;
      return kind < 0.4 ? `branch${leaf < 3 ? "p" : "a"}${any(5)}` : kind < 0.55 ? `${leaves[any(6)]}word${any(6)}` : `noise${any(30)}`;
    };
    return { id: `d${i}`, labels: [leaves[leaf]], text: Array.from({ length: 16 }, word).join(" ") };
  });
}

const lines = (documents) => documents.map((document) => JSON.stringify(document)).join("\n");

function makeFiles(session) {
  const file = (name, text) => writeFileSync(join(session.folder, name), text);
  const test = madeDocuments(160, 23);
  file("t.tsv", edges);
  file("train.jsonl", lines(madeDocuments(260, 11)));
  file("test.jsonl", lines(test));
  const train = (model, ...more) => session.run(["train", "train.jsonl", "--taxonomy", "t.tsv", "--ngrams", "1", "--char-ngrams", "none", "--min-df", "1", "-o", model, ...more]);
  train("sure.clade", "--calibrate");
  train("plain.clade", "--method", "svm");
  const answers = session.output(["predict", "sure.clade", "test.jsonl", "--probabilities", "--json"]).trim().split("\n").map((line) => JSON.parse(line));
  const given = new Map(answers.map(({ id, labels }) => [id, labels[0]]));
  return test.map((document) => ({ ...document, truth: document.labels[0], given: given.get(document.id).label, probability: rounded(given.get(document.id).probability) }));
}

const dataOf = (page) => page.evaluate(() => JSON.parse(document.getElementById("data").textContent));

async function shownIds(page) {
  const more = page.getByRole("button", { name: "Show more documents" });
  while (await more.isVisible()) await more.click();
  return page.locator(".documents .ids .name").allTextContents();
}

async function choose(page, filter) {
  await page.locator(".sample select").selectOption(filter);
}

const item = (page, id) => page.locator(".documents > li").filter({ has: page.locator(".ids .name", { hasText: new RegExp(`^${id}$`) }) });

async function openWhy(box) {
  await box.locator("summary").click();
  await box.locator(".why[open] table.path").first().waitFor();
}

// True and given labels, right or wrong, and how probable.
async function showsLabelsAndProbabilities(page, documents) {
  await choose(page, "all");
  const ids = await shownIds(page);
  assert.ok(ids.length > 30);
  const shown = await page.locator(".documents > li").evaluateAll((all) =>
    all.map((li) => ({
      id: li.querySelector(".ids .name").textContent,
      verdict: li.querySelector(".judged").textContent,
      lines: [...li.querySelectorAll(".labels")].map((line) => [...line.querySelectorAll("button")].map(({ textContent }) => textContent)),
      probability: li.querySelector(".probability").textContent.trim(),
    })),
  );
  for (const { id, verdict, lines: labels, probability } of shown) {
    const expected = documents.find((document) => document.id === id);
    assert.deepEqual(labels, [[expected.truth], [expected.given]], id);
    assert.equal(verdict, expected.truth === expected.given ? "right" : "wrong", id);
    assert.equal(probability, percent(expected.probability), id);
  }
  assert.equal(await page.textContent(".sample [role=status].notes"), `${ids.length} of ${ids.length} shown`);
  return ids;
}

async function findsTheConfidentAndWrong(page, documents, held) {
  const expected = documents.filter(({ id, truth, given, probability }) => held.includes(id) && truth !== given && probability >= 0.8).map(({ id }) => id);
  assert.ok(expected.length > 0 && expected.length < held.length / 3, `${expected.length}`);
  await choose(page, "confident");
  assert.match(await page.textContent(".sample h3"), new RegExp(`^${expected.length} documents? on this page at root: confident and wrong`));
  assert.match(await page.textContent(".sample > .notes[role=status]"), new RegExp(`^${Math.min(5, expected.length)} of ${expected.length} shown$`));
  assert.deepEqual((await shownIds(page)).sort(), expected.sort());
}

// The scores of nodes along the paths of the answer and of the true label that was missed, and the words between them.
async function showsPathsAndWords(session, page, documents, held) {
  await choose(page, "wrong");
  await shownIds(page);
  const wrong = documents.filter(({ id, truth, given }) => truth !== given && held.includes(id)).slice(0, 6);
  for (const { id, truth, given, text } of wrong) {
    const expected = JSON.parse(session.output(["explain", "sure.clade", "test.jsonl", "--id", id, "--label", truth, "--json"]));
    const box = item(page, id);
    await openWhy(box);
    const tables = await box.locator("table.path").evaluateAll((all) => all.map((table) => [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent))));
    for (const [table, of] of [[tables[0], expected], [tables[1], expected.asked]]) {
      assert.deepEqual(table.map(([node]) => node), of.nodes.map(({ node }) => node), id);
      of.nodes.forEach(({ share }, i) => assert.ok(isNear(numberOf(table[i][1]), share), `${id}: ${table[i][1]} for ${share}`));
      assert.equal(table.at(-1)[2], percent(rounded(of.probability)));
    }
    const [best, other] = await box.locator(".explained > div > .lead").allTextContents();
    assert.match(best, new RegExp(`^${given} \\(given\\): score`));
    assert.match(other, new RegExp(`^${truth} \\(true label, missed\\): score`));
    const words = await box.locator(".word-bars li").evaluateAll((all) => all.map((li) => [li.querySelector(".name").textContent, li.querySelector(".amount").textContent]));
    expected.difference.words.slice(0, 10).forEach(({ word, share }, i) => assert.ok(words.some(([shown, amount]) => shown === word && isNear(numberOf(amount), share)), `${id}: ${word}, word ${i}`));
    await marksTheStrongest(page, box, text, new Map(expected.difference.words.map(({ word, share }) => [word, share])));
  }
}

async function marksTheStrongest(page, box, text, shareOf) {
  const words = text.split(" ");
  const strongest = Math.max(...words.map((word) => Math.abs(shareOf.get(word) ?? 0)));
  const expected = (least) => words.filter((word) => (shareOf.get(word) ?? 0) !== 0 && Math.abs(shareOf.get(word)) >= least * strongest);
  const marked = (kind) => box.locator(`mark${kind}:not(.faint)`).allTextContents();
  for (const [value, least] of [["25", 0.25], ["100", 0.9999], ["0", 0]]) {
    if (value !== "25") await page.locator("#mark-threshold").fill(value);
    assert.deepEqual(await marked(""), expected(least), `from ${value} % on`);
    assert.deepEqual(await marked(".for"), expected(least).filter((word) => shareOf.get(word) > 0));
  }
  await page.locator("#mark-threshold").fill("25");
  const first = box.locator("mark:not(.faint)").first();
  await first.click();
  const told = (await box.locator(".told").textContent()).split(/[:,] /);
  assert.equal(told[0], await first.textContent());
  assert.ok(isNear(numberOf(told[1]), shareOf.get(told[0])));
}

async function marksFewWords(page) {
  const { all, shown } = await page.evaluate(() => ({ all: document.querySelectorAll(".documents mark").length, shown: document.querySelectorAll(".documents mark:not(.faint)").length }));
  assert.ok(shown > 0 && shown < 0.6 * all, `${shown} of ${all} words with a share are marked`);
}

// A number opens all documents that it counts, whatever was filtered before; a filter then takes some of them.
async function clearsWhatWasChosen(page) {
  await choose(page, "none");
  await page.locator("aside .counts button.amount").first().click();
  await settled(page);
  assert.equal(await page.locator(".sample select").inputValue(), "all");
  const heading = await page.textContent(".sample h3");
  const held = Number(heading.match(/^([\d,]+) of/)[1]);
  assert.equal((await shownIds(page)).length, held);
  await choose(page, "confident");
  const of = (await page.textContent(".sample h3")).match(/; (\d+) of them confident and wrong/);
  assert.ok(of, await page.textContent(".sample h3"));
  assert.equal((await shownIds(page)).length, Number(of[1]));
  await page.getByRole("button", { name: "Clear", exact: true }).focus();
  await page.keyboard.press("Enter");
  assert.equal(await page.locator(".sample select").inputValue(), "wrong");
  assert.match(await page.textContent(".sample h3"), /on this page at root: wrong here$/);
  assert.equal(await page.evaluate(() => document.activeElement.tagName), "H3");
  assert.equal(await page.getByRole("button", { name: "Clear", exact: true }).isVisible(), false);
}

async function explainsAnEvaluation(session, documents) {
  const page = await session.openMade(["evaluate", "sure.clade", "test.jsonl", "--report", "sure.html"], "sure.html");
  const data = await dataOf(page);
  assert.match(await page.textContent(".sample"), new RegExp(`Answers are explained for ${data.documents.length} of the ${data.documents.length} documents`));
  const held = await showsLabelsAndProbabilities(page, documents);
  await marksFewWords(page);
  await findsTheConfidentAndWrong(page, documents, held);
  await showsPathsAndWords(session, page, documents, held);
  await clearsWhatWasChosen(page);
  assert.deepEqual(page.problems, []);
}

async function saysWhatIsNotThere(session) {
  const page = await session.openMade(["evaluate", "plain.clade", "test.jsonl", "--report", "plain.html"], "plain.html");
  assert.equal(await page.locator(".sample option[value=confident]").evaluate((option) => option.disabled), true);
  assert.match(await page.textContent(".sample"), /\u201cconfident and wrong\u201d: needs probabilities, which calibrated models have/);
  session.run(["predict", "plain.clade", "test.jsonl", "-o", "p.tsv"]);
  session.run(["evaluate", "--predictions", "p.tsv", "--truth", "test.jsonl", "--taxonomy", "t.tsv", "--report", "given.html"]);
  await session.show(join(session.folder, "given.html"));
  assert.match(await page.textContent(".sample"), /No answer is explained here: the answers come from a file/);
  assert.equal(await page.locator(".sample mark").count(), 0);
}

// Every method's answer and explanation, and what one has right and another one wrong.
async function explainsAComparison(session) {
  const page = await session.openMade(["compare", "test.jsonl", "--taxonomy", "t.tsv", "--methods", "hsvm --calibrate; svm; dnc", "--folds", "2", "--report", "c.html"], "c.html");
  const data = await dataOf(page);
  const isRight = ({ labels, guesses }, m) => guesses[m].join() === labels.join();
  const idsOf = (right, wrong) => data.documents.filter((document) => isRight(document, right) && !isRight(document, wrong)).map(({ id }) => id);
  const expected = idsOf(0, 1);
  for (const [filter, ids] of [["better-1", idsOf(1, 0)], ["worse-1", expected]]) {
    assert.ok(ids.length > 0, filter);
    await choose(page, filter);
    assert.deepEqual((await shownIds(page)).sort(), ids.sort(), filter);
  }
  const box = item(page, expected[0]);
  const { names } = data.tree;
  const document = data.documents.find(({ id }) => id === expected[0]);
  assert.deepEqual(
    await box.locator(".labels").evaluateAll((all) => all.map((line) => [...line.querySelectorAll("button")].map(({ textContent }) => textContent))),
    [document.labels, ...document.guesses].map((nodes) => nodes.map((node) => names[node])),
  );
  await openWhy(box);
  assert.deepEqual(await box.locator("h4").allTextContents(), ["By hsvm --calibrate", "By svm", "By dnc"]);
  // What nodes add sums to the score, by every method.
  const sums = await box.locator(".explained > div:has(table)").evaluateAll((all) => all.map((div) => [div.querySelector(".lead").textContent.match(/score ([\u2212\d.]+)/)[1], [...div.querySelectorAll("td:nth-child(2)")].map(({ textContent }) => textContent)]));
  assert.equal(sums.length, 6);
  for (const [score, shares] of sums) {
    const sum = shares.reduce((total, share) => total + numberOf(share), 0);
    assert.ok(Math.abs(sum - numberOf(score)) < 0.01, `${shares} for ${score}`);
  }
  assert.match(await box.locator(".explained").nth(2).textContent(), /over/);
  // The marks are of the method that is chosen.
  await page.locator("#tree-of-errors > .controls select").first().selectOption("1");
  await choose(page, "all");
  await shownIds(page);
  assert.match(await item(page, expected[0]).locator(".marked").textContent(), /, by svm /);
  await choose(page, "confident");
  assert.equal(await page.textContent(".sample > .notes[role=status]"), "0 of 0 shown: svm has no probabilities");
  assert.deepEqual(page.problems, []);
}

async function openExplanation(session, file) {
  const page = await session.newPage({});
  page.problems = [];
  await page.goto(pathToFileURL(join(session.folder, file)).href);
  return page;
}

async function explainsDocuments(session, documents) {
  session.run(["explain", "sure.clade", "test.jsonl", "--first", "12", "--html", "why.html"]);
  const page = await openExplanation(session, "why.html");
  const first = documents.slice(0, 12);
  const verdicts = first.map(({ truth, given }) => (truth === given ? "right" : "wrong"));
  assert.deepEqual(await page.locator(".judged").allTextContents(), verdicts);
  assert.deepEqual(await page.locator(".probability").allTextContents(), first.map(({ probability }) => ` ${percent(probability)}`));
  await marksFewWords(page);
  const wrong = verdicts.filter((verdict) => verdict === "wrong").length;
  assert.ok(wrong > 0);
  await page.getByLabel("Show").selectOption("wrong");
  assert.equal(await page.textContent("[role=status].notes"), `${wrong} of 12 shown`);
  assert.equal(await page.locator(".documents > li:visible").count(), wrong);
  await page.getByRole("button", { name: "Dark" }).click();
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(20, 24, 29)");
  assert.deepEqual(page.problems, []);
  await page.close();
}

// Without a label that is given there is no answer; without true ones nothing is right or wrong.
async function callsNothingAnAnswerThatIsNone(session) {
  writeFileSync(join(session.folder, "sets.svm"), "oak,cat 1:1 4:1\noak 1:0.9\ndog 2:1\ndog,cat 2:0.8 4:1\n");
  writeFileSync(join(session.folder, "asked.jsonl"), '{"id":"n1","text":"oakword1 oakword2"}\n');
  writeFileSync(join(session.folder, "asked.svm"), "oak 9:1\n");
  session.run(["train", "sets.svm", "--taxonomy", "t.tsv", "--method", "hsvm", "--constraints", "binary", "--loss", "zero-one", "-o", "s.clade"]);
  session.run(["explain", "s.clade", "asked.svm", "--html", "none.html"]);
  const none = await openExplanation(session, "none.html");
  assert.equal(await none.textContent(".judged"), "no answer");
  assert.match(await none.textContent(".explained .lead"), /\(best score, not given\)/);
  assert.deepEqual(await none.locator(".labels").allTextContents(), ["True\u2212oak (missed)", "Givennothing"]);
  await none.close();
  session.run(["explain", "sure.clade", "asked.jsonl", "--html", "new.html"]);
  const unknown = await openExplanation(session, "new.html");
  assert.equal(await unknown.locator(".judged").count(), 0);
  assert.match(await unknown.textContent(".labels"), /^Givenoak [\d.]+ %$/);
  assert.ok(readFileSync(join(session.folder, "new.html"), "utf8").includes("default-src 'none'"));
  await unknown.close();
}

const session = await Session.start();
try {
  const documents = makeFiles(session);
  await explainsAnEvaluation(session, documents);
  await saysWhatIsNotThere(session);
  await explainsAComparison(session);
  await explainsDocuments(session, documents);
  await callsNothingAnAnswerThatIsNone(session);
} finally {
  await session.end();
}
