// `clade serve` with made models, and its page in a browser.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { skip } from "./browser.mjs";
import { numbers } from "./made_reports.mjs";

// A document of several minds.
export const text = "The oil pump leaks near the seal, and the engine starts. A cat purrs.";

const program = resolve(process.argv[2]);

export function needService() {
  if (spawnSync(program, ["serve", "--help"]).status !== 0) skip("this clade was built without its service");
}

export const tree = { animals: ["cats", "dogs", "birds"], machines: ["pumps", "engines", "seals"], food: ["bread", "cheese", "soups"] };
export const leaves = Object.values(tree).flat();
export const hints = {
  cats: "cat purrs kitten fur whiskers",
  dogs: "dog barks puppy fur leash",
  birds: "bird sings feathers nest wing",
  pumps: "pump oil leaks pressure valve",
  engines: "engine oil runs exhaust starts",
  seals: "seal gasket ring leaks rubber",
  bread: "bread flour oven yeast crust",
  cheese: "cheese milk rind slice crust",
  soups: "soup broth bowl spoon milk",
};

// Some words of its leaf, and some of any: not all are easy.
export function madeTexts(count, seed) {
  const random = numbers(seed);
  const any = (list) => list[Math.floor(random() * list.length)];
  return Array.from({ length: count }, (_, i) => {
    const leaf = leaves[i % leaves.length];
    const text = Array.from({ length: 10 }, () => any(hints[random() < 0.65 ? leaf : any(leaves)].split(" "))).join(" ");
    return { id: `d${i}`, labels: [leaf], text };
  });
}

export const asLines = (documents) => documents.map((document) => `${JSON.stringify(document)}\n`).join("");

function train(session, name, data, options) {
  session.run(["train", data, "--taxonomy", "t.tsv", "-o", `${name}.clade`, "--quiet", ...options]);
}

// A model of each kind: batch and online, calibrated or not, of texts, features and vectors, with a kernel.
export function makeModels(session) {
  makeTextModels(session);
  makeNumberModels(session);
}

export function makeTextModels(session) {
  const file = (name, text) => writeFileSync(join(session.folder, name), text);
  const documents = madeTexts(270, 7);
  file(
    "t.tsv",
    Object.entries(tree)
      .flatMap(([above, below]) => [`root\t${above}\n`, ...below.map((leaf) => `${above}\t${leaf}\n`)])
      .join(""),
  );
  file("docs.jsonl", asLines(documents));
  const words = ["--ngrams", "1", "--char-ngrams", "none", "--min-df", "1"];
  train(session, "topics", "docs.jsonl", ["--method", "hsvm", "--calibrate", ...words]);
  train(session, "online", "docs.jsonl", ["--method", "perceptron", ...words]);
}

// Documents of two labels each.
export function makeModelOfSets(session) {
  const texts = madeTexts(270, 7);
  const both = texts.map((document, i) => {
    const other = texts[(i * 7 + 3) % texts.length];
    return { ...document, text: `${document.text} ${other.text}`, labels: [...new Set([...document.labels, ...other.labels])] };
  });
  writeFileSync(join(session.folder, "sets.jsonl"), asLines(both));
  train(session, "sets", "sets.jsonl", ["--method", "clade", "--ngrams", "1", "--char-ngrams", "none", "--min-df", "1"]);
}

function makeNumberModels(session) {
  const file = (name, text) => writeFileSync(join(session.folder, name), text);
  const random = numbers(5);
  const rows = Array.from({ length: 90 }, (_, i) => ({
    labels: [leaves[i % 9]],
    at: Array.from({ length: 9 }, (_, k) => (k === i % 9 ? 1 : 0) + 0.4 * random()),
  }));
  file("vectors.jsonl", asLines(rows.map(({ labels, at }) => ({ labels, vector: at }))));
  file(
    "features.jsonl",
    asLines(rows.map(({ labels, at }) => ({ labels, features: Object.fromEntries(at.map((value, k) => [`sensor${k}`, value])) }))),
  );
  train(session, "kernel", "vectors.jsonl", ["--method", "svm", "--kernel", "rbf"]);
  train(session, "sensors", "features.jsonl", ["--method", "hsvm"]);
}

