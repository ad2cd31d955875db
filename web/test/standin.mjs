// A small server in the place of `clade serve`, to work on the page without a build of the program:
//   node standin.mjs PAGE MODEL.clade... [--port P] [--journal FILE] [--token-file FILE]
// It keeps docs/SERVICE.md as far as the page asks; its models are made up, and nothing is kept.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { numbers } from "./made_reports.mjs";
import { hints, leaves, tree } from "./serving.mjs";

const [page, ...given] = process.argv.slice(2);
const option = (name) => (given.includes(name) ? given[given.indexOf(name) + 1] : undefined);
const port = option("--port") ?? "0";
const hasTokens = option("--token-file") !== undefined;
const hasJournal = option("--journal") !== undefined;
const roles = { "admin-0123456789": "admin", "reader-0123456789": "read" };

class Refusal extends Error {
  constructor(status, kind, message) {
    super(message);
    Object.assign(this, { status, kind });
  }
}

const words = (document) => (document.text !== undefined ? (document.text.toLowerCase().match(/\p{L}+/gu) ?? []) : Object.keys(document.features ?? {}).filter((name) => document.features[name] > 0.5).concat((document.vector ?? []).flatMap((value, i) => (value > 0.5 ? [String(i + 1)] : []))));

class MadeModel {
  constructor(name, { edges, hints = {}, ...info }) {
    this.info = { name, generation: 1, method: "hsvm", features: 4321, takes: "text", calibrated: true, explains: true, updates: "batch", ...info };
    this.nodes = [{ name: "root", parents: [] }];
    const at = new Map([["root", 0]]);
    for (const [parent, child] of edges) {
      if (!at.has(child)) at.set(child, this.nodes.push({ name: child, parents: [] }) - 1);
      this.nodes[at.get(child)].parents.push(at.get(parent));
    }
    const inner = new Set(edges.map(([parent]) => parent));
    this.classes = this.nodes.filter((node) => !inner.has(node.name)).map((node) => node.name);
    this.at = at;
    this.weights = Object.fromEntries(Object.entries(hints).map(([label, text]) => [label, Object.fromEntries(text.split(" ").map((word, i) => [word, 1.2 - 0.05 * i]))]));
    this.generations = [{ generation: 1, at: new Date().toISOString(), how: "file", weights: this.weights }];
    this.feedback = [];
    this.updates = [];
    this.pool = new Map();
  }

  path(label) {
    const path = [];
    for (let at = this.at.get(label); at > 0; at = this.nodes[at].parents[0]) path.unshift(this.nodes[at].name);
    return path;
  }

  scores(document, weights = this.weights) {
    const scored = Object.entries(weights).map(([label, own]) => [label, words(document).reduce((sum, word) => sum + (own[word] ?? 0), 0)]);
    const seen = new Set(scored.map(([label]) => label));
    for (const label of this.classes) if (!seen.has(label) && scored.length < 30) scored.push([label, 0]);
    return scored.sort((a, b) => b[1] - a[1]);
  }

  predict(document, { top, probabilities, confidence, coverage }) {
    const kind = this.info.takes;
    if (document[kind] === undefined) throw new Refusal(422, "input", `expected ${kind}`);
    if ((probabilities || confidence || coverage) && !this.info.calibrated) throw new Refusal(400, "usage", "the model is not calibrated");
    const scored = this.scores(document);
    const total = scored.reduce((sum, [, score]) => sum + Math.exp(score), 0);
    return scored.slice(0, top ?? (scored[0][1] > 0 ? 1 : 0)).map(([label, score]) => ({ label, score, ...(probabilities || confidence || coverage ? { probability: Math.exp(score) / total } : {}), path: this.path(label) }));
  }

