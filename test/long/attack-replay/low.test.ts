// The attacks of the security review, severity low. Each must be refused.
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { LOGIN_ROLE } from '../../../src/db/roles.ts';
import { startTestApp, type TestApp } from '../../support/app.ts';
import { formType } from '../../support/oauth.ts';
import { bookVan } from '../../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../../support/operator-client.ts';
import { blackPng } from '../../support/test-photos.ts';

let test: TestApp;
let admin: OperatorClient;
beforeAll(async () => {
  test = await startTestApp({ variables: { SECURITY_CONTACT: 'mailto:security@example.com' } });
  admin = await OperatorClient.enter(test, 'admin');
});
afterAll(() => test.close());

const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

it('the login of the database can become the three roles only', async () => {
  const client = new Client({ ...test.connection, user: LOGIN_ROLE });
  await client.connect();
  try {
    await client.query('set role waybill_app');
    await client.query('reset role');
    await expect(client.query('select * from account')).rejects.toMatchObject({ code: '42501' });
    await expect(client.query(`set role ${test.connection.user}`)).rejects.toMatchObject({ code: '42501' });
  } finally {
    await client.end();
  }
});

it('a cell of an exported CSV file is no formula, also after a separator', async () => {
  const { id } = await test.organization();
  const names = ['=1+1', '+1', '-1', '@SUM(A1)', 'a; =1', 'a,=1', 'a\t=1'];
  for (const name of names) {
    const created = await admin.post(`/organizations/${id}/clients`, { name });
    // A name may refuse what a cell must neutralise.
    if (created.status !== 201) expectRefusal(created, 400, 'invalid_parameter', 'name');
  }
  const { text } = await admin.get('/security-events/export?format=csv&event=client.created');
  expect(text).toContain(`"'=1+1"`);
  expect(text).not.toMatch(/(?:^|[",;\t\r\n])\s*[=+@-]/m);
});

it('a form of 235 KB is refused', async () => {
  const raw = `grant_type=${'x'.repeat(235_000)}`;
  const { status } = await test.anonymous.post('/oauth/token', undefined, { raw, headers: formType });
  expect(status).toBe(413);
});

it('a PNG of 59 megapixels in 7 KB is refused', async () => {
  const { id } = await bookVan(await test.partner());
  const raw = blackPng(7_700, 7_700);
  expect(raw.length).toBeLessThan(10_000);
  const headers = { 'content-type': 'image/png' };
  const refused = await admin.post(`/bookings/${id}/photos`, undefined, { raw, headers });
  expectRefusal(refused, 400, 'invalid_parameter', 'photo');
  expect(refused.body.message).toContain('it has 7700 x 7700 pixels');
});

it('metrics listen on loopback, and mail needs TLS, unless configured otherwise', () => {
  const mail = { SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: 'hello@example.com' };
  const { metricsHost, messages } = readConfig({ ENVIRONMENT: 'production', HOST: '0.0.0.0', ...mail });
  expect(metricsHost).toBe('127.0.0.1');
  expect(messages.smtp?.allowsPlaintext).toBe(false);
});

it('images in deploy/ are named by digest', () => {
  const files = readdirSync(new URL('../../../deploy', import.meta.url));
  const lines = files
    .filter((file) => /^Dockerfile$|\.ya?ml$/.test(file))
    .flatMap((file) => read(`deploy/${file}`).match(/^\s*(?:image:|FROM) .*$/gm) ?? [])
    // Built by compose.yaml itself.
    .filter((line) => line.trim() !== 'image: waybill');
  expect(lines.length).toBeGreaterThanOrEqual(4);
  expect(lines.filter((line) => !/@sha256:[0-9a-f]{64}( AS \w+)?$/.test(line))).toEqual([]);
});

it('Grafana does not start without a password of the operator', () => {
  const password = /GF_SECURITY_ADMIN_PASSWORD: (.*)/.exec(read('deploy/compose.monitoring.yaml'))?.[1];
  expect(password).toMatch(/^\$\{GRAFANA_ADMIN_PASSWORD:\?[^}]+\}$/);
});

it('a finder of a vulnerability learns where to report it', async () => {
  expect(read('SECURITY.md')).toMatch(/^## Report a vulnerability$/m);
  const response = await fetch(`${test.baseUrl}/.well-known/security.txt`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(await response.text()).toMatch(/^Contact: mailto:security@example\.com\nExpires: \d{4}-.*Z\n/);
});

it('npm publishes no package without provenance', () => {
  for (const folder of readdirSync(new URL('../../../packages', import.meta.url))) {
    const { publishConfig } = JSON.parse(read(`packages/${folder}/package.json`));
    expect(publishConfig, folder).toMatchObject({ provenance: true });
  }
});
