// The rules of axe-core.
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const rules = readFileSync(join(resolve(process.argv[3]), "node_modules", "axe-core", "axe.min.js"), "utf8");

// What axe finds that matters, with where it is. The page's policy lets no other script in: the browser puts it there.
export async function problemsOf(page) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(rules);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const grave = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return grave.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ target, failureSummary }) => `${target} ${failureSummary.split("\n").at(-1)}`)
        .join(" | ")}`,
  );
}
