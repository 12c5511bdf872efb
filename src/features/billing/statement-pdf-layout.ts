// PDF layout of a statement: US letter, the parties, a summary box, a table that continues over pages with a repeated
// header, and page numbers. Independent of billing.
import type PDFKit from 'pdfkit';
import { lightTokens } from '../../http/pages/page-tokens.ts';
import { PdfText, REPLACEMENT, type TextPlace, type TextStyle } from './pdf-text.ts';

const PAGE = { width: 612, height: 792, margin: 54, bottom: 722 } as const;
const RIGHT = PAGE.width - PAGE.margin;
const WIDTH = RIGHT - PAGE.margin;
const GAP = 10;
const COLUMNS = {
  day: { x: 54, width: 36 },
  booking: { x: 100, width: 62 },
  order: { x: 172, width: 100 },
  what: { x: 282, width: 188 },
  amount: { x: 480, width: RIGHT - 480 },
} as const;
const PARTIES = {
  from: { x: 54, width: 146 },
  to: { x: 212, width: 156 },
  facts: { x: 380, width: 178 },
} as const;
const FACT_NAME_WIDTH = 62;
const LINE_HEIGHT = 12;
const DETAIL = { size: 7.5, height: 9.5, separator: '   ' } as const;
const { ink: INK, muted: GREY, line: RULE, paper: SHADE, accent: ACCENT, danger: DANGER } = lightTokens;

/** Largest size of the logo in points. */
const LOGO = { width: 130, height: 30 } as const;
const MAX_LINES = 8;
/** Head of the table and one row. */
const TABLE_START = 64;

export interface StatementLogo {
  readonly png: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface DocumentInfo {
  readonly title: string;
  readonly author: string;
  readonly date: Date;
  /** Color of the brand, legible on white; null: the default color. */
  readonly accent: string | null;
}

export interface Party {
  readonly name: string;
  readonly lines: readonly string[];
}

export interface Parties {
  readonly from: Party;
  readonly to: Party;
  /** Above the name of `to`. */
  readonly logo: StatementLogo | null;
  readonly facts: readonly (readonly [name: string, value: string])[];
}

export interface SummaryRow {
  readonly name: string;
  readonly amount: string;
  readonly weight: 'plain' | 'strong' | 'total';
}

export interface TableRow {
  readonly day: string;
  readonly booking: string;
  readonly order: string;
  readonly what: string;
  /** Small print below the row; several fit on one line. */
  readonly details: readonly string[];
  readonly amount: string;
}

type Column = { readonly x: number; readonly width: number };
type Placed = Omit<TextPlace, 'color'> & TextStyle & { readonly color?: string };

export class StatementLayout {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #writer: PdfText;
  readonly #accent: string;
  readonly #bytes: Promise<Buffer>;
  #y: number = PAGE.margin;

  private constructor(pdf: PDFKit.PDFDocument, accent: string) {
    this.#pdf = pdf;
    this.#writer = new PdfText(pdf);
    this.#accent = accent;
    const chunks: Buffer[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      pdf.on('end', () => resolve(Buffer.concat(chunks)));
      pdf.on('error', reject);
    });
  }

  /** Loaded lazily: the library is large and rarely needed. */
  static async open({ title, author, date, accent }: DocumentInfo): Promise<StatementLayout> {
    const { default: Document } = await import('pdfkit');
    const pdf = new Document({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      info: { Title: title, Author: author, Producer: 'Waybill', Creator: 'Waybill', CreationDate: date },
      lang: 'en-US',
    });
    return new StatementLayout(pdf, accent ?? ACCENT);
  }

