// Parameter path for error messages. Names come from the caller: they may be malformed or very long.

const maxLength = 200;

export function shownPath(path: string): string {
  const printable = path.replaceAll('\u0000', '\\u0000').toWellFormed();
  return printable.length > maxLength ? `${printable.slice(0, maxLength).toWellFormed()}…` : printable;
}
