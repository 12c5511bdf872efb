// An attempt as a command, to be replayed against one's own receiver.

const LEFT_OUT = new Set(['host', 'content-length', 'connection', 'accept-encoding', 'transfer-encoding']);

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function curlCommand({ url, headers }: Request, payload: string): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !LEFT_OUT.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  return [`curl -i ${quote(url)}`, ...lines, `--data-raw ${quote(payload)}`].join(' \\\n  ');
}

/** For POSIX shells: inside single quotes only the quote itself is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
