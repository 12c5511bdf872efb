import { afterEach, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';

let test: TestApp | undefined;
afterEach(() => test?.close());

const path = '/.well-known/security.txt';
const read = async (variables: Record<string, string>) => {
  const clock = new TestClock(new Date('2027-01-01T00:00:00Z'));
  test = await startTestApp({ clock, variables: { PUBLIC_URL: 'https://api.example.com', ...variables } });
  return fetch(test.baseUrl + path);
};

it('publishes the configured contact for security reports, with an expiry (RFC 9116)', async () => {
  const response = await read({ SECURITY_CONTACT: 'mailto:security@example.com' });
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect((await response.text()).split('\n')).toEqual([
    'Contact: mailto:security@example.com',
    'Expires: 2027-06-30T00:00:00.000Z',
    'Preferred-Languages: en',
    `Canonical: https://api.example.com${path}`,
    '',
  ]);
});

it('publishes a configured expiry', async () => {
  const response = await read({
    SECURITY_CONTACT: 'https://example.com/report',
    SECURITY_EXPIRES: '2027-03-31',
  });
  expect(await response.text()).toContain('\nExpires: 2027-03-31T00:00:00.000Z\n');
});

it('is not found without a contact', async () => {
  expect((await read({})).status).toBe(404);
});
