// An endpoint that an operator disabled stays disabled, whatever the account tries.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { setDisabledAsOperator } from '../../src/features/webhooks/system/manage-endpoints.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { PortalClient } from '../support/portal-client.ts';

let test: TestApp;
let pool: ReturnType<typeof createPool>;
beforeAll(async () => {
  test = await startTestApp();
  pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
});
afterAll(async () => {
  await pool.end();
  await test.close();
});

const setDisabled = (id: string, disabled: boolean) =>
  setDisabledAsOperator(
    { db: createDatabase(pool), system: test.system, clock: systemClock, ids: randomIds },
    id,
    disabled,
    { kind: 'command', id: 'test', requestId: 'test' },
  );

it('An endpoint that an operator disabled can be enabled by operators only, even under another id', async () => {
  const partner = await test.partner();
  const url = 'http://127.0.0.1:9999/hooks';
  const { id } = (await partner.post('/webhooks', { url })).body;
  const { id: other } = (await partner.post('/webhooks', { url: 'http://127.0.0.1:9999/other' })).body;
  await setDisabled(id, true);
  const refused = { type: 'authentication_error', code: 'endpoint_held' };
  expectProblem(await partner.patch(`/webhooks/${id}`, { url, disabled: false }), 403, refused);
  expectProblem(await partner.delete(`/webhooks/${id}`), 403, refused);
  expectProblem(await partner.post('/webhooks', { url }), 403, refused);
  expectProblem(await partner.patch(`/webhooks/${other}`, { url }), 403, refused);
  expect((await partner.patch(`/webhooks/${id}`, { url, description: 'Ours' })).status).toBe(200);

  const visitor = await PortalClient.enter(partner);
  expect((await visitor.get(`/endpoints/${id}`)).body).toMatchObject({ disabled: true, held: true });
  expect((await visitor.call('PATCH', `/endpoints/${id}`, { disabled: false })).status).toBe(403);

  await setDisabled(id, false);
  expect((await partner.get(`/webhooks/${id}`)).body.disabled).toBe(false);
  await partner.patch(`/webhooks/${id}`, { url, disabled: true });
  expect((await partner.patch(`/webhooks/${id}`, { url, disabled: false })).body.disabled).toBe(false);
});

it('An endpoint that the account disabled before can also be held by an operator', async () => {
  const partner = await test.partner();
  const url = 'http://127.0.0.1:9999/';
  const { id } = (await partner.post('/webhooks', { url })).body;
  await partner.patch(`/webhooks/${id}`, { url, disabled: true });
  await setDisabled(id, true);
  expect((await partner.patch(`/webhooks/${id}`, { url, disabled: false })).status).toBe(403);
});
