// HTTP client for the partner API in tests. Checks every response against the OpenAPI description and the rules for all
// responses.
import { expect } from 'vitest';
import { expectDocumented } from './openapi-response-check.ts';

export interface TestResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed JSON body; undefined if empty. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape and assert what they find
  readonly body: any;
}

export interface CallOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent without serialization. */
  readonly raw?: string | Uint8Array;
}

export const vendorMediaType = 'application/vnd.service+json;version=2';

export class ApiClient {
  readonly baseUrl: string;
  readonly token: string | null;

  constructor(baseUrl: string, token: string | null) {
    this.baseUrl = baseUrl;
    this.token = token;
  }

  static async signIn(
    baseUrl: string,
    { clientId, clientSecret, scope }: { clientId: string; clientSecret: string; scope?: string },
  ): Promise<ApiClient> {
    const { status, body, text } = await new ApiClient(baseUrl, null).post('/oauth/token', {
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      ...(scope !== undefined && { scope }),
    });
    if (status !== 200) throw new Error(`no token: ${status} ${text}`);
    return new ApiClient(baseUrl, body.access_token);
  }

  /** The same credentials against another process. */
  at(baseUrl: string): ApiClient {
    return new ApiClient(baseUrl, this.token);
  }

  get(path: string, options?: CallOptions): Promise<TestResponse> {
    return this.call('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: CallOptions): Promise<TestResponse> {
    return this.call('POST', path, body, options);
  }

  patch(path: string, body?: unknown, options?: CallOptions): Promise<TestResponse> {
    return this.call('PATCH', path, body, options);
  }

  delete(path: string, options?: CallOptions): Promise<TestResponse> {
    return this.call('DELETE', path, undefined, options);
  }

  async call(method: string, path: string, body?: unknown, options: CallOptions = {}): Promise<TestResponse> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(this.baseUrl + path, {
      method,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload }),
      headers: {
        accept: 'application/vnd.service+json; version=2',
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...options.headers,
      },
    });
    const text = await response.text();
    const isJson = /json/.test(response.headers.get('content-type') ?? '');
    const result = {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text ? JSON.parse(text) : undefined,
    };
    expect(result.headers.get('x-request-id'), `${method} ${path} has a request id`).toBeTruthy();
    expect(result.status, `${method} ${path} answered ${text}`).not.toBe(500);
    expectDocumented(method, path, result);
    if (result.status === 429) expectRateLimitHeaders(result);
    return result;
  }
}

/** Every 429 has the headers that the contract defines. */
function expectRateLimitHeaders({ headers, text }: TestResponse): void {
  const header = (name: string) => Number(headers.get(name) ?? Number.NaN);
  expect(header('retry-after'), text).toBeGreaterThan(0);
  expect(header('ratelimit-limit'), text).toBeGreaterThan(0);
  expect(header('ratelimit-remaining'), text).toBe(0);
  // With tolerance for the clocks of database and process.
  const reset = Date.now() / 1000 + header('retry-after');
  expect(Math.abs(header('ratelimit-reset') - reset), text).toBeLessThan(5);
}

/** Asserts the error format. */
export function expectProblem(
  result: TestResponse,
  status: number,
  expected: { type?: string; code: string | null; param?: string | null },
): void {
  expect(result.body, result.text).toMatchObject({ ...expected, param: expected.param ?? null });
  expect(result.status).toBe(status);
  expect(result.headers.get('content-type')).toBe(vendorMediaType);
  expect(typeof result.body.message).toBe('string');
}
