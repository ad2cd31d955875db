// Long lists of which the part in sight alone is in the page: rows of one height.
import { element } from "./dom";

const beyond = 6; // rows above and below what is in sight

export interface Rows {
  name: string;
  height: number; // of a row, in pixels
  role: "listbox" | "rowgroup" | "list";
}

export class VirtualList<Row> {
  readonly element: HTMLElement;
  rows: Row[] = [];
  private readonly filler = element("div", { className: "filler", attributes: { role: "presentation" } });
  private first = 0;
  private last = -1;

  constructor(
    private readonly kind: Rows,
    private readonly make: (row: Row, i: number) => HTMLElement,
  ) {
    this.element = element(
      "div",
      { className: "virtual", tabIndex: 0, attributes: { role: kind.role, "aria-label": kind.name } },
      this.filler,
    );
    this.element.addEventListener("scroll", () => this.update(), { passive: true });
    new ResizeObserver(() => this.update()).observe(this.element);
  }

  setRows(rows: Row[]) {
    this.rows = rows;
    this.filler.style.height = `${rows.length * this.kind.height}px`;
    this.redraw();
  }

  // Makes what is in sight anew.
  redraw() {
    this.last = -1;
    this.update();
  }

  bringIntoSight(i: number) {
    const { element: box, kind } = this;
    const top = i * kind.height;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + kind.height > box.scrollTop + box.clientHeight) box.scrollTop = top + kind.height - box.clientHeight;
    this.update();
  }

  get inSight(): number {
    return Math.max(1, Math.floor(this.element.clientHeight / this.kind.height));
  }

  private update() {
    const { element: box, kind, rows } = this;
    const first = Math.max(0, Math.floor(box.scrollTop / kind.height) - beyond);
    const last = Math.min(rows.length - 1, Math.ceil((box.scrollTop + box.clientHeight) / kind.height) + beyond);
    if (first === this.first && last === this.last) return;
    [this.first, this.last] = [first, last];
    const made: HTMLElement[] = [];
    for (let i = first; i <= last; ++i) {
      const row = this.make(rows[i]!, i);
      row.style.top = `${i * kind.height}px`;
      row.style.height = `${kind.height}px`;
      made.push(row);
    }
    this.keepFocus(made);
  }

  // The keyboard stands on a row's button: on that of the same row afterwards.
  private keepFocus(made: HTMLElement[]) {
    const active = document.activeElement;
    const had =
      active instanceof HTMLElement && this.filler.contains(active)
        ? (active.closest<HTMLElement>(".row")?.dataset["row"] ?? "")
        : undefined;
    this.filler.replaceChildren(...made);
    if (had === undefined) return;
    const same = made.find((row) => row.dataset["row"] === had)?.querySelector<HTMLElement>("button") ?? this.element;
    same.focus({ preventScroll: true });
  }
}
