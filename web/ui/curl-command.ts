// Renders an HTTP request as a curl command, to replay it against a receiver or the API.

const OMITTED_HEADERS = new Set([
  'host',
  'content-length',
  'connection',
  'accept-encoding',
  'transfer-encoding',
]);

interface Request {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** May be omitted for what curl implies: POST with a payload, GET without one. */
  readonly method?: string;
}

export function curlCommand({ url, headers, method }: Request, payload: string | null): string {
  const implied = payload === null ? 'GET' : 'POST';
  const verb = method === undefined || method === implied ? '' : ` -X ${method}`;
  const headerArguments = Object.entries(headers)
    .filter(([name]) => !OMITTED_HEADERS.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`);
  const data = payload === null ? [] : [`--data-raw ${quote(payload)}`];
  return [`curl -i${verb} ${quote(url)}`, ...headerArguments, ...data].join(' \\\n  ');
}

/** Quotes for POSIX shells: inside single quotes only the quote itself is special. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
