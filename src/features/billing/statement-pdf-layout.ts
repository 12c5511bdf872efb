// PDF layout of a statement: US letter, a list of fields, a summary box, a table that continues over pages with a
// repeated header, and page numbers. Independent of billing.
import type PDFKit from 'pdfkit';
import { lightTokens } from '../../http/pages/page-tokens.ts';
import { winAnsi } from '../../lib/win-ansi.ts';

const PAGE = { width: 612, height: 792, margin: 54, bottom: 722 } as const;
const RIGHT = PAGE.width - PAGE.margin;
const WIDTH = RIGHT - PAGE.margin;
const COLUMNS = { day: 54, booking: 100, order: 172, what: 282, amount: 470 } as const;
const DETAIL = { size: 7.5, height: 9.5, separator: '   ' } as const;
const REGULAR = 'Helvetica';
const BOLD = 'Helvetica-Bold';
const GAP = 10;
const { ink: INK, muted: GREY, line: RULE, paper: SHADE, accent: ACCENT, danger: DANGER } = lightTokens;

/** Largest size of the logo in points. */
const LOGO = { width: 150, height: 34 } as const;
const MAX_FACT_LINES = 4;

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

interface TextStyle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly size?: number;
  readonly bold?: boolean;
  readonly color?: string;
  readonly align?: 'left' | 'right';
}

export class StatementLayout {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #bytes: Promise<Buffer>;
  #y: number = PAGE.margin;

