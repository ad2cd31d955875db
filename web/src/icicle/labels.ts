// Names cut to the room they have, on the bounds of what readers see as letters.

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter() : undefined;
const longest = 200; // more letters than any rectangle has room for

function letters(text: string): string[] {
  const start = text.length > 8 * longest ? text.slice(0, 4 * longest) + text.slice(-4 * longest) : text;
  const parts = segmenter ? Array.from(segmenter.segment(start), (part) => part.segment) : Array.from(start);
  return parts.length > longest ? [...parts.slice(0, longest / 2), ...parts.slice(-longest / 2)] : parts;
}

export class Labels {
  private readonly cache = new Map<string, { parts: string[]; ends: number[] }>();

  constructor(private readonly measure: (text: string) => number) {}

  // The name, its beginning and end with an ellipsis between them, or "" where less than three letters fit.
  fitted(text: string, room: number): string {
    const { parts, ends } = this.measured(text);
    const all = ends[ends.length - 1] ?? 0;
    if (all <= room && parts.join("").length === text.length) return text;
    const dots = this.measure("…");
    const width = (from: number, to: number) => (to > 0 ? ends[to - 1]! : 0) - (from > 0 ? ends[from - 1]! : 0);
    // In the middle: names often differ at their ends.
    let [head, tail] = [0, 0];
    for (let grown = true; grown && head + tail < ends.length; ) {
      const longer: [number, number] = head <= tail ? [head + 1, tail] : [head, tail + 1];
      grown = width(0, longer[0]) + width(ends.length - longer[1], ends.length) + dots <= room;
      if (grown) [head, tail] = longer;
    }
    if (head + tail < 3) return "";
    return parts.slice(0, head).join("").trimEnd() + "…" + parts.slice(parts.length - tail).join("").trimStart();
  }

  private measured(text: string) {
    let known = this.cache.get(text);
    if (!known) {
      const parts = letters(text);
      let end = 0;
      known = { parts, ends: parts.map((part) => (end += this.measure(part))) };
      if (this.cache.size > 20000) this.cache.clear();
      this.cache.set(text, known);
    }
    return known;
  }
}
