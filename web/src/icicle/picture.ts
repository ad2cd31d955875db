// The icicle on a canvas: the focus over the whole width, its descendants below.
import type { Theme } from "../frame/theme";
import { element } from "../frame/dom";
import { inks } from "./colors";
import { Labels } from "./labels";
import { marksIn, placeAt, type Frame, type Mark, type Window } from "./marks";
import type { Place } from "./tree";
import type { View } from "./view";

const lowestRow = 26;
const highestRow = 170;
const narrowestLabel = 16;
const readable = 80; // how wide a leaf becomes that was looked for
const duration = 300; // of a zoom, in milliseconds
const font = '13px system-ui, "Segoe UI", Roboto, "Helvetica Neue", sans-serif';

// The colour of a place, and of the text on it; paler where a search is for others.
export type Paint = (theme: Theme, place: Place, faded: boolean) => { fill: string; ink: string };

export class Picture {
  readonly element = element("canvas", { attributes: { "aria-hidden": "true" } });
  marks: Mark[] = []; // of the last drawing
  private readonly pen = this.element.getContext("2d")!;
  private readonly labels: Labels;
  private frame: Frame = { width: 1, height: 1, row: highestRow };
  private window: Window;
  private row = highestRow;
  private motion: { from: Window & { row: number }; start: number } | undefined;
  private scheduled = false;

  constructor(
    private readonly view: View,
    private readonly theme: () => Theme,
    private readonly paint: Paint,
  ) {
    this.pen.font = font;
    this.labels = new Labels((text) => this.pen.measureText(text).width);
    this.window = this.target();
    view.onChange(() => this.moveToFocus());
  }

  resize(width: number, height: number) {
    const sharpness = Math.min(devicePixelRatio || 1, 3);
    this.element.width = Math.round(width * sharpness);
    this.element.height = Math.round(height * sharpness);
    this.frame = { width, height, row: this.row };
    this.pen.setTransform(sharpness, 0, 0, sharpness, 0, 0);
    this.window = this.target();
    this.motion = undefined;
    this.row = this.targetRow();
    this.draw();
  }

  at(x: number, y: number): Place | undefined {
    return placeAt(this.view.tree.root, this.window, this.frame, x, y);
  }

  // Whether a place is in the rows and the part of the width that are shown after all motion, wide
  // enough to be seen.
  inSight(place: Place): boolean {
    const window = this.target();
    const wide = ((place.x1 - place.x0) / (window.x1 - window.x0)) * this.frame.width >= 3;
    const rows = Math.floor(this.frame.height / this.targetRow());
    const deep = place.depth >= window.top && place.depth < window.top + rows;
    return wide && deep && place.x0 >= window.x0 - 1e-12 && place.x1 <= window.x1 + 1e-12;
  }

  redraw() {
    if (this.scheduled) return;
    this.scheduled = true;
    requestAnimationFrame((now) => {
      this.scheduled = false;
      this.step(now);
      this.draw();
    });
  }

  private target(): Window {
    const { focus, near } = this.view;
    const { x0, x1, depth } = focus;
    const width = near ? ((near.x1 - near.x0) * this.frame.width) / readable : x1 - x0;
    if (!near || width >= x1 - x0) return { x0, x1, top: depth };
    const start = Math.max(x0, Math.min((near.x0 + near.x1 - width) / 2, x1 - width));
    return { x0: start, x1: start + width, top: depth };
  }

  private targetRow(): number {
    const levels = this.view.focus.height + 1;
    return Math.max(lowestRow, Math.min(highestRow, this.frame.height / levels));
  }

  private moveToFocus() {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const target = this.target();
    const same = target.x0 === this.window.x0 && target.x1 === this.window.x1 && target.top === this.window.top;
    const from = { ...this.window, row: this.row };
    this.motion = same ? undefined : { from, start: still ? -Infinity : performance.now() };
    if (same) this.row = this.targetRow();
    this.redraw();
  }

  private step(now: number) {
    if (!this.motion) return;
    const { from, start } = this.motion;
    const part = Math.min(Math.max((now - start) / duration, 0), 1);
    const eased = part === 1 ? 1 : 1 - (1 - part) ** 3;
    const to = { ...this.target(), row: this.targetRow() };
    const between = (a: number, b: number) => (eased === 1 ? b : a + (b - a) * eased);
    this.window = { x0: between(from.x0, to.x0), x1: between(from.x1, to.x1), top: between(from.top, to.top) };
    this.row = between(from.row, to.row);
    if (part === 1) this.motion = undefined;
    else this.redraw();
  }