  private constructor(pdf: PDFKit.PDFDocument) {
    this.#pdf = pdf;
    const chunks: Buffer[] = [];
    this.#bytes = new Promise((resolve, reject) => {
      pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
      pdf.on('end', () => resolve(Buffer.concat(chunks)));
      pdf.on('error', reject);
    });
  }

  /** Loaded lazily: the library is large and rarely needed. */
  static async open({ title, author, date }: DocumentInfo): Promise<StatementLayout> {
    const { default: Document } = await import('pdfkit');
    const info = {
      Title: winAnsi(title),
      Author: winAnsi(author),
      Producer: 'Waybill',
      Creator: 'Waybill',
      CreationDate: date,
    };
    const pdf = new Document({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      bufferPages: true,
      info,
      lang: 'en-US',
    });
    return new StatementLayout(pdf);
  }

  heading(issuer: string, month: string, warning: string | null): void {
    const { margin } = PAGE;
    this.#pdf.rect(0, 0, PAGE.width, 6).fill(ACCENT);
    this.#text(issuer, { x: margin, y: 48, width: WIDTH / 2, size: 17, bold: true });
    const half = { x: margin + WIDTH / 2, width: WIDTH / 2, align: 'right' } as const;
    this.#text('Statement', { ...half, y: 44, size: 10, color: GREY });
    this.#text(month, { ...half, y: 58, size: 17, bold: true });
    if (warning) this.#text(warning, { ...half, y: 80, size: 9, bold: true, color: DANGER });
    this.#y = 104;
  }

  /** The logo of the account stands to the right of the facts. */
  facts(facts: readonly (readonly [string, string])[], logo: StatementLogo | null): void {
    if (logo) {
      const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height);
      const [width, height] = [logo.width * scale, logo.height * scale];
      this.#pdf.image(logo.png, RIGHT - width, this.#y, { width, height });
    }
    const width = WIDTH - 84 - (logo ? LOGO.width + GAP : 0);
    for (const [name, value] of facts) {
      this.#text(name, { x: PAGE.margin, y: this.#y, width: 80, color: GREY });
      for (const line of this.#broken(value, width)) {
        this.#text(line, { x: PAGE.margin + 84, y: this.#y, width });
        this.#y += 12;
      }
      this.#y += 3;
    }
    this.#y += 14;
  }

  summary(rows: readonly SummaryRow[]): void {
    const [rowHeight, pad] = [18, 12];
    const height = rows.length * rowHeight + 2 * pad;
    this.#pdf.roundedRect(PAGE.margin, this.#y, WIDTH, height, 6).fill(SHADE);
    this.#y += pad;
    for (const { name, amount, weight } of rows) {
      if (weight !== 'plain') this.#rule(PAGE.margin + pad, this.#y - 1, RIGHT - pad);
      const style = { y: this.#y + 3, bold: weight !== 'plain', size: weight === 'total' ? 12 : 10 };
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
    for (const line of lines) {
      this.#text(line, { x: PAGE.margin, y: this.#y, width: WIDTH });
      this.#y += 14;
    }
    this.#y += 14;
  }

  tableHead(): void {
    const style = { y: this.#y, size: 8, bold: true, color: GREY } as const;
    this.#text('DATE', { ...style, x: COLUMNS.day, width: 50 });
    this.#text('BOOKING', { ...style, x: COLUMNS.booking, width: 70 });
    this.#text('ORDER', { ...style, x: COLUMNS.order, width: 100 });
    this.#text('DESCRIPTION', { ...style, x: COLUMNS.what, width: 150 });
    this.#text('AMOUNT', { ...style, x: COLUMNS.amount, width: RIGHT - COLUMNS.amount, align: 'right' });
    this.#y += 14;
    this.#rule(PAGE.margin, this.#y, RIGHT);
    this.#y += 8;
  }

  tableRow({ day, booking, order, what, details, amount }: TableRow): void {
    const detailLines = this.#wrap(details, RIGHT - COLUMNS.what, DETAIL.size);
    const height = 13 + detailLines.length * DETAIL.height;
    if (this.#y + height > PAGE.bottom) this.#startPage();
    const y = this.#y;
    this.#text(day, { x: COLUMNS.day, y, width: COLUMNS.booking - COLUMNS.day - GAP });
    this.#text(booking, { x: COLUMNS.booking, y, width: COLUMNS.order - COLUMNS.booking - GAP });
    this.#text(order, { x: COLUMNS.order, y, width: COLUMNS.what - COLUMNS.order - GAP });
    this.#text(what, { x: COLUMNS.what, y, width: COLUMNS.amount - COLUMNS.what - GAP });
    this.#text(amount, { x: COLUMNS.amount, y, width: RIGHT - COLUMNS.amount, align: 'right' });
    for (const [index, line] of detailLines.entries()) {
      const place = { x: COLUMNS.what, y: y + 13 + index * DETAIL.height, width: RIGHT - COLUMNS.what };
      this.#text(line, { ...place, size: DETAIL.size, color: GREY });
    }
    this.#y += height + 4;
    this.#rule(PAGE.margin, this.#y, RIGHT, 0.4);
    this.#y += 6;
  }

  note(text: string): void {
    this.#text(text, { x: PAGE.margin, y: this.#y, width: WIDTH, color: GREY });
    this.#y += 18;
  }

  /** Adds page numbers and returns the file. */
  finish(footer: string): Promise<Buffer> {
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

  #startPage(): void {
    this.#pdf.addPage();
    this.#y = PAGE.margin;
    this.tableHead();
  }

  /** Fits as many parts per line as possible. */
  #wrap(parts: readonly string[], width: number, size: number): string[] {
    this.#pdf.font(REGULAR).fontSize(size);
    const lines: string[] = [];
    for (const part of parts) {
      const longer = `${lines.at(-1)}${DETAIL.separator}${part}`;
      if (lines.length > 0 && this.#pdf.widthOfString(winAnsi(longer)) <= width) lines.splice(-1, 1, longer);
      else lines.push(part);
    }
    return lines;
  }

  /** Breaks a value, which may be a long address without spaces, where it is full. The last line may be too long. */
  #broken(text: string, width: number): string[] {
    this.#pdf.font(REGULAR).fontSize(9.5);
    const fits = (part: string) => this.#pdf.widthOfString(winAnsi(part)) <= width;
    const lines: string[] = [];
    let rest = text;
    while (!fits(rest) && lines.length < MAX_FACT_LINES - 1) {
      let end = rest.length;
      while (end > 1 && !fits(rest.slice(0, end))) end -= 1;
      lines.push(rest.slice(0, end));
      rest = rest.slice(end);
    }
    return [...lines, rest];
  }

  /** One line, truncated with an ellipsis if it does not fit. */
  #text(text: string, { x, y, width, size = 9.5, bold, color = INK, align = 'left' }: TextStyle): void {
    this.#pdf
      .font(bold ? BOLD : REGULAR)
      .fontSize(size)
      .fillColor(color);
    const shown = this.#truncate(winAnsi(text), width);
    const left = align === 'right' ? x + width - this.#pdf.widthOfString(shown) : x;
    this.#pdf.text(shown, left, y, { lineBreak: false });
  }

  #truncate(text: string, width: number): string {
    if (this.#pdf.widthOfString(text) <= width) return text;
    let kept = text.slice(0, 200);
    while (kept !== '' && this.#pdf.widthOfString(`${kept}…`) > width) kept = kept.slice(0, -1);
    return `${kept.trimEnd()}…`;
  }

  #rule(fromX: number, y: number, toX: number, weight = 0.8): void {
    this.#pdf.moveTo(fromX, y).lineTo(toX, y).lineWidth(weight).strokeColor(RULE).stroke();
  }
}
