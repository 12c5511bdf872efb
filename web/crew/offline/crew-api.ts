// HTTP client of the crew page, used by the page and by its service worker. Throws `Refused` for an error response and
// `Unreached` if no response arrives within TIMEOUT_MS.

const API = '/crew/api';
const TIMEOUT_MS = 20_000;

/** Error response. The server's message is English text for developers; pages show their own translated text. */
export class Refused extends Error {
  readonly status: number;
  readonly param: string | null;
  readonly retryAfterMs: number | null;

  constructor(status: number, param: string | null, retryAfterMs: number | null) {
    super(`answered ${status}`);
    this.status = status;
    this.param = param;
    this.retryAfterMs = retryAfterMs;
  }

  /** Transient: worth a retry. */
  get isPassing(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/** No response: offline, timeout, connection lost. */
export class CrewApiUnreachable extends Error {}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly picture?: Blob;
  readonly csrfToken?: string;
}

export async function callApi<ResponseBody>(path: string, call: Call = {}): Promise<ResponseBody> {
  const response = await fetchOrThrow(path, call);
  const text = await response.text().catch(() => {
    throw new CrewApiUnreachable();
  });
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as ResponseBody;
  const seconds = Number(response.headers.get('retry-after'));
  throw new Refused(response.status, paramOf(text), seconds > 0 ? seconds * 1_000 : null);
}

async function fetchOrThrow(
  path: string,
  { method = 'GET', body, picture, csrfToken }: Call,
): Promise<Response> {
  try {
    return await fetch(`${API}${path}`, {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...(picture && { 'content-type': picture.type }),
        ...(csrfToken !== undefined && { 'x-csrf-token': csrfToken }),
      },
      ...(body && { body: JSON.stringify(body) }),
      ...(picture && { body: picture }),
    });
  } catch {
    throw new CrewApiUnreachable();
  }
}

function paramOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { param?: string | null }).param ?? null;
  } catch {
    return null;
  }
}