// 10,000 classes in 100 areas.
export function makeLargeModel(session) {
  const file = (name, text) => writeFileSync(join(session.folder, name), text);
  const classes = Array.from({ length: 10000 }, (_, i) => i);
  file(
    "large.tsv",
    [
      ...classes.map((i) => `area ${Math.floor(i / 100)}\tclass ${i}\n`),
      ...Array.from({ length: 100 }, (_, i) => `root\tarea ${i}\n`),
    ].join(""),
  );
  file("large.jsonl", asLines(classes.map((i) => ({ labels: [`class ${i}`], text: `word${i} area${Math.floor(i / 100)}` }))));
  session.run([
    "train",
    "large.jsonl",
    "--taxonomy",
    "large.tsv",
    "--method",
    "perceptron",
    "--epochs",
    "1",
    "--ngrams",
    "1",
    "--char-ngrams",
    "none",
    "--min-df",
    "1",
    "-o",
    "large.clade",
    "--quiet",
  ]);
}

export class Serving {
  // `words` are its arguments; resolves when it answers.
  static start(session, words) {
    const serving = new Serving();
    serving.process = spawn(program, ["serve", ...words, "--port", "0"], { cwd: session.folder, stdio: ["ignore", "pipe", "pipe"] });
    process.on("exit", () => serving.process.kill("SIGKILL")); // also where a test breaks off
    serving.said = "";
    return new Promise((started, failed) => {
      const hear = (piece) => {
        serving.said += piece;
        serving.address ??= /https?:\/\/\S+\//.exec(serving.said)?.[0];
        if (serving.address) started(serving);
      };
      serving.process.stdout.on("data", hear);
      serving.process.stderr.on("data", hear);
      serving.process.on("exit", (code) => failed(new Error(`clade serve ended with ${code}: ${serving.said}`)));
    });
  }

  stop() {
    const ended = new Promise((done) => this.process.once("exit", done));
    this.process.kill("SIGTERM");
    return ended;
  }

  async ask(path, body, { method = body === undefined ? "GET" : "POST", token } = {}) {
    const headers = {
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
    };
    const response = await fetch(this.address + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    const answer = await response.json();
    assert.ok(response.ok, `${path}: ${JSON.stringify(answer)}`);
    return answer;
  }

  async best(model, text, top = 5) {
    const { calibrated } = await this.ask(`v1/models/${model}`);
    const { predictions } = await this.ask(`v1/models/${model}/predict`, {
      document: { text },
      top,
      ...(calibrated ? { probabilities: true } : {}),
    });
    return predictions[0].labels;
  }
}

const expected = /status of (401|403)/; // what the browser says of answers that a test asks for

// The page, with every request, error and violation of its policy kept in `problems`.
export async function openPage(session, serving, hash = "", options = {}) {
  const context = await session.browser.newContext({
    viewport: { width: 1400, height: 900 },
    reducedMotion: "reduce",
    acceptDownloads: true,
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30000);
  page.problems = [];
  page.on("request", (request) => {
    if (!request.url().startsWith(serving.address) && !request.url().startsWith("blob:")) page.problems.push(`request: ${request.url()}`);
  });
  page.on("pageerror", (error) => page.problems.push(`error: ${error}`));
  page.on("console", (message) => {
    if (message.type() === "error" && !expected.test(message.text())) page.problems.push(`console: ${message.text()}`);
  });
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    ),
  );
  await page.goto(serving.address + hash);
  return page;
}

export async function closePage(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

export async function classify(page, text) {
  await page.locator("textarea").fill(text);
  await page.getByRole("button", { name: "Classify", exact: true }).click();
  await page.locator(".ranked > li").first().waitFor();
}

export const rankedOf = (page) =>
  page
    .locator(".answer .ranked > li")
    .evaluateAll((items) =>
      items.map((item) => ({ label: item.querySelector("b").textContent, amount: item.querySelector(".amount").firstChild.textContent })),
    );

// As the page writes probabilities.
export function probabilityText(p) {
  if (p > 0 && p < 0.001) return "< 0.1 %";
  if (p < 1 && p > 0.999) return "> 99.9 %";
  return `${(100 * p).toFixed(1).replace(/\.0$/, "")} %`;
}

export async function until(what, holds) {
  for (let i = 0; i < 600; ++i) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  assert.fail(`it never came that ${what}`);
}
