// Bundles every page of src into one HTML text without outside references, and writes them as a
// C++ source that becomes part of the program:
//   node build.mjs FOLDER OUTPUT.cpp
// FOLDER holds node_modules; nothing is written into the source tree.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const pages = ["taxonomy"]; // src/NAME/main.ts each

const source = join(dirname(fileURLToPath(import.meta.url)), "src");
const [folder, output] = process.argv.slice(2).map((path) => resolve(path));
const { buildSync } = createRequire(join(folder, "package.json"))("esbuild");

// Libraries that become part of the pages; their licences ask to be named there.
function licences() {
  const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const texts = Object.keys(dependencies).map((name) => {
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
    logLevel: "warning",
  });
  return result.outputFiles[0].text.trim();
}

// The policy names the script and the style by their hashes: the page runs and asks for nothing else.
function policy(script, style) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `script-src ${hash(script)}; style-src ${hash(style)}`;
}

function page(name) {
  const script = licences() + bundle(join(name, "main.ts"));
  const style = bundle("page.css");
  if (/<\/script/i.test(script) || /<\/style/i.test(style)) throw new Error("a bundle ends its own element");
  const parts = { POLICY: policy(script, style), STYLE: style, SCRIPT: script };
  const shell = readFileSync(join(source, "page.html"), "utf8");
  const text = shell.replace(/@(POLICY|STYLE|SCRIPT)@/g, (_, part) => parts[part]);
  if (text.split("@DATA@").length !== 2) throw new Error("expected one place for the data");
  return text;
}

// Numbers, because compilers need not take string literals of more than 64 KiB.
function definition(name) {
  const bytes = [...Buffer.from(page(name), "utf8")];
  if (bytes.some((byte) => byte > 127)) throw new Error(`${name}: expected ASCII alone`);
  const lines = [];
  for (let i = 0; i < bytes.length; i += 32) lines.push(`    ${bytes.slice(i, i + 32).join(",")},`);
  return `constexpr char ${name}_page[] = {\n${lines.join("\n")}\n};\n`;
}

const choices = pages.map((name) => `  if (name == "${name}") return {${name}_page, sizeof ${name}_page};\n`);
writeFileSync(
  output,
  `// Made by web/build.mjs.
#include "report/built_pages.h"

namespace clade::report {

namespace {

${pages.map(definition).join("\n")}
}  // namespace

std::string_view built_page(std::string_view name) {
${choices.join("")}  return {};
}

}  // namespace clade::report
`,
);
