// OWASP API7:2023 Server side request forgery: webhook URLs are the only URLs of partners that the server requests.
// Targets are checked again at every connection: integrations/webhook-http/*.test.ts, webhook-delivery.test.ts.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../../support/api-client.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';

let test: TestApp;
let partner: ApiClient;
beforeAll(async () => {
  test = await startTestApp({ variables: { WEBHOOK_ALLOW_PRIVATE: '' } });
  partner = await test.partner();
});
afterAll(() => test.close());

const targets = [
  'http://127.0.0.1:9/',
  'http://localhost/',
  'http://[::1]/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://127.1/',
  'http://0.0.0.0/',
  'http://10.0.0.7/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00::1]/',
  'http://[fe80::1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://100.64.0.1/',
];

it.each(targets)('refuses %s as a new endpoint and as a change of one', async (url) => {
  expectProblem(await partner.post('/webhooks', { url }), 400, { code: 'url_not_allowed', param: 'url' });
  const { body } = await partner.post('/webhooks', { url: 'https://203.0.114.7/hook' });
  expect((await partner.patch(`/webhooks/${body.id}`, { url })).status).toBe(400);
  expect((await partner.get(`/webhooks/${body.id}`)).body.url).toBe('https://203.0.114.7/hook');
  await partner.delete(`/webhooks/${body.id}`);
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
