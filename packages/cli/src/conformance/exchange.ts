// One request and its response, as they went over the wire.

export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Whether the request carried an access token. */
  readonly isAuthenticated: boolean;
}

export interface Exchange {
  readonly request: SentRequest;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if there is none or it is not JSON. */
  readonly body: unknown;
}

/** Value at a path such as `route.0.location.id`; undefined if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  return path
    .split('.')
    .filter((name) => name !== '')
    .reduce<unknown>(
      (at, name) => (isObject(at) || Array.isArray(at) ? (at as Record<string, unknown>)[name] : undefined),
      value,
    );
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text at a path of the body; empty if it is not text, so that a URL made with it is answered with 404. */
export function textAt({ body }: Exchange, path: string): string {
  const value = valueAt(body, path);
  return typeof value === 'string' ? value : '';
}

export function listAt({ body }: Exchange, path: string): readonly unknown[] {
  const value = valueAt(body, path);
  return Array.isArray(value) ? value : [];
}

/** Response bodies to show in messages: one line, shortened. */
export function shorten(value: unknown, length = 300): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > length ? `${text.slice(0, length)}…` : text;
}
