// The path of a parameter as an error shows it. Names are the caller's: they may be broken, or as long as a body.

const maxLength = 200;

export function shownPath(path: string): string {
  const printable = path.replaceAll('\u0000', '\\u0000').toWellFormed();
  return printable.length > maxLength ? `${printable.slice(0, maxLength).toWellFormed()}…` : printable;
}
