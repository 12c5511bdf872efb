// HTTP client of the portal: keeps the cookie, sends Origin and the CSRF token with writes, and checks the rules for
// all portal responses.
import { expect } from 'vitest';
import type { ApiClient, TestResponse } from './api-client.ts';
import { expectDocumented } from './openapi-response-check.ts';
import { expectDefined } from './page-response-check.ts';

export interface VisitOptions {
  /** Added to the page's headers; undefined removes one. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  /** Sent without serialization. */
  readonly raw?: string;
}

export class PortalClient {
  readonly baseUrl: string;
  cookie: string | null = null;
  /** The last Set-Cookie header. */
  setCookieHeader: string | null = null;
  csrfToken: string | null = null;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  /** Requests a portal link as the partner and opens it. */
  static async enter(partner: ApiClient): Promise<PortalClient> {
    const visitor = new PortalClient(partner.baseUrl);
    const result = await visitor.exchange(await requestPortalLink(partner));
    expect(result.status, result.text).toBe(204);
    await visitor.readSession();
    return visitor;
  }

  /** Step-up with the secret of the client that opened the portal, which permits changes of API clients. */
  async confirm({ clientSecret }: { readonly clientSecret: string }): Promise<this> {
    const { status, text } = await this.post('/confirmation', { client_secret: clientSecret });
    expect(status, text).toBe(200);
    return this;
  }

  exchange(token: string, options?: VisitOptions): Promise<TestResponse> {
    return this.call('POST', '/session', { token }, options);
  }

  /** Also stores the CSRF token. */
  async readSession(): Promise<TestResponse> {
    const result = await this.get('/session');
    expect(result.status, result.text).toBe(200);
    this.csrfToken = result.body.csrf_token;
    return result;
  }

  get(path: string, options?: VisitOptions): Promise<TestResponse> {
    return this.call('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: VisitOptions): Promise<TestResponse> {
    return this.call('POST', path, body, options);
  }

  async call(
    method: string,
    path: string,
    body?: unknown,
    options: VisitOptions = {},
  ): Promise<TestResponse> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.baseUrl}/portal/api${path}`, {
      method,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload }),
      headers: this.headers(method, payload !== undefined, options.headers),
    });
    for (const line of response.headers.getSetCookie()) this.#storeCookie(line);
    const text = await response.text();
    const result = {
      status: response.status,
      headers: response.headers,
      text,
      body: text ? JSON.parse(text) : undefined,
    };
    expectCommonHeaders(`${method} ${path}`, result);
    expectKnown(method, path, result);
    return result;
  }

  headers(method: string, hasBody: boolean, further: VisitOptions['headers'] = {}): Record<string, string> {
    const isWrite = method !== 'GET' && method !== 'HEAD';
    const headers = {
      accept: 'application/json',
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(this.cookie && { cookie: this.cookie }),
      ...(isWrite && { origin: this.baseUrl }),
      ...(isWrite && this.csrfToken && { 'x-csrf-token': this.csrfToken }),
      ...further,
    };
    return Object.fromEntries(
      Object.entries(headers).filter((header): header is [string, string] => header[1] !== undefined),
    );
  }

  #storeCookie(line: string): void {
    this.setCookieHeader = line;
    this.cookie = /max-age=0/i.test(line) ? null : (line.split(';')[0] ?? null);
  }
}

/** Partner operations respond as the partner API does, apart from the media type. */
function expectKnown(method: string, path: string, result: TestResponse): void {
  const headers = { get: () => 'application/vnd.service+json;version=2' };
  if (!path.startsWith('/partner/')) expectDefined(method, `/portal/api${path}`, result);
  else if (result.status < 300)
    expectDocumented(method, path.replace('/partner', ''), { ...result, headers });
}

/** Token of a new portal link. */
export async function requestPortalLink(partner: ApiClient): Promise<string> {
  const { body, status, text } = await partner.get('/webhooks/portal');
  expect(status, text).toBe(200);
  const token = new URL(body.portal_url).hash.replace('#token=', '');
  expect(token).not.toBe('');
  return token;
}

function expectCommonHeaders(name: string, { status, headers, text }: TestResponse): void {
  expect(status, `${name} returned ${text}`).not.toBe(500);
  expect(headers.get('x-request-id'), `${name} has a request id`).toBeTruthy();
  expect(headers.get('cache-control'), name).toBe('no-store');
  expect(headers.get('content-security-policy'), name).toContain("default-src 'none'");
  expect(headers.get('x-content-type-options'), name).toBe('nosniff');
  expect(headers.get('access-control-allow-origin'), name).toBeNull();
  expect(headers.get('www-authenticate'), name).toBeNull();
  if (text) expect(headers.get('content-type'), name).toBe('application/json; charset=utf-8');
}
