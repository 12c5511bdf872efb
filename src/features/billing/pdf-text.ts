// Text of a PDF page. Text in Windows-1252 is set in Helvetica, which every reader has. Text with other Latin, Greek or
// Cyrillic letters is set in Noto Sans, which is embedded. A character of another script becomes U+FFFD.
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type PDFKit from 'pdfkit';
import { projectRoot } from '../../lib/project-root.ts';
import { isWinAnsi, oneLine } from '../../lib/win-ansi.ts';

export interface TextStyle {
  readonly size?: number;
  readonly bold?: boolean;
}

export interface TextPlace {
  readonly x: number;
  /** Top of the capital letters. */
  readonly y: number;
  readonly width: number;
  readonly color: string;
  readonly align?: 'left' | 'right';
}

/** Stands for a character that no font of the file has. */
export const REPLACEMENT = '\u{fffd}';
const DEFAULT_SIZE = 9.5;
/** Height of the capitals of Helvetica. Both fonts stand on the same line. */
const CAPITALS = 0.718;
const MAX_LENGTH = 400;

/** Scripts of Noto Sans, punctuation, currencies and signs such as №. Hebrew and Arabic would need another direction. */
const isEmbedded =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Inherited}\p{P}\p{Sc}\u2100-\u214f]$/u;

export class PdfText {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #embedded = new Set<string>();
  #hasReplacement = false;

  constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
  }

  get hasReplacement(): boolean {
    return this.#hasReplacement;
  }

  /** One line, truncated with an ellipsis if it does not fit. */
  draw(text: string, { x, y, width, color, align = 'left' }: TextPlace, style: TextStyle): void {
    const shown = this.#truncate(text, width, style);
    const left = align === 'right' ? x + width - this.#pdf.widthOfString(shown) : x;
    const { size = DEFAULT_SIZE } = style;
    this.#pdf
      .fillColor(color)
      .text(shown, left, y + CAPITALS * size, { lineBreak: false, baseline: 'alphabetic' });
  }

  /** Breaks at spaces, and within words that are longer than a line. The last line may be too long. */
  lines(text: string, width: number, maxLines: number, style: TextStyle): string[] {
    let rest = this.#use(text, style);
    const lines: string[] = [];
    while (lines.length < maxLines - 1 && !this.fits(rest, width, style)) {
      let end = Math.max(1, this.#fittingLength(rest, width, style));
      const space = rest.lastIndexOf(' ', end);
      if (space > 0) end = space;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end).trimStart();
    }
    return [...lines, rest];
  }

  fits(text: string, width: number, style: TextStyle): boolean {
    return this.#pdf.widthOfString(this.#use(text, style)) <= width;
  }

  /** Selects the font of a text. Returns the text as that font can show it. */
  #use(text: string, { size = DEFAULT_SIZE, bold = false }: TextStyle): string {
    const line = oneLine(text).slice(0, MAX_LENGTH);
    const isStandard = isWinAnsi(line);
    this.#pdf.font(isStandard ? standardFont(bold) : this.#embeddedFont(bold)).fontSize(size);
    if (isStandard) return line;
    const shown = Array.from(line, (character) =>
      isWinAnsi(character) || isEmbedded.test(character) ? character : REPLACEMENT,
    ).join('');
    this.#hasReplacement ||= shown.includes(REPLACEMENT);
    return shown;
  }

  #embeddedFont(bold: boolean): string {
    const name = bold ? 'bold' : 'regular';
    if (!this.#embedded.has(name)) {
      this.#pdf.registerFont(name, readFont(name));
      this.#embedded.add(name);
    }
    return name;
  }

  #truncate(text: string, width: number, style: TextStyle): string {
    const line = this.#use(text, style);
    if (this.#pdf.widthOfString(line) <= width) return line;
    const room = width - this.#pdf.widthOfString('…');
    const kept = line.slice(0, this.#fittingLength(line, room, style)).trimEnd();
    return this.#use(`${kept}…`, style);
  }

  /** Number of characters from the start that fit. Binary search: measuring embedded fonts is slow. */
  #fittingLength(text: string, width: number, style: TextStyle): number {
    let [fitting, tooLong] = [0, text.length + 1];
    while (tooLong - fitting > 1) {
      const middle = (fitting + tooLong) >> 1;
      if (this.fits(text.slice(0, middle), width, style)) fitting = middle;
      else tooLong = middle;
    }
    return fitting;
  }
}

function standardFont(bold: boolean): string {
  return bold ? 'Helvetica-Bold' : 'Helvetica';
}

/** Takes about 5 ms, for the few statements that need the font: not kept in memory. */
function readFont(name: 'regular' | 'bold'): Buffer {
  const file = new URL(`reference-data/fonts/noto-sans-${name}.ttf.br`, projectRoot);
  return brotliDecompressSync(readFileSync(file));
}
