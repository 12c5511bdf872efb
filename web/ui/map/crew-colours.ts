// Colours of crews on a map. A crew keeps its colour while the same crews are shown; its initials tell it apart without
// colours. The colours themselves are in map.css.

/** Number of colours in map.css (`map-hue-0` and so on). */
export const HUES = 8;

/** Colour number by id: the one that the id asks for, or the next free one. Colours repeat after all are used. */
export function crewHues(ids: readonly string[]): ReadonlyMap<string, number> {
  const hues = new Map<string, number>();
  let free = new Set<number>();
  for (const id of ids.toSorted()) {
    if (free.size === 0) free = new Set(Array.from({ length: HUES }, (_, hue) => hue));
    let hue = hashOf(id) % HUES;
    while (!free.has(hue)) hue = (hue + 1) % HUES;
    free.delete(hue);
    hues.set(id, hue);
  }
  return hues;
}

function hashOf(text: string): number {
  let hash = 0;
  for (const letter of text) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) >>> 0;
  return hash;
}

const segmenter = new Intl.Segmenter();
const lettersOf = (word: string) => Array.from(segmenter.segment(word), ({ segment }) => segment);

const fillers = new Set(['and', 'the', 'of', 'y', '&']);

/** "Ana and Bo" is "AB", "Crew 12" is "C12", "Nightingale" is "NI". At most three characters. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s\-–,.]+/).filter((word) => word !== '' && !fillers.has(word.toLowerCase()));
  const [only] = words;
  if (only !== undefined && words.length === 1) return lettersOf(only).slice(0, 2).join('').toUpperCase();
  return words
    .map((word) => (/^\d+$/.test(word) ? word : (lettersOf(word)[0] ?? '')))
    .join('')
    .slice(0, 3)
    .toUpperCase();
}
