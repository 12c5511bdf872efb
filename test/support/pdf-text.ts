// Reads the texts of a PDF file that pdfkit wrote: compressed streams, standard fonts and embedded fonts.
import { inflateSync } from 'node:zlib';

/** The texts of each page in the order of drawing, as a reader copies them. */
export function textsOfPdf(pdf: Buffer): string[][] {
  const objects = new Map<string, string>();
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/\n(\d+) 0 obj\n(.*?)\nendobj/gs))
    objects.set(id, body);
  const object = (id = '') => objects.get(id) ?? '';
  const charactersOf = (fontId: string) =>
    charactersOfMap(streamOf(object(refOf(object(fontId), 'ToUnicode'))));
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\n/.test(body))
    .map((page) => {
      const fonts = /\/Font <<(.*?)>>/s.exec(object(refOf(page, 'Resources')))?.[1] ?? '';
      const maps = new Map(
        [...fonts.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, charactersOf(id)]),
      );
      return textsOfContent(streamOf(object(refOf(page, 'Contents'))), maps);
    });
}

/** Windows-1252 from 0x80 to 0x9f. `TextDecoder` of some versions of Node decodes these as Latin-1. */
const windows = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

function windowsText(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (byte) => windows[byte.charCodeAt(0) - 128] ?? '');
}

const refOf = (body: string, key: string) => new RegExp(`/${key} (\\d+) 0 R`).exec(body)?.[1];

function streamOf(body: string): string {
  const bytes = /stream\n(.*)\nendstream/s.exec(body)?.[1];
  return bytes === undefined ? '' : inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1');
}

/** Characters by glyph number; empty for a standard font. */
function charactersOfMap(cmap: string): string[] {
  return [...cmap.matchAll(/<(\w+)> <\w+> \[(.*?)\]/gs)].flatMap(([, , list = '']) =>
    [...list.matchAll(/<([\w ]*)>/g)].map(([, hex = '']) =>
      Buffer.from(hex.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
    ),
  );
}

function textsOfContent(content: string, maps: ReadonlyMap<string, readonly string[]>): string[] {
  let characters: readonly string[] = [];
  return [...content.matchAll(/\/(\w+) [\d.]+ Tf|\[(.*)\] TJ/g)].flatMap(([, font, parts = '']) => {
    if (font !== undefined) characters = maps.get(font) ?? [];
    if (font !== undefined) return [];
    const bytes = Buffer.from([...parts.matchAll(/<(\w*)>/g)].map(([, hex = '']) => hex).join(''), 'hex');
    if (characters.length === 0) return [windowsText(bytes)];
    const glyphs = Array.from({ length: bytes.length / 2 }, (_each, index) => bytes.readUInt16BE(2 * index));
    return [glyphs.map((glyph) => characters[glyph]).join('')];
  });
}
