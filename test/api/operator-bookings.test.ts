import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient, TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type BookedVan, bookVan, formCrew } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

const ids = ({ body }: TestResponse): string[] =>
  body.data.map(({ booking }: { booking: { id: string } }) => booking.id);

describe('an operator who lists bookings', () => {
  let test: TestApp;
  let operator: OperatorClient;
  let acme: { id: string; partner: ApiClient };
  let [sofa, table, cancelled]: BookedVan[] = [];
  beforeAll(async () => {
    test = await startTestApp();
    operator = await OperatorClient.enter(test, 'dispatcher');
    const { id, client } = await test.organization('Acme');
    acme = { id, partner: await test.partner({ client }) };
    const other = await test.partner({ client: (await test.organization('Other')).client });
    // Late evening in New York is the next day in UTC.
    const window = {
      arrival_window_from: nextDay('T03:30:00Z', 3),
      arrival_window_to: nextDay('T04:30:00Z', 3),
    };
    const customer = { name: 'Ana 100% Diaz', phone_number: '+14155552671' };
    sofa = await bookVan(acme.partner, { ...window, order_number: 'SO-1', customer });
    table = await bookVan(other, { order_number: 'SO-1' });
    cancelled = await bookVan(acme.partner);
    await acme.partner.post(`/bookings/${cancelled.id}/cancel`);
    test.app.worker.start();
    await untilFollowersCaughtUp(test.connection);
  });
  afterAll(() => test.close());

  // Fixed at the start, so that tests that run past midnight use the same day.
  const startedMs = Date.now();
  const nextDay = (time: string, days: number) =>
    new Date(startedMs + days * 86_400_000).toISOString().slice(0, 10) + time;
  const found = async (query: string) => ids(await operator.get(`/bookings?${query}`));

  it('lists the bookings of all accounts, newest first, in pages forwards and backwards', async () => {
    const all = await operator.get('/bookings');
    expect(ids(all)).toEqual([cancelled?.id, table?.id, sofa?.id]);
    expect(all.body.data[2]).toMatchObject({ account: { id: acme.id, name: 'Acme' }, area: 'united-states' });
    const path = (address: string) => address.slice(address.indexOf('/operator') + '/operator'.length);
    const first = await operator.get('/bookings?limit=2');
    const second = await operator.get(path(first.body.next));
    expect([...ids(first), ...ids(second)]).toEqual(ids(all));
    expect(second.body.next).toBeNull();
    expect(ids(await operator.get(path(second.body.previous)))).toEqual(ids(first));
    expectRefusal(await operator.get('/bookings?after=made-up'), 400, 'invalid_parameter', 'after');
  });

  it('filters them', async () => {
    expect(await found('state=created,dispatched')).toEqual([table?.id, sofa?.id]);
    expect(await found('unassigned=true')).toEqual([table?.id, sofa?.id]);
    expect(await found(`account_id=${acme.id}&state=created`)).toEqual([sofa?.id]);
    expect(await found('area=united-states&state=cancelled')).toEqual([cancelled?.id]);
    expect(await found('area=elsewhere')).toEqual([]);
    expect(await found(`hid=${sofa?.hid.toLowerCase()}`)).toEqual([sofa?.id]);
    expect(await found('order_number=SO-1')).toEqual([table?.id, sofa?.id]);
    expect(await found(`day=${nextDay('', 2)}`)).toEqual([sofa?.id]);
    expect(await found(`day=${nextDay('', 3)}`)).toEqual([]);
    expectRefusal(await operator.get('/bookings?day=0000-01-01'), 400, 'invalid_parameter', 'day');
    expect(
      await found(`window_from=${nextDay('T00:00:00Z', 3)}&window_to=${nextDay('T05:00:00Z', 3)}`),
    ).toEqual([sofa?.id]);
    for (const q of [
      sofa?.hid,
      'ana 100%',
      '4155552671',
      '(415) 555-2671',
      '555-2671',
      '2671 diaz',
      'DÍAZ',
    ]) {
      expect(await found(`q=${encodeURIComponent(q ?? '')}`), q).toEqual([sofa?.id]);
    }
    expect(await found('q=%25%25%25')).toEqual([]);
    expect(await found('q=so-1+350')).toEqual([table?.id, sofa?.id]);
    expect(await found('q=so-1+ana')).toEqual([sofa?.id]);
    const both = await operator.get('/bookings?state=created&unassigned=true');
    expectRefusal(both, 400, 'mutually_exclusive_parameters', 'unassigned');
    expectRefusal(await operator.get('/bookings?colour=red'), 400, 'unknown_parameter', 'colour');
    expectRefusal(await operator.get('/bookings?limit=101'), 400, 'invalid_parameter', 'limit');
  });

  it('sees the account of a booking and the timeline of its events and changes', async () => {
    expectRefusal(await operator.get('/bookings/no%00code'), 404, 'not_found');
    const { id: crew_id } = await formCrew(operator);
    await operator.post(`/bookings/${table?.id}/assign`, { crew_id });
    const { body } = await operator.get(`/bookings/${table?.hid}`);
    expect(body.account.name).toBe('Other');
    expect(body.booking).toEqual((await operator.get(`/bookings/${table?.id}`)).body.booking);
    expect(body.booking.crew.members.map((member: { first_name: string }) => member.first_name)).toEqual([
      'Ana',
      'Bo',
    ]);
    const by = (kind: string, name: string | null) => expect.objectContaining({ kind, name });
    expect(body.timeline).toEqual([
      expect.objectContaining({ kind: 'event', type: 'booking.created', sequence: 1 }),
      expect.objectContaining({ kind: 'change', action: 'booking.created', by: by('client', null) }),
      expect.objectContaining({ kind: 'event', type: 'booking.dispatched', sequence: 2 }),
      expect.objectContaining({
        kind: 'change',
        action: 'booking.dispatched',
        by: by('operator', 'A dispatcher'),
      }),
    ]);
    expect(body).toMatchObject({ offers: [], billing_records: [], payment_operations: [] });
    expectRefusal(await operator.get('/bookings/NOSUCHID'), 404, 'not_found');
  });
});

