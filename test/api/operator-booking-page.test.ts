// The operators’ booking page: edits on behalf of the account, notes, logged calls and displayed details.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OperatorBooking } from '../../web/console/api.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type BookedVan, bookVan, eventsOf, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';

describe('an operator on the booking page', () => {
  let test: TestApp;
  let operator: OperatorClient;
  let viewer: OperatorClient;
  let partner: ApiClient;
  let sofa: BookedVan;
  beforeAll(async () => {
    test = await startTestApp();
    test.app.worker.start();
    operator = await OperatorClient.enter(test);
    viewer = await OperatorClient.enter(test, 'viewer');
    partner = await test.partner();
    sofa = await bookVan(partner, { contacts: [{ name: 'Ana', phone_number: '+14155552671' }] });
  });
  afterAll(() => test.close());

  const details = async (): Promise<OperatorBooking> => (await operator.get(`/bookings/${sofa.id}`)).body;

  it('edits texts, contacts and the window for the account, and the partner receives booking.updated', async () => {
    const from = new Date(Math.ceil((Date.now() + 2 * 86_400_000) / 3_600_000) * 3_600_000).toISOString();
    const edit = { description: 'A red sofa', order_number: 'SO-7', arrival_window_from: from };
    const key = { headers: { 'idempotency-key': 'edit-1' } };
    const edited = await operator.patch(`/bookings/${sofa.hid}`, edit, key);
    expect(edited.status, edited.text).toBe(200);
    expect(edited.body).toMatchObject({ description: 'A red sofa', order_number: 'SO-7' });
    expect(edited.body.arrival_window.start_at).toBe(from);
    expect((await partner.get(`/bookings/${sofa.id}`)).body).toEqual(edited.body);
    const again = await operator.patch(`/bookings/${sofa.hid}`, edit, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await eventsOf(partner, sofa.id, 2)).toEqual(['booking.created', 'booking.updated']);
    const change = (await details()).timeline.findLast(({ kind }) => kind === 'change');
    expect(change).toMatchObject({
      action: 'booking.updated',
      by: { kind: 'operator', name: 'A dispatcher' },
    });
    expect(change?.changed).toContain('description');
  });

  it('edits the details of a stop until the crew departs for it', async () => {
    const [first, last] = sofa.route;
    const path = (id: string | undefined) => `/bookings/${sofa.id}/stops/${id}`;
    const edited = await operator.patch(path(last?.id), { instructions: 'Ring twice', floor: 3 });
    expect(edited.body.route[1]).toMatchObject({ instructions: 'Ring twice', floor: 3 });
    expectRefusal(await operator.patch(path('nothing'), { floor: 1 }), 404, 'not_found');
    const other = await bookVan(partner);
    expectRefusal(await operator.patch(path(other.route[0]?.id), { floor: 1 }), 404, 'not_found');
    const { id: crew_id } = await formCrew(operator);
    await operator.post(`/bookings/${sofa.id}/assign`, { crew_id });
    await go(operator, sofa, 0, 'depart');
    const late = await operator.patch(path(first?.id), { instructions: 'Too late' });
    expectRefusal(late, 422, 'stop_already_started');
  });

  it('is refused the same edits as partners, and edits of unknown bookings', async () => {
    expectRefusal(await operator.patch('/bookings/NOSUCHID', { description: 'x' }), 404, 'not_found');
    expectRefusal(
      await operator.patch(`/bookings/${sofa.id}`, { colour: 'red' }),
      400,
      'unknown_parameter',
      'colour',
    );
    const gone = await bookVan(partner);
    await partner.post(`/bookings/${gone.id}/cancel`);
    const refused = await operator.patch(`/bookings/${gone.id}`, { description: 'x' });
    expectRefusal(refused, 422, 'booking_not_editable', 'description');
    expectRefusal(await viewer.patch(`/bookings/${sofa.id}`, {}), 403, 'insufficient_role');
  });

  it('writes notes and logs calls with name and time, which partners never see', async () => {
    const note = await operator.post(`/bookings/${sofa.hid}/notes`, { text: 'The gate code is 4711' });
    expect(note.status, note.text).toBe(201);
    expect(note.body).toMatchObject({ text: 'The gate code is 4711', by: { name: 'A dispatcher' } });
    const call = { person: 'Ana', direction: 'out', outcome: 'left_message' };
    expect((await operator.post(`/bookings/${sofa.id}/calls`, call)).status).toBe(201);
    expect(await details()).toMatchObject({ notes: [note.body], calls: [{ ...call, text: '' }] });
    expect(JSON.stringify((await partner.get(`/bookings/${sofa.id}`)).body)).not.toContain('4711');
    expect(JSON.stringify((await partner.get(`/events?booking_id=${sofa.id}`)).body)).not.toContain('4711');
    const empty = await operator.post(`/bookings/${sofa.id}/notes`, { text: '' });
    expectRefusal(empty, 400, 'invalid_parameter', 'text');
    expectRefusal(await operator.post('/bookings/NOSUCHID/notes', { text: 'x' }), 404, 'not_found');
    const wrong = await operator.post(`/bookings/${sofa.id}/calls`, { ...call, outcome: 'shouted' });
    expectRefusal(wrong, 400, 'invalid_parameter', 'outcome');
    expectRefusal(await viewer.post(`/bookings/${sofa.id}/notes`, { text: 'x' }), 403, 'insufficient_role');
    // The role can neither delete notes nor change their author or time; only the erasure of a data subject changes the text.
    await expect(test.system.deleteFrom('booking_note').execute()).rejects.toThrow('permission denied');
    await expect(
      test.system
        .updateTable('booking_note')
        .set({ created_at: new Date(0) })
        .execute(),
    ).rejects.toThrow('permission denied');
  });

  it('writes a note or a call once per Idempotency-Key', async () => {
    const booking = await bookVan(partner);
    const path = `/bookings/${booking.id}`;
    const key = (name: string) => ({ headers: { 'idempotency-key': name } });
    const note = { text: 'Ring at the side door' };
    const [first, second] = await Promise.all([
      operator.post(`${path}/notes`, note, key('tap-1')),
      operator.post(`${path}/notes`, note, key('tap-1')),
    ]);
    expect([first.status, second.status], second.text).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    const repeated = [first, second].filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
    expect(repeated).toHaveLength(1);
    const call = { person: 'Ana', direction: 'in', outcome: 'reached' };
    for (const _ of [1, 2]) await operator.post(`${path}/calls`, call, key('tap-1'));
    const other = await operator.post(`${path}/notes`, { text: 'Another' }, key('tap-1'));
    expectRefusal(other, 422, 'idempotency_key_reused');
    const { body } = await operator.get(path);
    expect([body.notes.length, body.calls.length]).toEqual([1, 1]);
    const noted = body.timeline.filter(({ action }: { action: string }) => action === 'booking.note_added');
    expect(noted).toHaveLength(1);
    const blank = await operator.post(`${path}/notes`, { text: ' \n ' });
    expectRefusal(blank, 400, 'invalid_parameter', 'text');
  });

  it('adds, moves and removes stops for the account, with the same rules and events as the partner', async () => {
    const booking = await bookVan(partner);
    const path = `/bookings/${booking.id}/stops`;
    const key = { headers: { 'idempotency-key': 'stop-1' } };
    const stop = { location: '200 Central Park West, New York, NY 10024', instructions: 'Ring twice' };
    const added = await operator.post(path, stop, key);
    expect(added.status, added.text).toBe(201);
    expect((await operator.post(path, stop, key)).headers.get('idempotent-replayed')).toBe('true');
    const [origin, between, destination] = added.body.route as { id: string; instructions: string }[];
    expect([origin?.id, destination?.id]).toEqual(booking.route.map(({ id }) => id));
    expect(between?.instructions).toBe('Ring twice');

    const moved = await operator.patch(`${path}/${between?.id}/position`, { to_position: 0 });
    expect(moved.status, moved.text).toBe(200);
    const order = (answer: typeof moved) => answer.body.route.map(({ id }: { id: string }) => id);
    expect(order(moved)).toEqual([between?.id, origin?.id, destination?.id]);
    const outside = await operator.patch(`${path}/${between?.id}/position`, { to_position: 9 });
    expectRefusal(outside, 400, 'invalid_parameter', 'to_position');

    const removed = await operator.call('DELETE', `${path}/${between?.id}`);
    expect(order(removed)).toEqual([origin?.id, destination?.id]);
    expect((await partner.get(`/bookings/${booking.id}`)).body).toEqual(removed.body);
    expectRefusal(await operator.call('DELETE', `${path}/${between?.id}`), 404, 'not_found');
    expectRefusal(await operator.call('DELETE', `${path}/${origin?.id}`), 422, 'too_few_stops');
    const elsewhere = await bookVan(partner);
    const foreign = await operator.call('DELETE', `${path}/${elsewhere.route[0]?.id}`);
    expectRefusal(foreign, 404, 'not_found');
    expectRefusal(await operator.post(path, { location: '' }), 400, 'invalid_parameter', 'location');
    expectRefusal(await viewer.post(path, stop), 403, 'insufficient_role');
    expect(await eventsOf(partner, booking.id, 4)).toEqual([
      'booking.created',
      ...Array.from({ length: 3 }, () => 'booking.updated'),
    ]);
  });

  it('moves a booking to an available window of the schedule', async () => {
    const booking = await bookVan(partner);
    const { status, body, text } = await viewer.get(`/bookings/${booking.hid}/windows`);
    expect(status, text).toBe(200);
    expect(body).toMatchObject({ product: 'van', ref: 'origin', time_zone: 'America/New_York' });
    const free = body.data.filter(
      ({ available, ondemand }: { available: boolean; ondemand: boolean }) => available && !ondemand,
    );
    const window = free.at(-1);
    const edited = await operator.patch(`/bookings/${booking.id}`, { arrival_window_id: window.id });
    expect(edited.body.arrival_window).toMatchObject({ id: window.id, label: window.label });
    expectRefusal(await viewer.get('/bookings/NOSUCHID/windows'), 404, 'not_found');
  });

  it('sees the crew, the stop failure, the messages and the webhook deliveries', async () => {
    await go(operator, sofa, 0, 'arrive');
    await go(operator, sofa, 0, 'cannot-complete', { reason: 'Nobody opens' });
    const { crew, trouble, messages, deliveries } = await details();
    expect(crew).toMatchObject({ vehicle_type: 'van' });
    expect(trouble).toBe('Nobody opens');
    expect(deliveries).toEqual([]);
    expect(Array.isArray(messages)).toBe(true);
  });
});
