// Pictures of the page of the service for the docs:
//   node pictures_service.mjs CLADE FOLDER OUTPUT
// FOLDER holds node_modules, OUTPUT is the folder of the pictures.
import { join } from "node:path";
import { Session } from "./test/browser.mjs";
import { classify, makeTextModels, openPage, Serving } from "./test/serving.mjs";

const output = process.argv[4];
const text = "The pump leaks oil near the seal: there is no pressure at the valve, and the engine runs hot.";

const session = await Session.start();
let serving;
try {
  makeTextModels(session);
  serving = await Serving.start(session, ["topics.clade", "online.clade", "--journal", "feedback.db"]);
  const page = await openPage(session, serving, "#topics/classify", { viewport: { width: 1200, height: 980 } });
  await classify(page, text);
  await page.locator(".why-part").waitFor();
  await page.mouse.move(0, 0);
  await page.screenshot({ path: join(output, "service-page.png") });
} finally {
  await serving?.stop();
  await session.end();
}
