// Cells of CSV files (RFC 4180) that people open in spreadsheets.

/**
 * Quotes a text, and puts an apostrophe before every character that would start a formula (CSV injection). Spreadsheets
 * of other locales split rows at other separators, and ignore quotes that do not enclose a whole cell; so the start of
 * the text and each place after a separator, a quote or a line break count as the start of a cell. Numbers must not be
 * passed: a negative amount stays a number.
 */
export function csvText(value: string | null | undefined): string {
  if (!value) return '';
  const safe = value.replace(cellStart, "$1'").replace(/^(?=[\t\r\n])/, "'");
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Full-width forms are formulas in spreadsheets with East Asian settings. */
const cellStart = /((?:^|[,;|:\t\r\n"])\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