describe('an operator who manages crews', () => {
  let test: TestApp;
  let operator: OperatorClient;
  let admin: OperatorClient;
  beforeAll(async () => {
    test = await startTestApp();
    operator = await OperatorClient.enter(test, 'dispatcher');
    admin = await OperatorClient.enter(test, 'admin');
  });
  afterAll(() => test.close());

  it('creates crews, plans their shifts, reads their schedule and retires them', async () => {
    const crew = await formCrew(operator, 'Early birds');
    await formCrew(operator, 'Night owls');
    const day = { starts_at: '2030-01-15T13:00:00.000Z', ends_at: '2030-01-15T21:00:00.000Z' };
    const shift = await operator.post('/shifts', { crew_id: crew.id, ...day });
    expect(shift.status, shift.text).toBe(201);
    const overlapping = await operator.post('/shifts', { crew_id: crew.id, ...day });
    expectRefusal(overlapping, 400, 'invalid_parameter', 'starts_at');
    const longer = await operator.patch(`/shifts/${shift.body.id}`, { ends_at: '2030-01-15T22:00:00.000Z' });
    expect(longer.body.ends_at).toBe('2030-01-15T22:00:00.000Z');
    const span = 'from=2030-01-15T00:00:00Z&to=2030-01-16T00:00:00Z';
    const schedule = await operator.get(`/crew-schedule?${span}`);
    expect(
      schedule.body.data.map(({ name, shifts }: { name: string; shifts: object[] }) => [name, shifts.length]),
    ).toEqual([
      ['Early birds', 1],
      ['Night owls', 0],
    ]);
    expect((await operator.get(`/shifts?${span}&crew_id=${crew.id}`)).body.data).toHaveLength(1);
    const backwards = 'from=2030-01-16T00:00:00Z&to=2030-01-15T00:00:00Z';
    expectRefusal(await operator.get(`/shifts?${backwards}`), 400, 'invalid_parameter', 'to');
    expect((await operator.delete(`/shifts/${shift.body.id}`)).status).toBe(204);
    const page = await operator.get('/crews?limit=1');
    expect(page.body.data).toMatchObject([{ name: 'Early birds', engagement: null, open_offers: 0 }]);
    const next = page.body.next.slice(page.body.next.indexOf('/crews'));
    expect((await operator.get(next)).body).toMatchObject({ data: [{ name: 'Night owls' }], next: null });
    expect((await operator.post(`/crews/${crew.id}/position`, { location: [-73.9, 40.7] })).status).toBe(204);
    const renamed = await operator.patch(`/crews/${crew.id}`, { name: 'Larks', rating: 4.5 });
    expect(renamed.body).toMatchObject({ name: 'Larks', rating: 4.5, location: [-73.9, 40.7] });
    const taken = await operator.post('/crews', { name: 'Night owls' });
    expectRefusal(taken, 400, 'invalid_parameter', 'name');
    const inUse = await operator.delete(`/vehicles/${crew.vehicle.id}`);
    expectRefusal(inUse, 409, 'crew_unavailable', 'id');
    expect((await operator.delete(`/crews/${crew.id}`)).body.retired_at).not.toBeNull();
    expect((await operator.delete(`/vehicles/${crew.vehicle.id}`)).status).toBe(200);
    const [person] = crew.members;
    expect((await operator.patch(`/crew-members/${person.id}`, { first_name: 'Anna' })).body.first_name).toBe(
      'Anna',
    );
    expect((await operator.delete(`/crew-members/${person.id}`)).body.retired_at).not.toBeNull();
    expect((await operator.get('/vehicles?include_retired=true')).body.data).toHaveLength(2);
    expect((await operator.get('/crew-members')).body.data).toHaveLength(3);
  });

  it('sets the dispatch mode of an area', async () => {
    expect((await operator.get('/areas')).body.data).toMatchObject([
      { slug: 'united-states', dispatch: 'manual' },
    ]);
    const set = await admin.put('/areas/united-states/dispatch', { mode: 'automatic' });
    expect(set.body).toMatchObject({ slug: 'united-states', dispatch: 'automatic' });
    expect((await operator.get('/areas')).body.data).toMatchObject([{ dispatch: 'automatic' }]);
    expectRefusal(await admin.put('/areas/nowhere/dispatch', { mode: 'manual' }), 404, 'not_found');
    // Prices are unchanged: jobs can still be booked.
    await bookVan(await test.partner());
  });

  it('creates operators and organizations as an administrator', async () => {
    const created = await admin.post('/organizations', { name: 'Zebra', contact_email: null });
    expect(created.status, created.text).toBe(201);
    const { body } = await operator.get('/organizations');
    expect(body.data.map(({ name }: { name: string }) => name)).toContain('Zebra');
    const account = { email: 'new@example.com', name: 'New', role: 'viewer', password: 'a long enough one' };
    const hired = await admin.post('/operators', account);
    expect(hired.status, hired.text).toBe(201);
    expectRefusal(await admin.post('/operators', account), 400, 'invalid_parameter', 'email');
    const colleague = await OperatorClient.signIn(test, { id: hired.body.id, ...account });
    const promoted = await admin.patch(`/operators/${hired.body.id}`, { role: 'dispatcher' });
    expect(promoted.body.role).toBe('dispatcher');
    expectRefusal(await colleague.get('/session'), 401, 'invalid_token');
    const me = (await admin.get('/session')).body.operator.id;
    expectRefusal(
      await admin.patch(`/operators/${me}`, { disabled: true }),
      400,
      'invalid_parameter',
      'disabled',
    );
    expect((await admin.get('/operators')).body.data).toHaveLength(3);
  });
});
