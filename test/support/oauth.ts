// Helpers for token requests and revocations.
import { expect } from 'vitest';
import { ApiClient, type CallOptions, type TestResponse } from './api-client.ts';
import type { TestApp } from './app.ts';

type Fields = Readonly<Record<string, unknown>>;

export const formType = { 'content-type': 'application/x-www-form-urlencoded' };

export function requestToken(test: TestApp, fields: Fields, options?: CallOptions): Promise<TestResponse> {
  return test.anonymous.post('/oauth/token', fields, options);
}

export function requestTokenByForm(
  test: TestApp,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<TestResponse> {
  const raw = new URLSearchParams(fields).toString();
  return test.anonymous.post('/oauth/token', undefined, { raw, headers: { ...formType, ...headers } });
}

export function basic(clientId: string, clientSecret: string): { authorization: string } {
  const text = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
  return { authorization: `Basic ${Buffer.from(text).toString('base64')}` };
}

/** API client with the token of a response. */
export function bearerOf(test: TestApp, response: TestResponse): ApiClient {
  expect(response.status, response.text).toBe(200);
  return new ApiClient(test.baseUrl, response.body.access_token);
}

/** OAuth errors have the fields of the API's error format and of RFC 6749. */
export function expectOAuthProblem(
  response: TestResponse,
  status: number,
  expected: { error: string; param?: string | null; type?: string },
): void {
  const { error, param = null, type = 'validation_error' } = expected;
  expect(response.body, response.text).toMatchObject({ type, code: error, param, error });
  expect(response.body.error_description).toBe(response.body.message);
  expect(response.status).toBe(status);
  expect(response.headers.get('cache-control')).toBe('no-store');
}