  heading(issuer: string, month: string, warning: string | null): void {
    this.#pdf.rect(0, 0, PAGE.width, 6).fill(this.#accent);
    const name = { size: 17, bold: true } as const;
    const half = { x: PAGE.margin + WIDTH / 2, width: WIDTH / 2, align: 'right' } as const;
    const lines = this.#writer.lines(issuer, WIDTH / 2, 2, name);
    for (const [index, line] of lines.entries())
      this.#text(line, { ...name, x: PAGE.margin, y: 48 + index * 20, width: WIDTH / 2 });
    this.#text('Statement', { ...half, y: 44, size: 10, color: GREY });
    this.#text(month, { ...half, ...name, y: 58 });
    if (warning) this.#text(warning, { ...half, y: 80, size: 9, bold: true, color: DANGER });
    this.#y = 110;
  }

  /** Issuer, recipient, and the facts of the document, side by side. */
  parties({ from, to, logo, facts }: Parties): void {
    const top = this.#y;
    const ends = [
      this.#party('From', from, null, PARTIES.from, top),
      this.#party('Bill to', to, logo, PARTIES.to, top),
      this.#facts(facts, PARTIES.facts, top),
    ];
    this.#y = Math.max(...ends) + 16;
  }

  #party(title: string, { name, lines }: Party, logo: StatementLogo | null, column: Column, top: number) {
    let y = top;
    this.#text(title, { ...column, y, size: 8, bold: true, color: GREY });
    y += 15;
    if (logo) {
      const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
      const [width, height] = [logo.width * scale, logo.height * scale];
      this.#pdf.image(logo.png, column.x, y, { width, height });
      y += height + 8;
    }
    y = this.#block(name, { ...column, y, bold: true });
    for (const line of lines) y = this.#block(line, { ...column, y });
    return y;
  }

  #facts(facts: Parties['facts'], { x, width }: Column, top: number): number {
    let y = top;
    for (const [name, value] of facts) {
      this.#text(name, { x, y, width: FACT_NAME_WIDTH - GAP, size: 8.5, color: GREY });
      y = this.#block(value, { x: x + FACT_NAME_WIDTH, y, width: width - FACT_NAME_WIDTH }) + 3;
    }
    return y;
  }

  summary(rows: readonly SummaryRow[]): void {
    const [rowHeight, pad] = [18, 12];
    const height = rows.length * rowHeight + 2 * pad;
    this.#pdf.roundedRect(PAGE.margin, this.#y, WIDTH, height, 6).fill(SHADE);
    this.#y += pad;
    for (const { name, amount, weight } of rows) {
      if (weight !== 'plain') this.#rule(PAGE.margin + pad, this.#y - 1, RIGHT - pad);
      const color = weight === 'total' ? this.#accent : INK;
      const style = { y: this.#y + 4, bold: weight !== 'plain', size: weight === 'total' ? 12 : 10, color };
      this.#text(name, { ...style, x: PAGE.margin + pad, width: WIDTH / 2 });
      this.#text(amount, { ...style, x: RIGHT - pad - 160, width: 160, align: 'right' });
      this.#y += rowHeight;
    }
    this.#y += pad + 22;
  }

  /** A heading with lines of text below it. */
  paragraph(heading: string, lines: readonly string[]): void {
    this.#text(heading, { x: PAGE.margin, y: this.#y, width: WIDTH, bold: true });
    this.#y += 15;
    for (const line of lines) this.#y = this.#block(line, { x: PAGE.margin, y: this.#y, width: WIDTH }) + 2;
    this.#y += 14;
  }

  tableHead(): void {
    if (this.#y + TABLE_START > PAGE.bottom) this.#startPage();
    const style = { y: this.#y, size: 8, bold: true, color: GREY } as const;
    this.#text('Date', { ...style, ...COLUMNS.day });
    this.#text('Booking', { ...style, ...COLUMNS.booking });
    this.#text('Order', { ...style, ...COLUMNS.order });
    this.#text('Description', { ...style, ...COLUMNS.what });
    this.#text('Amount', { ...style, ...COLUMNS.amount, align: 'right' });
    this.#y += 14;
    this.#rule(PAGE.margin, this.#y, RIGHT);
    this.#y += 8;
  }

  tableRow({ day, booking, order, what, details, amount }: TableRow): void {
    const orderLines = this.#writer.lines(order, COLUMNS.order.width, MAX_LINES, {});
    const detailLines = this.#joined(details, COLUMNS.what.width);
    const height = Math.max(orderLines.length * LINE_HEIGHT, 13 + detailLines.length * DETAIL.height);
    this.#makeRoom(height + 4);
    const y = this.#y;
    this.#text(day, { ...COLUMNS.day, y });
    this.#text(booking, { ...COLUMNS.booking, y });
    for (const [index, line] of orderLines.entries())
      this.#text(line, { ...COLUMNS.order, y: y + index * LINE_HEIGHT });
    this.#text(what, { ...COLUMNS.what, y });
    this.#text(amount, { ...COLUMNS.amount, y, align: 'right' });
    for (const [index, line] of detailLines.entries()) {
      const place = { ...COLUMNS.what, y: y + 13 + index * DETAIL.height };
      this.#text(line, { ...place, size: DETAIL.size, color: GREY });
    }
    this.#y += height + 4;
    this.#rule(PAGE.margin, this.#y, RIGHT, 0.4);
    this.#y += 6;
  }

  /** Last row of the table. */
  tableTotal(name: string, amount: string): void {
    this.#makeRoom(20);
    const style = { y: this.#y + 2, bold: true } as const;
    this.#text(name, { ...style, x: COLUMNS.what.x, width: COLUMNS.what.width });
    this.#text(amount, { ...style, ...COLUMNS.amount, align: 'right' });
    this.#y += 26;
  }

  note(text: string): void {
    if (this.#y + 14 > PAGE.bottom) this.#startPage();
    this.#y = this.#block(text, { x: PAGE.margin, y: this.#y, width: WIDTH, color: GREY }) + 6;
  }

  /** Adds page numbers and returns the file. */
  finish(footer: string): Promise<Buffer> {
    if (this.#writer.hasReplacement)
      this.note(
        `${REPLACEMENT} stands for a character that this file cannot show. The CSV file has all texts.`,
      );
    const { count } = this.#pdf.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      this.#pdf.switchToPage(page);
      const style = { y: 748, size: 8, color: GREY } as const;
      this.#text(footer, { ...style, x: PAGE.margin, width: WIDTH - 90 });
      this.#text(`Page ${page + 1} of ${count}`, { ...style, x: RIGHT - 80, width: 80, align: 'right' });
    }
    this.#pdf.end();
    return this.#bytes;
  }

  /** Continues the table on a new page if a row does not fit. */
  #makeRoom(height: number): void {
    if (this.#y + height <= PAGE.bottom) return;
    this.#startPage();
    this.tableHead();
  }

  #startPage(): void {
    this.#pdf.addPage();
    this.#y = PAGE.margin;
  }

  /** Fits as many parts per line as possible. */
  #joined(parts: readonly string[], width: number): string[] {
    const lines: string[] = [];
    for (const part of parts.flatMap((text) => this.#writer.lines(text, width, MAX_LINES, DETAIL))) {
      const longer = `${lines.at(-1)}${DETAIL.separator}${part}`;
      if (lines.length > 0 && this.#writer.fits(longer, width, DETAIL)) lines.splice(-1, 1, longer);
      else lines.push(part);
    }
    return lines;
  }

  /** A text over several lines. Returns where the next one begins. */
  #block(text: string, place: Placed): number {
    const lines = this.#writer.lines(text, place.width, MAX_LINES, place);
    for (const [index, line] of lines.entries())
      this.#text(line, { ...place, y: place.y + index * LINE_HEIGHT });
    return place.y + lines.length * LINE_HEIGHT;
  }

  #text(text: string, { color = INK, ...rest }: Placed): void {
    this.#writer.draw(text, { ...rest, color }, rest);
  }

  #rule(fromX: number, y: number, toX: number, weight = 0.8): void {
    this.#pdf.moveTo(fromX, y).lineTo(toX, y).lineWidth(weight).strokeColor(RULE).stroke();
  }
}
