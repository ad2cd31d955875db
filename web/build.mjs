// Bundles every page of src into one HTML text without outside references, and writes them as a
// C++ source that becomes part of the program:
//   node build.mjs FOLDER OUTPUT.cpp [PAGES]
// FOLDER holds node_modules; nothing is written into the source tree. PAGES is a folder where the pages
// are also left as they are, with @DATA@ in the place of their data: for tests.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const pages = ["taxonomy", "report", "explanation", "service"]; // src/NAME/main.ts and src/NAME/page.css each
const asking = ["service"]; // pages that may ask the server that they come from, and no other

const source = join(dirname(fileURLToPath(import.meta.url)), "src");
const [folder, output, pagesFolder] = process.argv.slice(2).map((path) => resolve(path));
const { buildSync } = createRequire(join(folder, "package.json"))("esbuild");

// Libraries that are part of a page, by the files that went into it; their licences ask to be named there.
function licences(files) {
  const names = files.map((file) => /node_modules\/((@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  const texts = [...new Set(names.filter(Boolean))].sort().map((name) => {
    const text = readFileSync(join(folder, "node_modules", name, "LICENSE"), "utf8");
    return `${name}\n${text.trim()}`;
  });
  return `/*\n${texts.join("\n\n").replaceAll("*/", "* /")}\n*/\n`;
}

function bundle(entry) {
  const result = buildSync({
    entryPoints: [join(source, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: "iife",
    target: "es2020",
    nodePaths: [join(folder, "node_modules")],
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  const used = Object.values(result.metafile.outputs)[0].inputs;
  const files = Object.keys(used).filter((file) => used[file].bytesInOutput > 0);
  return { text: result.outputFiles[0].text.trim(), files };
}

// The policy names the script and the style by their hashes: the page runs and asks for nothing else. The service sends
// the policy of its page in the header, too, with what a page cannot say of itself.
function policy(name, script, style) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  const connect = asking.includes(name) ? "; connect-src 'self'" : "";
  return `script-src ${hash(script)}; style-src ${hash(style)}${connect}`;
}

function page(name) {
  const { text: code, files } = bundle(join(name, "main.ts"));
  const script = licences(files) + code;
  const style = bundle(join(name, "page.css")).text;
  if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error("a bundle ends its own element");
  const parts = { POLICY: policy(name, script, style), STYLE: style, SCRIPT: script };
  const shell = readFileSync(join(source, "page.html"), "utf8");
  const text = shell.replace(/@(POLICY|STYLE|SCRIPT)@/g, (_, part) => parts[part]);
  if (text.split("@DATA@").length !== 2) throw new Error("expected one place for the data");
  return text;
}

// Numbers, because compilers need not take string literals of more than 64 KiB.
function definition(name) {
  const text = page(name);
  if (pagesFolder) writeFileSync(join(pagesFolder, `${name}.html`), text);
  const bytes = [...Buffer.from(text, "utf8")];
  if (bytes.some((byte) => byte > 127)) throw new Error(`${name}: expected ASCII alone`);
  const lines = [];
  for (let i = 0; i < bytes.length; i += 32) lines.push(`    ${bytes.slice(i, i + 32).join(",")},`);
  return `constexpr char ${name}_page[] = {\n${lines.join("\n")}\n};\n`;
}

if (pagesFolder) mkdirSync(pagesFolder, { recursive: true });
const choices = pages.map((name) => `  if (name == "${name}") return {${name}_page, sizeof ${name}_page};\n`);
writeFileSync(
  output,
  `// Made by web/build.mjs.
#include "report/built_pages.h"

namespace clade::detail::report {

namespace {

${pages.map(definition).join("\n")}
}  // namespace

std::string_view built_page(std::string_view name) {
${choices.join("")}  return {};
}

}  // namespace clade::detail::report
`,
);
