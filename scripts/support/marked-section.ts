// Replaces generated sections of hand-written documents, between two marker comments.
import { readFileSync, writeFileSync } from 'node:fs';

/** Puts each text between the markers of its name. */
export function replaceMarkedSection(document: string, texts: Readonly<Record<string, string>>): void {
  let whole = readFileSync(document, 'utf8');
  for (const [name, text] of Object.entries(texts)) {
    const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`];
    const [before, rest] = whole.split(begin);
    const after = rest?.split(end)[1];
    if (before === undefined || after === undefined)
      throw new Error(`${document} has no ${begin} and ${end}`);
    whole = `${before}${begin}\n\n${text}\n\n${end}${after}`;
  }
  writeFileSync(document, whole);
}
