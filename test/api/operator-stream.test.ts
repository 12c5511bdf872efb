// The SSE stream of the console: invalidations for every operator, from every process, for as long as the session lasts.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { uuidv7 } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventStream } from '../support/event-stream.ts';
import { bookVan, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

let test: TestApp;
let elsewhere: TestApp;
let partner: ApiClient;
let operator: OperatorClient;
const open: EventStream[] = [];
beforeAll(async () => {
  test = await startTestApp();
  elsewhere = await startTestApp({ sharing: test });
  test.app.worker.start();
  partner = await test.partner();
  operator = await OperatorClient.enter(test);
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(async () => {
  await elsewhere.close();
  await test.close();
});

async function listen(client = operator, baseUrl = test.baseUrl): Promise<EventStream> {
  const stream = await EventStream.open(`${baseUrl}/operator/stream`, client.headers);
  open.push(stream);
  expect(stream.response.statusCode).toBe(200);
  expect(await stream.next()).toBe('retry: 2000');
  return stream;
}

/** Reads the stream until all of these changes have arrived. */
async function hears(stream: EventStream, ...expected: readonly object[]): Promise<void> {
  const missing = new Set(expected.map((change) => JSON.stringify(change)));
  while (missing.size > 0) {
    const change = await stream.nextChange();
    expect(change, `the stream ended before ${[...missing].join()}`).not.toBeNull();
    missing.delete(JSON.stringify(change));
  }
}

const tell = (text: string) =>
  queryAsOwner(test.connection, `select pg_notify('waybill_console', $1)`, [text]);

describe('the SSE stream of the console', () => {
  it('reports the changed booking to connections of every process', async () => {
    const streams = [await listen(), await listen(operator, elsewhere.baseUrl)];
    const { id } = await bookVan(partner);
    for (const stream of streams) await hears(stream, { kind: 'booking', id });
  });

  it('reports changes of the roster and positions of crews', async () => {
    const stream = await listen(await OperatorClient.enter(test, 'viewer'), elsewhere.baseUrl);
    const crew = await formCrew(operator);
    await hears(stream, { kind: 'roster' });
    expect((await operator.post(`/crews/${crew.id}/position`, { location: [-73.99, 40.74] })).status).toBe(
      204,
    );
    await hears(stream, { kind: 'crew', id: crew.id });
  });

  it('reports crews after dispatch has derived their position from a booking', async () => {
    const crew = await formCrew(operator);
    const booking = await bookVan(partner);
    const stream = await listen();
    expect((await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crew.id })).status).toBe(200);
    await hears(stream, { kind: 'booking', id: booking.id }, { kind: 'engagements' });
    await go(operator, booking, 0, 'depart');
    await go(operator, booking, 0, 'arrive');
    await hears(stream, { kind: 'crew' });
    const { body } = await operator.get(`/crews/${crew.id}`);
    expect(body.position).not.toBeNull();
  });

  it('drops notifications of unknown kinds, which another version may send', async () => {
    const stream = await listen();
    const id = uuidv7(Date.now());
    await tell('not json');
    await tell(JSON.stringify([null, { kind: 'unheard-of' }, { kind: 'booking', id: 'x' }]));
    await tell(JSON.stringify([{ kind: 'booking', id, secret: 'not for pages' }]));
    expect(await stream.nextChange()).toEqual({ kind: 'booking', id });
  });

  it('requires an operator session', async () => {
    for (const headers of [
      {},
      { authorization: 'Bearer nobody' },
      { authorization: `Bearer ${partner.token}` },
    ]) {
      const answer = await fetch(`${test.baseUrl}/operator/stream`, { headers });
      expect(answer.status).toBe(401);
    }
  });

  it('ends in every process when the operator signs out', async () => {
    const leaving = await OperatorClient.enter(test, 'viewer');
    const streams = [await listen(leaving), await listen(leaving, elsewhere.baseUrl)];
    expect((await leaving.delete('/session')).status).toBe(204);
    for (const stream of streams) expect(await stream.nextChange()).toBeNull();
  });

  it.each([{ disabled: true }, { role: 'dispatcher' }])(
    'ends in every process before the next change after the operator was changed: %o',
    async (change) => {
      const admin = await OperatorClient.enter(test, 'admin');
      const account = await newOperator(test, 'viewer');
      const leaving = await OperatorClient.signIn(test, account);
      const streams = [await listen(leaving), await listen(leaving, elsewhere.baseUrl)];
      const stays = await listen(admin, elsewhere.baseUrl);
      expect((await admin.patch(`/operators/${account.id}`, change)).status).toBe(200);
      const event = { kind: 'booking', id: uuidv7(Date.now()) };
      await tell(JSON.stringify([event]));
      for (const stream of streams) expect(await stream.nextChange()).toBeNull();
      await hears(stays, event);
    },
  );

  it('ends before the next change once the operator must set up a second factor', async () => {
    const account = await newOperator(test, 'admin');
    const late = await OperatorClient.signIn(test, account);
    const stream = await listen(late);
    await queryAsOwner(
      test.connection,
      `update operator set first_signed_in_at = now() - interval '8 days' where id = $1`,
      [account.id],
    );
    await tell(JSON.stringify([{ kind: 'booking', id: uuidv7(Date.now()) }]));
    expect(await stream.nextChange()).toBeNull();
  });
});