  explain(document, against) {
    if (!this.info.explains) throw new Refusal(400, "usage", "models with kernels cannot be explained");
    const scored = this.scores(document);
    const [best, second] = [scored[0], against ? scored.find(([label]) => label === against) : scored[1]];
    const shares = (label) => [...new Set(words(document))].map((word) => ({ word, share: this.weights[label]?.[word] ?? 0 })).filter(({ share }) => share !== 0).sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
    const side = ([label, score]) => ({ label, score, path: this.path(label), nodes: this.path(label).map((node, i, all) => ({ node, share: i === all.length - 1 ? score : 0, words: i === all.length - 1 ? shares(label) : [] })) });
    const both = [...new Set(words(document))].map((word) => ({ word, share: (this.weights[best[0]]?.[word] ?? 0) - (this.weights[second[0]]?.[word] ?? 0) })).filter(({ share }) => share !== 0).sort((a, b) => Math.abs(b.share) - Math.abs(a.share));
    const made = { id: "0", predicted: this.predict(document, {}).map(({ label }) => label), ...side(best), [against ? "asked" : "runner_up"]: side(second), difference: { lead: best[1] - second[1], words: both } };
    if (document.text === undefined) return made;
    const share = (part) => both.find(({ word }) => word === part.toLowerCase())?.share ?? 0;
    return { ...made, text: document.text.split(/(\p{L}+)/u).map((part) => ({ text: part, share: share(part) })) };
  }

  correct({ document, labels, key }) {
    if (!hasJournal) throw new Refusal(409, "conflict", "the service runs without a journal");
    for (const label of labels) if (!this.at.has(label)) throw new Refusal(422, "input", `unknown label '${label}'`);
    const known = this.feedback.find((of) => of.key && of.key === key);
    if (known) return { sequence: known.sequence, document: known.document.id };
    const id = document.id ?? `h${[...JSON.stringify(document)].reduce((h, c) => (h * 31 + c.charCodeAt(0)) % 2 ** 48, 7).toString(16).padStart(16, "0")}`;
    this.feedback = this.feedback.filter((of) => of.document.id !== id);
    const predicted = this.predict(document, {}).map(({ label }) => label);
    const sequence = (this.sequence = (this.sequence ?? 0) + 1);
    this.feedback.push({ sequence, document: { ...document, id }, labels, predicted, right: labels.join() === predicted.join(), at: new Date().toISOString(), applied: false, key });
    this.pool.delete(id);
    return { sequence, document: id };
  }

  learn() {
    if (this.running) throw new Refusal(409, "conflict", "an update is running");
    const news = this.feedback.filter((of) => !of.applied);
    const update = { update: this.updates.length, state: news.length ? "running" : "nothing", generation: this.info.generation, through: this.sequence ?? 0, examples: news.length };
    this.updates.push(update);
    if (news.length === 0) return update;
    this.running = true;
    const finish = () => {
      const before = this.weights;
      this.weights = structuredClone(before);
      for (const of of news) {
        of.applied = true;
        for (const [labels, step] of [[of.labels, 1.5], [of.predicted.filter((label) => !of.labels.includes(label)), -0.5]])
          for (const label of labels) for (const word of words(of.document)) (this.weights[label] ??= {})[word] = (this.weights[label][word] ?? 0) + step;
      }
      const answers = (weights) => (of) => [this.scores(of.document, weights)[0][0]];
      const right = (answer) => (of) => answer(of).join() === of.labels.join();
      const [old, now] = [answers(before), answers(this.weights)];
      const changed = this.feedback.filter((of) => old(of).join() !== now(of).join()).map((of) => ({ document: of.document.id, labels: of.labels, before: old(of), after: now(of) }));
      this.become({ how: "update", examples: news.length, weights: this.weights, recent: { documents: this.feedback.length, right_before: this.feedback.filter(right(old)).length, right_after: this.feedback.filter(right(now)).length, changed } });
      Object.assign(update, { state: "done", generation: this.info.generation });
      this.running = false;
    };
    if (this.info.updates === "online") finish();
    else setTimeout(finish, 1800);
    return update;
  }

