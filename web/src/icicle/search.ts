// Finding nodes by a part of their name or words; case, accents and ways of composing letters do not matter.

export const folded = (text: string): string =>
  text.normalize("NFKD").replace(/\p{Diacritic}/gu, "").toLowerCase();

export class NameSearch {
  private readonly texts: string[][]; // names, and words where there are some: by node

  constructor(...texts: (readonly string[])[]) {
    this.texts = texts.map((of) => of.map(folded));
  }

  // Names that are the words come first, then those that begin with them, then the others; shorter
  // names before longer ones, in the order of the taxonomy where these are equal.
  find(words: string): number[] {
    const wanted = folded(words.trim());
    if (wanted === "") return [];
    const found: { node: number; rank: number; length: number }[] = [];
    for (const text of this.texts) {
      text.forEach((name, node) => {
        const at = name.indexOf(wanted);
        if (at < 0) return;
        const rank = at > 0 ? 2 : name.length > wanted.length ? 1 : 0;
        found.push({ node, rank, length: name.length });
      });
    }
    found.sort((a, b) => a.rank - b.rank || a.length - b.length || a.node - b.node);
    return [...new Set(found.map(({ node }) => node))];
  }
}
