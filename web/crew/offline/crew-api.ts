// One call to the server of the crew's page, from the page or from its service worker, and the ways in which it can go wrong:
// refused, or not reached.

const API = '/crew/api';
const GIVE_UP_MS = 20_000;

/** The server said no. Its words are for programs and in English: pages say it in their own. */
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

  /** Something is wrong for now, on the way or over there. */
  get isPassing(): boolean {
    return this.status >= 500 || this.status === 429 || this.status === 408;
  }
}

/** No answer at all. */
export class Unreached extends Error {}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly picture?: Blob;
  readonly csrfToken?: string;
}

export async function callApi<Answer>(path: string, call: Call = {}): Promise<Answer> {
  const response = await reach(path, call);
  const text = await response.text().catch(() => {
    throw new Unreached();
  });
  if (response.ok) return (text === '' ? undefined : JSON.parse(text)) as Answer;
  const seconds = Number(response.headers.get('retry-after'));
  throw new Refused(response.status, paramOf(text), seconds > 0 ? seconds * 1_000 : null);
}

async function reach(path: string, { method = 'GET', body, picture, csrfToken }: Call): Promise<Response> {
  try {
    return await fetch(`${API}${path}`, {
      method,
      credentials: 'same-origin',
      signal: AbortSignal.timeout(GIVE_UP_MS),
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
    throw new Unreached();
  }
}

function paramOf(text: string): string | null {
  try {
    return (JSON.parse(text) as { param?: string | null }).param ?? null;
  } catch {
    return null;
  }
}
