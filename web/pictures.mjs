// Pictures of a report for the docs:
//   node pictures.mjs CLADE FOLDER PAGE OUTPUT
// FOLDER holds node_modules, PAGE is a report of a comparison, OUTPUT the folder of the pictures.
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Session, settled } from "./test/browser.mjs";

const [, , , , report, output] = process.argv;
const address = pathToFileURL(resolve(report)).href;

async function open(session, options) {
  const page = await session.newPage(options);
  page.problems = [];
  await page.goto(address);
  await settled(page);
  return page;
}

const take = (page, name) => page.screenshot({ path: join(output, `report-${name}.png`) });
const toHeading = (page, name) =>
  page.getByRole("heading", { name, exact: true }).evaluate((heading) => heading.scrollIntoView({ behavior: "instant" }));

// The node of the second level that lost most documents, as the panel of the root lists its children.
async function selectWorst(page) {
  const children = page.locator("aside ul").last();
  await children.locator("button").first().click();
  await settled(page);
}

const session = await Session.start();
try {
  const light = await open(session, { viewport: { width: 1200, height: 1000 } });
  await take(light, "tree");
  await selectWorst(light);
  await light.setViewportSize({ width: 1200, height: 1400 });
  await toHeading(light, "Where errors go");
  await settled(light);
  await take(light, "documents");
  const phone = await open(session, { viewport: { width: 390, height: 844 }, colorScheme: "dark" });
  await toHeading(phone, "Where errors go");
  await take(phone, "phone");
} finally {
  await session.end();
}
