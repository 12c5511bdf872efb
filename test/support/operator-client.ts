// HTTP client of the operator API, with a bearer token or with a session cookie. Checks every response against the
// description and the rules for all responses.
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import type { OperatorRole } from '../../src/domain/account/operator-role.ts';
import { createOperator } from '../../src/features/accounts/system/create-operator.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { TestResponse } from './api-client.ts';
import type { TestApp } from './app.ts';
import { expectDocumented } from './openapi-response-check.ts';
import { testSecurityLog } from './security-log.ts';

export interface OperatorCall {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent without serialization; the headers name the media type. */
  readonly raw?: Uint8Array;
}

export interface OperatorAccount {
  readonly id: string;
  readonly email: string;
  readonly password: string;
}

export class OperatorClient {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(baseUrl: string, headers: Readonly<Record<string, string>> = {}) {
    this.baseUrl = baseUrl;
    this.headers = headers;
  }

  /** Signs in a new operator with this role, with a token. */
  static async enter(test: TestApp, role: OperatorRole = 'dispatcher'): Promise<OperatorClient> {
    return OperatorClient.signIn(test, await newOperator(test, role));
  }

  static async signIn(
    test: Pick<TestApp, 'baseUrl'>,
    { email, password }: OperatorAccount,
  ): Promise<OperatorClient> {
    const anonymous = new OperatorClient(test.baseUrl);
    const { status, body, text } = await anonymous.post('/sessions', { email, password, token: true });
    expect(status, text).toBe(201);
    return new OperatorClient(test.baseUrl, { authorization: `Bearer ${body.token}` });
  }

  /** Step-up of a token session. The previous token is no longer valid, so that this client must not be used again. */
  async confirm({ password }: Pick<OperatorAccount, 'password'>, code?: string): Promise<OperatorClient> {
    const proof = { password, ...(code !== undefined && { code }) };
    const { status, body, text } = await this.post('/session/confirmation', proof);
    expect(status, text).toBe(200);
    return new OperatorClient(this.baseUrl, { authorization: `Bearer ${body.token}` });
  }

  get(path: string, options?: OperatorCall): Promise<TestResponse> {
    return this.call('GET', path, undefined, options);
  }

  post(path: string, body?: unknown, options?: OperatorCall): Promise<TestResponse> {
    return this.call('POST', path, body, options);
  }

  patch(path: string, body?: unknown, options?: OperatorCall): Promise<TestResponse> {
    return this.call('PATCH', path, body, options);
  }

  put(path: string, body?: unknown, options?: OperatorCall): Promise<TestResponse> {
    return this.call('PUT', path, body, options);
  }

  delete(path: string, options?: OperatorCall): Promise<TestResponse> {
    return this.call('DELETE', path, undefined, options);
  }

  /** `path` is below /operator. */
  async call(
    method: string,
    path: string,
    body?: unknown,
    options: OperatorCall = {},
  ): Promise<TestResponse> {
    const payload = options.raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${this.baseUrl}/operator${path}`, {
      method,
      redirect: 'manual',
      ...(payload !== undefined && { body: payload }),
      headers: {
        ...(payload !== undefined && { 'content-type': 'application/json' }),
        ...this.headers,
        ...options.headers,
      },
    });
    const text = await response.text();
    // Exports are the only responses that are not JSON.
    const type = response.headers.get('content-type') ?? '';
    const isFile =
      response.ok &&
      /^(text\/csv; charset=utf-8|application\/x-ndjson; charset=utf-8|application\/pdf)$/.test(type);
    const result = {
      status: response.status,
      headers: response.headers,
      text,
      body: text && !isFile ? JSON.parse(text) : undefined,
    };
    const name = `${method} /operator${path}`;
    expect(result.status, `${name} answered ${text}`).not.toBe(500);
    expect(result.headers.get('x-request-id'), `${name} has a request id`).toBeTruthy();
    expect(result.headers.get('access-control-allow-origin'), name).toBeNull();
    if (isFile) return result;
    if (text)
      expect(result.headers.get('content-type'), name).toMatch(/^application\/json(; charset=utf-8)?$/);
    expectDocumented(method, `/operator${path}`, result);
    return result;
  }
}

export async function newOperator(
  test: Pick<TestApp, 'system' | 'environment'>,
  role: OperatorRole,
): Promise<OperatorAccount> {
  const email = `${role}-${randomBytes(4).toString('hex')}@example.com`;
  const password = `pass ${randomBytes(6).toString('hex')}`;
  const { system, environment } = test;
  const security = testSecurityLog(environment);
  const admin = { system, clock: systemClock, ids: randomIds, environment, security };
  const { id } = await createOperator(
    admin,
    { email, name: `A ${role}`, role, password },
    { kind: 'command', id: 'test', requestId: 'test' },
  );
  return { id, email, password };
}

/** Asserts the error format. */
export function expectRefusal(
  result: TestResponse,
  status: number,
  code: string,
  param: string | null = null,
): void {
  expect(result.body, result.text).toMatchObject({ code, param });
  expect(result.status, result.text).toBe(status);
  expect(typeof result.body.message).toBe('string');
}
