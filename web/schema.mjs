// From report.schema.json, the types of src/report/data.ts and the page docs/REPORT_DATA.md:
//   node schema.mjs [--check]
// With --check nothing is written, and what differs is an error.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const web = dirname(fileURLToPath(import.meta.url));
const { $defs: types } = JSON.parse(readFileSync(join(web, "report.schema.json"), "utf8"));

const primitive = { number: "number", integer: "number", string: "string", boolean: "boolean", null: "null" };

function typeOf(schema) {
  if (schema.$ref) return schema.$ref.split("/").at(-1);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(", ")}]`;
  if (schema.items) return /[ |]/.test(typeOf(schema.items)) && !/^\[/.test(typeOf(schema.items)) ? `(${typeOf(schema.items)})[]` : `${typeOf(schema.items)}[]`;
  if (schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties)}>`;
  if (schema.type === "object") return "Record<string, unknown>";
  return [schema.type].flat().map((name) => primitive[name]).join(" | ");
}

function interfaceOf([name, schema]) {
  if (!schema.properties) return `// ${schema.description}\nexport type ${name} = ${typeOf(schema)};\n`;
  const fields = Object.entries(schema.properties).map(([key, of]) => {
    const optional = schema.required.includes(key) ? "" : "?";
    return `  ${key}${optional}: ${typeOf(of)};${of.description ? ` // ${of.description}` : ""}\n`;
  });
  return `// ${schema.description}\nexport interface ${name} {\n${fields.join("")}}\n`;
}

function tableOf([name, schema]) {
  if (!schema.properties) return `### ${name}\n\n${wrapped(`\`${typeOf(schema)}\`: ${schema.description}`)}\n`;
  const rows = Object.entries(schema.properties).map(([key, of]) => {
    const type = typeOf(of).replaceAll("|", "\\|");
    return `| \`${key}\`${schema.required.includes(key) ? "" : " (optional)"} | \`${type}\` | ${of.description ?? ""} |\n`;
  });
  return `### ${name}\n\n${wrapped(schema.description)}\n\n| key | type | what it is |\n|---|---|---|\n${rows.join("")}`;
}

const wrapped = (text) => text.replace(/(.{1,100})(?: |$)/g, "$1\n").trimEnd();

const made = Object.entries(types);
const files = {
  [join(web, "src", "report", "data.ts")]: `// What the program puts into the pages. Made by web/schema.mjs from web/report.schema.json.\n\n${made.map(interfaceOf).join("\n")}`,
  [join(web, "..", "docs", "REPORT_DATA.md")]: `# The data of a page

A page of \`--report\`, \`explain --html\` or \`taxonomy show --html\` holds its data as JSON in
\`<script type="application/json" id="data">\`, and draws nothing else. This is what is in it, made by
\`web/schema.mjs\` from \`web/report.schema.json\` (JSON Schema), as are the types of the pages; the
program's tests check what it writes against the same file. \`ReportData\` is the whole of a report,
\`ExplanationData\` that of an explanation, \`TaxonomyData\` that of a taxonomy. Nodes and classes are
numbers: places in \`tree.names\`, in \`learned.classes\`, or in \`names\`.

${[...made].reverse().map(tableOf).join("\n")}`,
};
let different = 0;
for (const [file, text] of Object.entries(files)) {
  if (!process.argv.includes("--check")) writeFileSync(file, text);
  else if (readFileSync(file, "utf8") !== text) {
    console.error(`${file} is not what schema.mjs makes: run it`);
    ++different;
  }
}
process.exit(different === 0 ? 0 : 1);
