import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiClient } from '../support/api-client.ts';
import { setUpFactor } from '../support/authenticator.ts';
import { freePort } from '../support/free-port.ts';
import { installedFolder } from '../support/installed-folder.ts';
import { bookVan, eventsOf, finishStop, formCrew, go, photograph } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';
import { setUpOperator } from '../support/set-up-operator.ts';
import { until } from '../support/until.ts';

interface Billed {
  readonly booking: { readonly fare: { readonly total: number } };
  readonly billing_records: readonly { readonly kind: string; readonly amount: number }[];
}

describe('operating production', async () => {
  const folder = await installedFolder();
  let variables: Record<string, string>;
  let server: ServerProcess;
  let partner: ApiClient;
  let operator: OperatorClient;
  beforeAll(async () => {
    variables = { DATA_DIR: folder.path, ENVIRONMENT: 'production', PORT: String(await freePort()) };
    server = await startServer(variables);
    const credentials = JSON.parse(readFileSync(join(folder.path, 'credentials.json'), 'utf8'));
    const { client_id: clientId, client_secret: clientSecret } = credentials.production;
    partner = await ApiClient.signIn(server.production, { clientId, clientSecret });
    operator = await signIn(await setUpOperator(server.production, variables));
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  async function signIn({ email, password }: { email: string; password: string }): Promise<OperatorClient> {
    const anonymous = new OperatorClient(server.production);
    const { status, body, text } = await anonymous.post('/sessions', { email, password, token: true });
    expect(status, text).toBe(201);
    return new OperatorClient(server.production, { authorization: `Bearer ${body.token}` });
  }

  it('completes a booking with photos and the correct fare over the operator API', async () => {
    const booking = await bookVan(partner, { tip: 500 });
    const crew = await formCrew(operator, 'Ana and Bo');
    const starts_at = new Date(Date.now() - 3_600_000).toISOString();
    const ends_at = new Date(Date.now() + 8 * 3_600_000).toISOString();
    expect((await operator.post('/shifts', { crew_id: crew.id, starts_at, ends_at })).status).toBe(201);
    const path = `/bookings/${booking.id}`;
    const assigned = await operator.post(`${path}/assign`, { crew_id: crew.id });
    expect(assigned.body, assigned.text).toMatchObject({
      id: booking.id,
      state: 'dispatched',
      crew: { vehicle_type: 'van', members: [{ first_name: 'Ana' }, { first_name: 'Bo' }] },
    });

    await go(operator, booking, 0, 'depart', { eta: new Date(Date.now() + 900_000).toISOString() });
    await operator.post(`${path}/position`, { location: [-73.99, 40.74] });
    await go(operator, booking, 0, 'arrive');
    const pickup = await photograph(operator, booking.id, '#aa3311');
    await go(operator, booking, 0, 'complete', { photo_urls: [pickup] });
    await go(operator, booking, 1, 'depart');
    await go(operator, booking, 1, 'arrive');
    const dropoff = await photograph(operator, booking.id, '#1133aa');
    const { body: delivered } = await go(operator, booking, 1, 'complete', { photo_urls: [dropoff] });
    expect(delivered).toMatchObject({ state: 'dispatched', dispatch_state: 'destination_done', fare: null });
    const { body: done } = await go(operator, booking, 1, 'move-on');

    expect(done).toMatchObject({ id: booking.id, state: 'completed', dispatch_state: 'origin_pending' });
    const photos = done.dispatch.events.flatMap(({ photo_urls }: { photo_urls: string[] }) => photo_urls);
    expect(photos).toEqual([pickup, dropoff]);
    for (const url of photos) expect((await fetch(url)).headers.get('content-type')).toBe('image/jpeg');
    const { fare, quote } = done;
    const lines = fare.base + fare.labor + fare.travel_distance + fare.travel_duration + fare.stops;
    const extra = fare.adjustments.reduce((sum: number, { amount }: { amount: number }) => sum + amount, 0);
    expect(fare.total).toBe(lines + extra);
    expect(fare.adjustments).toMatchObject([{ kind: 'tip', amount: 500 }]);
    const [low] = quote.fare_estimate;
    expect([fare.base, fare.travel_distance, fare.travel_duration]).toEqual([
      low.base,
      low.travel_distance,
      low.travel_duration,
    ]);
    expect(await eventsOf(partner, booking.id, 11)).toEqual([
      'booking.created',
      'booking.dispatched',
      'booking.stop.departed',
      'crew.location_updated',
      'booking.stop.arrived',
      'booking.stop.completed',
      'booking.updated',
      'booking.stop.departed',
      'booking.stop.arrived',
      'booking.stop.completed',
      'booking.completed',
    ]);
    expect((await partner.get(path)).body).toEqual(done);
  });

  it('adjusts a fare afterwards, with matching billing records', async () => {
    const booking = await bookVan(partner);
    const crew = await formCrew(operator, 'Night owls');
    await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crew.id });
    for (const position of [0, 1]) {
      await go(operator, booking, position, 'depart');
      await go(operator, booking, position, 'arrive');
      await finishStop(operator, booking, position);
    }
    const path = `/bookings/${booking.id}`;
    const before = (await operator.get(path)).body.booking.fare.total;
    const key = { headers: { 'idempotency-key': 'refund-1' } };
    const refund = { kind: 'refund', name: 'Scratched table', amount: -1_000 };
    const first = await operator.post(`${path}/adjustments`, refund, key);
    const again = await operator.post(`${path}/adjustments`, refund, key);
    expect(first.body.fare.total).toBe(before - 1_000);
    expect(again.text).toBe(first.text);
    await operator.post(`${path}/adjustments`, { kind: 'toll', name: 'Tunnel', amount: 650 });
    const tooMuch = await operator.post(`${path}/adjustments`, { ...refund, amount: -1_000_000 });
    expect([tooMuch.status, tooMuch.body.param]).toEqual([400, 'amount']);
    const wrongSign = await operator.post(`${path}/adjustments`, { ...refund, amount: 100 });
    expect([wrongSign.status, wrongSign.body.param]).toEqual([400, 'amount']);
    const eventTypes = await eventsOf(partner, booking.id, 11);
    expect(eventTypes.slice(-2)).toEqual(['booking.fare_updated', 'booking.fare_updated']);
    // Billing is a follower of the feed.
    const { booking: billed, billing_records: records } = await until(
      async (): Promise<Billed> => (await operator.get(path)).body,
      ({ billing_records }) => billing_records.length >= 3,
    );
    expect(billed.fare.total).toBe(before - 1_000 + 650);
    expect(records.map(({ kind }) => kind)).toEqual(['charge', 'refund', 'adjustment']);
    expect(records.reduce((sum, { amount }) => sum + amount, 0)).toBe(before - 1_000 + 650);
  });

  it('creates, changes and disables operators with commands', async () => {
    const waybill = (...args: string[]) => runWaybill([...args, '--json'], variables);
    const created = JSON.parse(
      (
        await waybill(
          'operators',
          'create',
          '--email',
          'eve@example.com',
          '--name',
          'Eve',
          '--role',
          'viewer',
        )
      ).stdout,
    );
    const eve = await signIn(created);
    expect((await eve.get('/session')).body.operator.role).toBe('viewer');
    const promoted = await waybill('operators', 'update', 'eve@example.com', '--role', 'admin');
    expect(JSON.parse(promoted.stdout)).toMatchObject({ role: 'admin', disabled: false });
    expect((await eve.get('/session')).status).toBe(401);
    const { password } = JSON.parse(
      (await waybill('operators', 'update', 'eve@example.com', '--new-password')).stdout,
    );
    const again = await signIn({ email: 'eve@example.com', password });
    await waybill('operators', 'update', 'eve@example.com', '--disable');
    expect((await again.get('/session')).status).toBe(401);
    const listed = JSON.parse((await waybill('operators', 'list')).stdout);
    expect(listed).toContainEqual(expect.objectContaining({ email: 'eve@example.com', disabled: true }));
    expect((await waybill('doctor')).code).toBe(0);
  });

  it('creates invitation and reset links, and removes a lost second factor, with commands', async () => {
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runWaybill(['operators', ...args, '--json'], variables);
      expect(code, stderr).toBe(0);
      return JSON.parse(stdout);
    };
    const anonymous = new OperatorClient(server.production);
    const tokenOf = ({ url }: { url: string }) => new URL(url).hash.replace('#token=', '');
    const email = 'ivy@example.com';
    const invited = await run('invite', '--email', email, '--role', 'viewer');
    expect(invited).toMatchObject({ email, role: 'viewer', mail: 'not_connected' });
    const first = 'a first password';
    const joined = { token: tokenOf(invited), name: 'Ivy', password: first };
    expect((await anonymous.post('/invitations/accept', joined)).status).toBe(201);
    const ivy = await signIn({ email, password: first });
    await setUpFactor(ivy, { password: first }, Date.now());
    const password = 'a second password';
    const reset = { token: tokenOf(await run('reset', email)), password };
    expect((await anonymous.post('/password-resets/confirm', reset)).status).toBe(204);
    expect((await anonymous.post('/sessions', { email, password })).body.code).toBe('second_factor_required');
    await run('update', email, '--remove-second-factor');
    await signIn({ email, password });
  });

  it('lists and exports security events with commands', async () => {
    const stranger = new OperatorClient(server.production);
    await stranger.post('/sessions', { email: 'unknown@example.com', password: 'a wrong password' });
    const run = async (...args: string[]) => {
      const { code, stdout, stderr } = await runWaybill(['audit', ...args], variables);
      expect(code, stderr).toBe(0);
      return stdout;
    };
    const table = await run('list', '--event', 'operator_session.started');
    expect(table).toMatch(/^TIME +SEVERITY +EVENT +ACTOR/);
    expect(table).toContain('operator Ona Perez');
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const failed = JSON.parse(await run('list', '--event', 'auth.failed', '--from', since, '--json'));
    expect(failed).toMatchObject([
      { event: 'auth.failed', actor: { kind: 'anonymous', id: 'operator_sign_in' }, address: '127.0.0.1' },
    ]);
    const lines = (await run('export', '--format', 'ndjson', '--severity', 'warning')).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).event)).toContain('auth.failed');
    const refused = await runWaybill(['audit', 'list', '--event', 'nonsense'], variables);
    expect(refused.code).toBe(2);
  });
});