  draw() {
    const { pen, frame } = this;
    frame.row = this.row;
    pen.fillStyle = inks[this.theme()].background;
    pen.fillRect(0, 0, frame.width, frame.height);
    pen.font = font;
    pen.textBaseline = "middle";
    this.marks = marksIn(this.view.tree.root, this.window, frame);
    for (const mark of this.marks) this.drawMark(mark);
    for (const node of this.view.found) for (const place of this.view.tree.places[node]!) this.drawFound(place);
    this.drawSelected();
    this.drawEnds();
    this.element.dataset.marks = String(this.marks.length);
    this.element.dataset.moving = String(this.motion !== undefined);
  }

  private drawMark({ place, x, y, width, height }: Mark) {
    const faded = this.view.found.size > 0 && !this.view.found.has(place.data.node);
    const { fill, ink } = this.paint(this.theme(), place, faded);
    this.pen.fillStyle = fill;
    const gap = width > 4 ? 1 : 0;
    this.pen.fillRect(x, y, Math.max(width - gap, 1), height - 1);
    if (this.view.tree.appearsAgain(place.data.node)) this.drawCorner(x + width - gap, y, width, ink);
    if (this.view.found.has(place.data.node)) return; // drawn above the others
    this.drawLabel(place, x, y, width, ink);
    this.drawMore(place, x, y, width, ink);
  }

  // The mark of a node that also appears elsewhere.
  private drawCorner(right: number, y: number, width: number, ink: string) {
    if (width < 10) return;
    const { pen } = this;
    pen.fillStyle = ink;
    pen.beginPath();
    pen.moveTo(right - 8, y);
    pen.lineTo(right, y);
    pen.lineTo(right, y + 8);
    pen.fill();
  }

  // Dots at the lower edge where the rows below do not fit.
  private drawMore(place: Place, x: number, y: number, width: number, ink: string) {
    if (!place.children || width < 14 || y + 2 * this.frame.row <= this.frame.height + 1) return;
    this.pen.fillStyle = ink;
    for (let i = -1; i <= 1; ++i) this.pen.fillRect(x + width / 2 + 4 * i - 1, y + this.frame.row - 5, 2, 2);
  }

  // Along the longer side where the whole name does not fit across.
  private drawLabel(place: Place, x: number, y: number, width: number, ink: string) {
    if (width < narrowestLabel) return;
    const { pen, frame } = this;
    const name = this.view.tree.name(place.data.node);
    const across = this.labels.fitted(name, width - 10);
    const upright = across !== name && frame.row > width;
    const text = upright ? this.labels.fitted(name, frame.row - 10) : across;
    if (text === "") return;
    pen.fillStyle = ink;
    if (!upright) {
      pen.fillText(text, x + 5, y + frame.row / 2);
      return;
    }
    pen.save();
    pen.translate(x + width / 2, y + frame.row - 6);
    pen.rotate(-Math.PI / 2);
    pen.fillText(text, 0, 0);
    pen.restore();
  }

  // Arrows where only a part of the focus is shown.
  private drawEnds() {
    const { pen, window, frame } = this;
    const { x0, x1 } = this.view.focus;
    pen.fillStyle = this.paint(this.theme(), this.view.focus, false).ink;
    const arrow = (tip: number, base: number) => {
      pen.beginPath();
      pen.moveTo(tip, frame.row - 10);
      pen.lineTo(base, frame.row - 15);
      pen.lineTo(base, frame.row - 5);
      pen.fill();
    };
    if (window.x0 > x0 + 1e-12) arrow(4, 12);
    if (window.x1 < x1 - 1e-12) arrow(frame.width - 4, frame.width - 12);
  }

  private box(place: Place, least: number): Mark | undefined {
    const { frame, window } = this;
    const scale = frame.width / (window.x1 - window.x0);
    const start = Math.max((place.x0 - window.x0) * scale, 0);
    const end = Math.min((place.x1 - window.x0) * scale, frame.width);
    const y = (place.depth - window.top) * frame.row;
    if (end <= start || y + frame.row <= 0 || y >= frame.height) return undefined;
    const x = Math.min(start, frame.width - least);
    return { place, x, y, width: Math.max(end - x, least), height: frame.row };
  }

  private drawFound(place: Place) {
    const box = this.box(place, 3);
    if (!box) return;
    const colors = inks[this.theme()];
    this.pen.fillStyle = colors.found;
    this.pen.fillRect(box.x, box.y, box.width - (box.width > 4 ? 1 : 0), box.height - 1);
    this.drawLabel(place, box.x, box.y, box.width, colors.foundText);
  }

  private drawSelected() {
    const box = this.box(this.view.selected, 3);
    if (!box) return;
    this.pen.strokeStyle = inks[this.theme()].cursor;
    this.pen.lineWidth = 2;
    this.pen.strokeRect(box.x + 1, box.y + 1, Math.max(box.width - 3, 1), box.height - 3);
  }
}
