// Pages made by the program, opened in Debian's Chromium without a display.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const skipped = 77; // what CTest takes as skipped

export function skip(reason) {
  console.log(`browser tests: left out, ${reason}`);
  process.exit(skipped);
}

const [program, webFolder] = process.argv.slice(2);

function playwright() {
  try {
    return createRequire(join(resolve(webFolder), "package.json"))("playwright-core");
  } catch {
    return skip("playwright-core is not installed (npm ci in the build folder's web)");
  }
}

function chromium() {
  const places = [process.env.CLADE_CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser"];
  return places.find((place) => place && existsSync(place)) ?? skip("Chromium was not found (Debian: chromium)");
}

export class Session {
  static async start() {
    const { chromium: type } = playwright();
    const session = new Session();
    session.browser = await type.launch({ executablePath: chromium(), args: ["--no-sandbox"] });
    session.folder = mkdtempSync(join(tmpdir(), "clade-browser-"));
    return session;
  }

  // The page of a taxonomy (and data), after its first drawing. One window serves all tests that need
  // no options of their own.
  async open(taxonomy, { name = "taxonomy.tsv", data, options } = {}) {
    const file = (of) => join(this.folder, of);
    writeFileSync(file(name), taxonomy);
    if (data) writeFileSync(file("data.svm"), data);
    const inputs = [file(name), ...(data ? [file("data.svm")] : [])];
    execFileSync(program, ["taxonomy", "show", ...inputs, "--html", file("page.html")]);
    return this.show(file("page.html"), options);
  }

  // The page of a report whose data were made here, as the program would put them into it.
  async openReport(data, options) {
    const file = join(this.folder, "report.html");
    this.shell ??= this.builtPage("report");
    const json = JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
    writeFileSync(file, this.shell.split("@DATA@").join(json));
    return this.show(file, options);
  }

  // A page that the program makes: `words` are its arguments, `file` is what it writes.
  async openMade(words, file, options) {
    this.run(words);
    return this.show(join(this.folder, file), options);
  }

  run(words) {
    execFileSync(resolve(program), words, { cwd: this.folder, stdio: ["ignore", "ignore", "pipe"] });
  }

  // What it prints.
  output(words) {
    return execFileSync(resolve(program), words, { cwd: this.folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  }

  builtPage(name) {
    const build = join(dirname(fileURLToPath(import.meta.url)), "..", "build.mjs");
    execFileSync(process.execPath, [build, webFolder, join(this.folder, "pages.cpp"), join(this.folder, "pages")]);
    return readFileSync(join(this.folder, "pages", `${name}.html`), "utf8");
  }

  async show(file, options) {
    const page = options ? await this.newPage(options) : (this.page ??= await this.newPage({}));
    page.problems = [];
    await page.goto(pathToFileURL(file).href);
    await settled(page);
    return page;
  }

  // Every request and error is kept.
  async newPage(options) {
    const page = await this.browser.newPage({ viewport: { width: 1200, height: 800 }, reducedMotion: "reduce", ...options });
    page.on("request", (request) => {
      if (!request.url().startsWith("file://")) page.problems.push(`request: ${request.url()}`);
    });
    page.on("pageerror", (error) => page.problems.push(`error: ${error}`));
    page.on("console", (message) => {
      if (message.type() === "error") page.problems.push(`console: ${message.text()}`);
    });
    page.on("dialog", (dialog) => {
      page.problems.push(`dialog: ${dialog.message()}`);
      dialog.dismiss();
    });
    return page;
  }

  async end() {
    await this.browser.close();
    rmSync(this.folder, { recursive: true });
  }
}

// Until the picture stands still.
export function settled(page) {
  return page.waitForFunction(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => done(document.querySelector("canvas")?.dataset.moving === "false")),
        ),
      ),
  );
}

// What was drawn: name, place, and the colour near its upper left corner, where no label is.
export function drawnMarks(page) {
  return page.evaluate(() => {
    const { picture, view } = window.clade;
    const canvas = picture.element;
    const sharpness = canvas.width / canvas.clientWidth;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    const color = (x, y) => {
      const at = 4 * (Math.floor(y * sharpness) * canvas.width + Math.floor(x * sharpness));
      return data.slice(at, at + 4).join();
    };
    const inside = (mark) => mark.width >= 6 && mark.y >= 0 && mark.y + 4 < canvas.clientHeight;
    return picture.marks.map((mark) => ({
      name: view.tree.name(mark.place.data.node),
      depth: mark.place.depth,
      x: mark.x,
      y: mark.y,
      width: mark.width,
      height: mark.height,
      color: inside(mark) ? color(mark.x + 3, mark.y + 4) : undefined,
    }));
  });
}

// Milliseconds of one drawing, the best of several: a loaded machine interrupts some of them.
export function drawingTime(page) {
  return page.evaluate(() => {
    let best = Infinity;
    for (let i = 0; i < 20; ++i) {
      const start = performance.now();
      window.clade.picture.draw();
      best = Math.min(best, performance.now() - start);
    }
    return best;
  });
}

export const selectedName = (page) => page.textContent("aside h2");
export const focusName = (page) => page.textContent("[aria-current=location]");
