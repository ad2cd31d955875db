// Precision and recall of every class.
import { button, count, element } from "../frame/dom";
import { csv, save, textFile } from "../frame/files";
import { tableNumber } from "../frame/numbers";
import { SortedTable, type Column } from "../frame/table";
import { folded } from "../icicle/search";
import type { ClassScores } from "./data";
import type { Report, Section } from "./report";

const shown = (value: number | null) => element("span", {}, value === null ? "\u2013" : tableNumber(value));

const columns: Column<ClassScores>[] = [
  { head: "class", value: (row) => row.class },
  { head: "support", hint: "Sort; documents that have the class", value: (row) => row.support, falling: true },
  { head: "precision", hint: "Sort; right among the documents that were given the class", value: (row) => row.precision ?? undefined, cell: (row) => shown(row.precision) },
  { head: "recall", hint: "Sort; found among the documents of the class", value: (row) => row.recall ?? undefined, cell: (row) => shown(row.recall) },
  { head: "f1", value: (row) => row.f1 ?? undefined, cell: (row) => shown(row.f1) },
];

export function classes({ data }: Report): Section | undefined {
  if (!data.per_class?.length) return undefined;
  const all = [...data.per_class].sort((a, b) => b.support - a.support);
  const table = new SortedTable("Classes", columns, all);
  const names = all.map((row) => folded(row.class));
  const status = element("span", { className: "notes", attributes: { role: "status" } }, count(all.length, "class", "classes"));
  const field = element("input", { type: "search", placeholder: "Filter classes", attributes: { "aria-label": "Filter classes" } });
  field.addEventListener("input", () => {
    const wanted = folded(field.value.trim());
    const found = all.filter((_, i) => names[i]!.includes(wanted));
    status.textContent = count(found.length, "class", "classes");
    table.setRows(found);
  });
  const rows = all.map((row) => [row.class, row.support, row.precision ?? "", row.recall ?? "", row.f1 ?? ""]);
  const file = () => save("classes.csv", textFile(csv({ head: columns.map(({ head }) => head), rows }), "text/csv"));
  const controls = element("div", { className: "controls" }, field, status);
  return { id: "classes", title: "Class by class", content: [controls, table.element, element("p", { className: "notes" }, "\u2013: never given (precision) or never true (recall); macro_f1 counts these as 0."), element("div", { className: "files" }, button("Classes (CSV)", file))] };
}