  become(generation) {
    ++this.info.generation;
    this.generations.unshift({ generation: this.info.generation, at: new Date().toISOString(), ...generation });
  }

  rollBack(wanted = this.generations[1]?.generation) {
    const old = this.generations.find(({ generation }) => generation === wanted);
    if (!old) throw new Refusal(409, "conflict", "nothing to roll back to");
    this.weights = old.weights;
    this.become({ how: "rollback", weights: old.weights, same_as: wanted });
    return { generation: this.info.generation, same_as: wanted };
  }

  get facts() {
    return { ...this.info, classes: this.classes.length, nodes: this.nodes.length, feedback: hasJournal, pending: this.feedback.filter((of) => !of.applied).length, updating: Boolean(this.running) };
  }

  get taxonomy() {
    const nodes = this.nodes.map((node) => ({ ...node, class: this.classes.includes(node.name), feedback: 0, wrong: 0 }));
    for (const of of this.feedback) {
      const above = new Set([0, ...of.labels.flatMap((label) => this.path(label).map((name) => this.at.get(name)))]);
      for (const node of above) {
        ++nodes[node].feedback;
        if (!of.right) ++nodes[node].wrong;
      }
    }
    return { nodes };
  }

  waiting(limit) {
    const documents = [...this.pool.values()].map((document) => {
      const labels = this.predict(document, { top: 2, probabilities: this.info.calibrated });
      return { ...document, labels, certainty: labels[0].probability ?? labels[0].score - labels[1].score };
    });
    return { documents: documents.sort((a, b) => a.certainty - b.certainty).slice(0, limit), total: documents.length };
  }
}

const pets = [...Object.keys(tree).map((area) => ["root", area]), ...Object.entries(tree).flatMap(([area, below]) => below.map((leaf) => [area, leaf]))];
const random = numbers(3);
const big = Array.from({ length: 10000 }, (_, i) => [`area ${Math.floor(i / 100)}`, `class ${i}`]).concat(Array.from({ length: 100 }, (_, i) => ["root", `area ${i}`]));
const bigHints = { "class 77": "word", ...Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`class ${i * 250}`, Array.from({ length: 5 }, () => `w${Math.floor(random() * 60)}`).join(" ")])) };
const models = new Map(
  [
    new MadeModel("topics", { edges: pets, hints }),
    new MadeModel("online", { edges: pets, hints, updates: "online", calibrated: false, method: "perceptron" }),
    new MadeModel("kernel", { edges: pets, hints: Object.fromEntries(leaves.map((leaf, k) => [leaf, String(k + 1)])), takes: "vector", explains: false, updates: "no", calibrated: false, method: "svm" }),
    new MadeModel("sensors", { edges: pets, hints: Object.fromEntries(leaves.map((leaf, k) => [leaf, `sensor${k}`])), takes: "features" }),
    new MadeModel("large", { edges: [...big].reverse(), hints: bigHints }),
  ].filter(({ info }) => given.includes(`${info.name}.clade`)).map((model) => [model.info.name, model]),
);

