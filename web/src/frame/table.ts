// Tables: plain ones, and ones that the reader sorts.
import { button, element, nameElement, numberText } from "./dom";
import type { Cell, Table } from "./files";
import { focusOn, replaceChildren } from "./focus";
import { hinted } from "./hint";
import { tableNumber } from "./numbers";

const mostRows = 500;

export function tableBox(table: HTMLTableElement, name: string): HTMLElement {
  // Wide tables scroll inside, by keyboard, too.
  return element("div", { className: "table", tabIndex: 0, attributes: { role: "region", "aria-label": name } }, table);
}

function cellElement(cell: Cell): HTMLTableCellElement {
  if (typeof cell === "number") return element("td", { className: "number" }, tableNumber(cell));
  return element("td", {}, nameElement(cell ?? ""));
}

export function tableElement(name: string, { head, rows }: Table): HTMLElement {
  const body = element("tbody", {}, ...rows.slice(0, mostRows).map((row) => element("tr", {}, ...row.map(cellElement))));
  if (rows.length > mostRows) {
    const rest = `and ${numberText(rows.length - mostRows)} more rows in the file`;
    body.append(element("tr", {}, element("td", { colSpan: head.length }, rest)));
  }
  const heads = head.map((text) => element("th", { attributes: { scope: "col" } }, text));
  return tableBox(element("table", {}, element("thead", {}, element("tr", {}, ...heads)), body), name);
}

export interface Column<Row> {
  head: string;
  hint?: string;
  value: (row: Row) => Cell; // what is sorted by
  cell?: (row: Row) => Node; // what is shown, where that is more
  falling?: boolean; // the first click puts the largest first
}

export class SortedTable<Row> {
  readonly element: HTMLElement;
  private readonly table = element("table");
  private readonly more = button("", () => this.showMore(), { className: "more" });
  private by: Column<Row> | undefined;
  private falling = false;
  private shown: number;

  constructor(
    name: string,
    private columns: Column<Row>[],
    private rows: Row[],
    private readonly step = 50,
  ) {
    this.shown = step;
    this.element = element("div", {}, tableBox(this.table, name), this.more);
    this.update();
  }

  setColumns(columns: Column<Row>[]) {
    this.columns = columns;
    this.update();
  }

  setRows(rows: Row[]) {
    this.rows = rows;
    this.shown = this.step;
    this.update();
  }

  private sortBy(column: Column<Row>) {
    this.falling = this.by?.head === column.head ? !this.falling : (column.falling ?? false);
    this.by = column;
    this.update();
  }

  private showMore() {
    const before = Math.min(this.shown, this.rows.length);
    this.shown += 4 * this.step;
    this.update();
    if (this.more.hidden) focusOn(this.table.tBodies[0]!.rows[before]!);
  }

  private sorted(): Row[] {
    const { by } = this;
    if (!by) return this.rows;
    const sign = this.falling ? -1 : 1;
    const compare = (a: Cell, b: Cell) => {
      if (a === undefined || b === undefined) return (a === undefined ? 1 : 0) - (b === undefined ? 1 : 0);
      return sign * (typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b)));
    };
    return [...this.rows].sort((a, b) => compare(by.value(a), by.value(b)));
  }

  private update() {
    const heads = this.columns.map((column) => this.head(column));
    const rows = this.sorted().slice(0, this.shown).map((row) => element("tr", {}, ...this.columns.map((column, i) => this.cell(column, row, i))));
    replaceChildren(this.table, [element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows)]);
    const rest = this.rows.length - rows.length;
    this.more.hidden = rest <= 0;
    this.more.textContent = `Show more (${numberText(rest)} not shown)`;
  }

  private head(column: Column<Row>): HTMLTableCellElement {
    const head = element("th", { attributes: { scope: "col" } }, hinted(button(column.head, () => this.sortBy(column)), column.hint ?? "Sort"));
    if (this.by?.head === column.head) head.setAttribute("aria-sort", this.falling ? "descending" : "ascending");
    return head;
  }

  private cell(column: Column<Row>, row: Row, i: number): HTMLTableCellElement {
    const value = column.value(row);
    const content = column.cell?.(row) ?? (typeof value === "number" ? tableNumber(value) : nameElement(value ?? ""));
    const numeric = typeof value === "number";
    if (i === 0 && !numeric) return element("th", { attributes: { scope: "row" } }, content);
    return element("td", { className: numeric ? "number" : "" }, content);
  }
}
