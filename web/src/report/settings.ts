// Every setting and seed, and how to run it again.
import { button, element, nameElement } from "../frame/dom";
import { csv, save, textFile } from "../frame/files";
import type { Report, Section } from "./report";

export function settings({ data }: Report): Section | undefined {
  const groups = data.settings ?? [];
  if (groups.length === 0 && !data.command) return undefined;
  const content: Node[] = [];
  if (data.command) content.push(element("pre", { tabIndex: 0, attributes: { "aria-label": "Command" } }, data.command));
  const tables = groups.map(({ group, values }) => {
    const body = element("tbody");
    for (const [name, value] of values) {
      body.append(element("tr", {}, element("th", { attributes: { scope: "row" } }, nameElement(name)), element("td", {}, nameElement(String(value)))));
    }
    return element("table", {}, element("caption", {}, nameElement(group)), body);
  });
  if (groups.length > 0) {
    const rows = groups.flatMap(({ group, values }) => values.map(([name, value]) => [group, name, String(value)]));
    const file = () => save("settings.csv", textFile(csv({ head: ["group", "name", "value"], rows }), "text/csv"));
    content.push(element("div", { className: "settings" }, ...tables), element("div", { className: "files" }, button("Settings (CSV)", file)));
  }
  return { id: "settings", title: "Settings", content };
}
