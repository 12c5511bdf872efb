import { afterEach, expect, test, vi } from 'vitest';
import { ApiError, callApi, errorForParam } from './api-request.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['45', 'Too many failed attempts. Try again in 45 seconds.'],
  ['90', 'Too many failed attempts. Try again in 2 minutes.'],
])('names the waiting time of a rate limit of %s seconds', async (seconds, message) => {
  const body = {
    code: 'rate_limit_exceeded',
    message: 'Too many failed attempts. Wait for Retry-After seconds.',
  };
  const init = { status: 429, headers: { 'retry-after': seconds } };
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), init));
  await expect(callApi('/sessions')).rejects.toThrow(message);
});

test('shows the error of a field with the name of the field as words', () => {
  const error = (param: string, message: string) => new ApiError(400, { param, message });
  const refused = error('contact_email', 'contact_email must be an e-mail address.');
  expect(errorForParam(refused, 'contact_email')).toBe('The contact email must be an e-mail address.');
  expect(errorForParam(error('code', 'The code is wrong.'), 'code')).toBe('The code is wrong.');
  expect(errorForParam(refused, 'name')).toBeNull();
});
