// Names cut to the room they have, on the bounds of what readers see as letters.

const segmenter = "Segmenter" in Intl ? new Intl.Segmenter() : undefined;
const longest = 200; // more letters than any rectangle has room for

function letters(text: string): string[] {
  const start = text.slice(0, 8 * longest);
  const parts = segmenter ? Array.from(segmenter.segment(start), (part) => part.segment) : Array.from(start);
  return parts.slice(0, longest);
}

export class Labels {
  private readonly cache = new Map<string, { parts: string[]; ends: number[] }>();

  constructor(private readonly measure: (text: string) => number) {}

  // The name, its beginning with an ellipsis, or "" where less than three letters fit.
  fitted(text: string, room: number): string {
    const { parts, ends } = this.measured(text);
    const all = ends[ends.length - 1] ?? 0;
    if (all <= room && parts.join("").length === text.length) return text;
    const dots = this.measure("…");
    let kept = 0;
    while (kept < ends.length && ends[kept]! + dots <= room) ++kept;
    return kept < 3 ? "" : parts.slice(0, kept).join("").trimEnd() + "…";
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
