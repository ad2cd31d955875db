// A picture with how to read it, its numbers as a table, and both as files.
import { button, element } from "../frame/dom";
import { csv, save, textFile, type Table } from "../frame/files";
import { tableElement } from "../frame/table";
import { svgFile } from "./svg";

export interface FigureParts {
  id: string;
  name: string;
  caption: string;
  controls?: Node[];
  draw: (width: number) => SVGSVGElement;
  table: () => Table;
}

export class Figure {
  readonly element: HTMLElement;
  private readonly stage = element("div", { className: "drawing" });
  private readonly caption = element("figcaption");
  private readonly reading = element("p", { className: "notes", attributes: { role: "status" } });
  private readonly details = element("details");
  private width = 0;

  constructor(private readonly parts: FigureParts) {
    this.caption.textContent = parts.caption;
    this.details.append(element("summary", {}, "Show as table", element("span", { className: "unseen" }, `: ${parts.name}`)));
    this.details.addEventListener("toggle", () => this.fillTable());
    const files = element("div", { className: "files" }, this.dataButton(), this.pictureButton());
    this.element = element("figure", { id: parts.id, attributes: { "aria-label": parts.name } });
    if (parts.controls?.length) this.element.append(element("div", { className: "controls" }, ...parts.controls));
    this.element.append(this.stage, this.reading, this.caption, files, this.details);
    // What the pointer is told by a title, a finger reads below.
    this.stage.addEventListener("click", (event) => {
      const title = (event.target as Element).closest(".mark, .link")?.querySelector("title");
      this.reading.textContent = title?.textContent ?? "";
    });
    new ResizeObserver(() => {
      const width = Math.floor(this.stage.clientWidth);
      if (width > 0 && width !== this.width) this.redraw(width);
    }).observe(this.stage);
  }

  redraw(width = this.width) {
    this.width = width;
    if (width > 0) this.stage.replaceChildren(this.parts.draw(width));
    this.fillTable();
  }

  setCaption(text: string) {
    this.caption.textContent = text;
  }

  private fillTable() {
    const old = this.details.querySelector(".table");
    old?.remove();
    if (this.details.open) this.details.append(tableElement(this.parts.name, this.parts.table()));
  }

  private dataButton() {
    const action = () => save(`${this.parts.id}.csv`, textFile(csv(this.parts.table()), "text/csv"));
    return button("Data (CSV)", action, { title: `Save the numbers of: ${this.parts.name}`, attributes: { "aria-label": `Data (CSV) of: ${this.parts.name}` } });
  }

  private pictureButton() {
    const action = () => {
      const picture = this.stage.querySelector("svg");
      if (picture) save(`${this.parts.id}.svg`, textFile(svgFile(picture), "image/svg+xml"));
    };
    return button("Picture (SVG)", action, { title: `Save the picture: ${this.parts.name}`, attributes: { "aria-label": `Picture (SVG) of: ${this.parts.name}` } });
  }
}
