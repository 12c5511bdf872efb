// Command output: JSON for programs, plain text for people.

export function printJson(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

/** One JSON value per line, for programs that read a stream. */
export function printJsonLine(value: unknown): void {
  console.log(JSON.stringify(value));
}

export function printTable(headings: readonly string[], rows: readonly (readonly string[])[]): void {
  if (rows.length === 0) {
    console.log('None.');
    return;
  }
  const all = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...all.map((row) => (row[column] ?? '').length)));
  for (const row of all) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(cells.join('  ').trimEnd());
  }
}

export function money(cents: number): string {
  return `${cents < 0 ? '-' : ''}$${(Math.abs(cents) / 100).toFixed(2)}`;
}
