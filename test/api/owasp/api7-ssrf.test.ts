// OWASP API7:2023 Server side request forgery: webhook URLs are the only URLs of partners that the server requests.
// Targets are checked again at every connection: integrations/webhook-http/*.test.ts, webhook-delivery.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

let test: TestApp;
let partner: ApiClient;
/** Path of an endpoint that must keep its URL. */
let endpoint: string;
beforeAll(async () => {
  test = await startTestApp({ variables: { WEBHOOK_ALLOW_PRIVATE: '' } });
  partner = await test.partner();
  endpoint = `/webhooks/${(await partner.post('/webhooks', { url: 'https://203.0.114.7/hook' })).body.id}`;
});
afterAll(() => test.close());

// With https: http is refused for its scheme, whatever the address.
const targets = [
  'https://127.0.0.1:9/',
  'https://localhost/',
  'https://[::1]/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://127.1/',
  'https://0.0.0.0/',
  'https://10.0.0.7/',
  'https://192.168.1.1/',
  'https://172.16.0.1/',
  'https://169.254.169.254/latest/meta-data/',
  'https://[fd00::1]/',
  'https://[fe80::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://100.64.0.1/',
];

it.each(targets)('refuses %s as a new endpoint and as a change of one', async (url) => {
  expectProblem(await partner.post('/webhooks', { url }), 400, { code: 'url_not_allowed', param: 'url' });
  expectProblem(await partner.patch(endpoint, { url }), 400, { code: 'url_not_allowed', param: 'url' });
});

it.each([
  'file:///etc/passwd',
  'gopher://203.0.114.7/',
  'ftp://203.0.114.7/',
  'javascript:alert(1)',
  '//203.0.114.7/',
  'https://user:secret@203.0.114.7/',
])('refuses %s: not a plain URL of the web', async (url) => {
  expect((await partner.post('/webhooks', { url })).status).toBe(400);
});

it('keeps the URL of the endpoint', async () => {
  expect((await partner.get(endpoint)).body.url).toBe('https://203.0.114.7/hook');
  expect((await partner.get('/webhooks')).body).toHaveLength(1);
});