function answerOf(model, method, rest, body, query) {
  const of = `${method} ${rest.join("/")}`;
  if (of === "GET ") return model.facts;
  if (of === "GET taxonomy") return model.taxonomy;
  if (of === "POST predict") {
    const documents = body.documents ?? [body.document];
    return { model: model.info.name, generation: model.info.generation, predictions: documents.map((document, i) => ({ id: document.id ?? String(i), labels: model.predict(document, body) })) };
  }
  if (of === "POST explain") return { model: model.info.name, generation: model.info.generation, explanation: model.explain(body.document, body.against) };
  if (of === "POST feedback") return model.correct(body);
  if (of === "GET feedback") {
    const before = Number(query.get("before") ?? Infinity);
    const all = [...model.feedback].reverse();
    return { feedback: all.filter(({ sequence }) => sequence < before).slice(0, Number(query.get("limit") ?? 50)), total: all.length, pending: model.facts.pending };
  }
  if (of === "POST update") return model.learn();
  if (rest[0] === "updates") return model.updates[Number(rest[1])];
  if (of === "POST rollback") return model.rollBack(body.generation);
  if (of === "GET history") return { generations: model.generations.map(({ weights, ...generation }) => ({ ...generation, current: generation.generation === model.info.generation })) };
  if (of === "GET pool") return model.waiting(Number(query.get("limit") ?? 20));
  if (of === "POST pool") {
    for (const document of body.documents) model.pool.set(document.id ?? JSON.stringify(document), { id: document.id ?? JSON.stringify(document), ...document });
    return { stored: body.documents.length };
  }
  if (of === "DELETE pool") {
    const deleted = model.pool.size;
    model.pool.clear();
    return { deleted };
  }
  if (method === "DELETE" && rest[0] === "documents") {
    const left = model.feedback.filter(({ document }) => document.id !== rest[1]);
    const deleted = model.feedback.length - left.length;
    model.feedback = left;
    if (deleted === 0) throw new Refusal(404, "path", "no such document");
    return { deleted };
  }
  throw new Refusal(404, "path", "no such path");
}

function checkRole(request, needed) {
  if (!hasTokens) return;
  const role = roles[request.headers.authorization?.slice("Bearer ".length)];
  if (!role) throw new Refusal(401, "token", "no token, or an unknown one");
  const order = ["read", "feedback", "admin"];
  if (order.indexOf(role) < order.indexOf(needed)) throw new Refusal(403, "role", `this needs the role ${needed}`);
}

const neededFor = (rest) => (["update", "rollback"].includes(rest[0]) ? "admin" : ["feedback", "pool", "documents"].includes(rest[0]) ? "feedback" : "read");

async function serve(request, response) {
  const address = new URL(request.url, "http://localhost");
  if (address.pathname === "/") {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": "frame-ancestors 'none'" });
    return response.end(readFileSync(page, "utf8").replace("@DATA@", "{}"));
  }
  const parts = address.pathname.slice(1).split("/").map(decodeURIComponent);
  let text = "";
  for await (const piece of request) text += piece;
  const [, , name, ...rest] = parts;
  checkRole(request, neededFor(rest));
  if (parts[1] === "models" && !name) return send(response, 200, { models: [...models.values()].map((model) => model.facts) });
  const model = models.get(name);
  if (!model) throw new Refusal(404, "path", "no such model");
  if (request.headers["content-type"] === "application/x-ndjson") {
    const options = Object.fromEntries([...address.searchParams].map(([key, value]) => [key, value === "true" ? true : Number(value)]));
    response.writeHead(200, { "Content-Type": "application/x-ndjson" });
    text.split("\n").filter(Boolean).forEach((line, i) => {
      const document = JSON.parse(line);
      let answer;
      try {
        answer = { id: document.id ?? String(i), labels: model.predict(document, options) };
      } catch ({ kind, message }) {
        answer = { id: document.id ?? String(i), error: { kind, message } };
      }
      response.write(`${JSON.stringify(answer)}\n`);
    });
    return response.end();
  }
  const answer = answerOf(model, request.method, rest, text ? JSON.parse(text) : undefined, address.searchParams);
  send(response, answer.state === "running" && request.method === "POST" ? 202 : 200, answer);
}

function send(response, status, value) {
  response.writeHead(status, { "Content-Type": "application/json" });
  response.end(JSON.stringify(value));
}

createServer((request, response) => {
  serve(request, response).catch((error) => send(response, error.status ?? 500, { error: { kind: error.kind ?? "internal", message: error.message } }));
}).listen(Number(port), "127.0.0.1", function listening() {
  console.log(`http://127.0.0.1:${this.address().port}/`);
});
