// Command output: JSON for programs, plain tables for people. Values are often entered by partners: control characters,
// which could clear the terminal or forge lines, are escaped.
import { escapeInvisible } from '../lib/invisible-characters.ts';

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** Prints one name and value per line. */
export function printFields(fields: Readonly<Record<string, string>>): void {
  const width = Math.max(...Object.keys(fields).map((name) => name.length));
  for (const [name, value] of Object.entries(fields))
    console.log(`${name.padEnd(width)}  ${escapeInvisible(value)}`);
}

export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) {
    console.log('None.');
    return;
  }
  const all = [headings, ...rows.map((row) => row.map(escapeInvisible))];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  for (const row of all)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}
