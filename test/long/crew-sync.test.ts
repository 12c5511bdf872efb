// Steps that crew phones send, possibly hours later and more than once: each is applied once, in order, with the time at
// which it happened.
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import type { CrewAction, CrewDay } from '../../web/crew/api.generated.ts';
import type { ApiClient } from '../support/api-client.ts';
import { longOperatorSessions, startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { CrewPhone, stepOf } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import { changeArea } from '../support/dispatch-actions.ts';
import { type BookedVan, bookVan, eventsOf, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

describe('sync of a crew phone', () => {
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  let test: TestApp;
  let partner: ApiClient;
  let operator: OperatorClient;
  let crew: { id: string; members: { id: string }[] };
  let phone: CrewPhone;

  beforeAll(async () => {
    test = await startTestApp({ clock, variables: longOperatorSessions });
    test.app.worker.start();
    partner = await test.partner();
    operator = await OperatorClient.enter(test);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    crew = await formCrew(operator);
    phone = await CrewPhone.enter(operator, crew.members[0]?.id ?? '');
  });

  async function dispatched(more: object = {}, crewId = crew.id): Promise<BookedVan> {
    const from = new Date(clock.now().getTime() + 3_600_000).toISOString();
    const booking = await bookVan(partner, { arrival_window_from: from, ...more });
    const { status, text } = await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crewId });
    expect(status, text).toBe(200);
    return booking;
  }
  const idsOf = ({ jobs }: CrewDay) => jobs.map(({ booking_id }) => booking_id);
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
  const seen = async ({ id }: BookedVan) => (await partner.get(`/bookings/${id}`)).body;

  /** All steps of a job with two stops, as an offline phone queues them. */
  async function wholeJob(booking: BookedVan, start: Date): Promise<CrewAction[]> {
    const at = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
    const photos = [await phone.photograph(booking.id), await phone.photograph(booking.id)];
    return [0, 1].flatMap((position) => [
      stepOf(booking, position, at(position * 40 + 0), { kind: 'depart' }),
      stepOf(booking, position, at(position * 40 + 12), { kind: 'arrive' }),
      stepOf(booking, position, at(position * 40 + 30), {
        kind: 'complete',
        photo_ids: [photos[position] ?? ''],
      }),
    ]);
  }

  const allEventTypes = [
    'booking.created',
    'booking.dispatched',
    'booking.stop.departed',
    'booking.stop.arrived',
    'booking.stop.completed',
    'booking.updated',
    'booking.stop.departed',
    'booking.stop.arrived',
    'booking.stop.completed',
    'booking.completed',
  ];

  it('applies steps once and in order, with the times at which they happened, even if they are sent again', async () => {
    const booking = await dispatched();
    const start = inMinutes(1);
    const job = await wholeJob(booking, start);
    clock.advance({ hours: 2 });
    // Sent twice concurrently, as from two tabs or after a lost response, and again later.
    const [first, second] = await Promise.all([phone.report(...job), phone.report(...job)]);
    for (const [nth] of job.entries())
      expect(new Set([first[nth], second[nth]])).toEqual(new Set(['already_applied', 'applied']));
    expect(await phone.report(...job)).toEqual(job.map(() => 'already_applied'));
    expect(await seen(booking)).toMatchObject({ state: 'dispatched', dispatch_state: 'destination_done' });
    expect((await phone.get('/day')).body).toMatchObject({ jobs: [], finished_count: 1 });
    await untilFollowersCaughtUp(test.connection);
    clock.advance({ minutes: 1 });
    await eventsOf(partner, booking.id, allEventTypes.length);
    const { state, dispatch, fare } = await seen(booking);
    expect(state).toBe('completed');
    const times = dispatch.events.map(
      ({ triggered_at, state: step }: { triggered_at: string; state: string }) =>
        `${step} ${(Date.parse(triggered_at) - start.getTime()) / 60_000}`,
    );
    expect(times.slice(1)).toEqual([
      'driving 0',
      'at 12',
      'done 30',
      'pending 30',
      'driving 40',
      'at 52',
      'done 70',
    ]);
    expect(dispatch.events.flatMap(({ photo_urls }: { photo_urls: string[] }) => photo_urls)).toHaveLength(2);
    expect(fare.total).toBeGreaterThan(0);
    expect(await eventsOf(partner, booking.id, allEventTypes.length)).toEqual(allEventTypes);
    const trail = await queryAsOwner(
      test.connection,
      `select distinct actor_id from audit_entry where subject_id = $1 and actor_kind = 'crew_member'`,
      [booking.id],
    );
    expect(trail).toEqual([{ actor_id: crew.members[0]?.id }]);
    const { body } = await operator.get(`/bookings/${booking.id}`);
    const arrived = body.timeline.find(
      ({ action }: { action?: string }) => action === 'booking.stop.arrived',
    );
    expect(arrived.by).toEqual({ kind: 'crew_member', id: crew.members[0]?.id, name: 'Ana' });
  });

  it('applies a departure from before the server moved on from the completed stop, with its own time', async () => {
    const booking = await dispatched();
    const [depart, arrive, complete, departLater] = await wholeJob(booking, inMinutes(1));
    if (!depart || !arrive || !complete || !departLater) throw new Error('the job is too short');
    clock.advance({ hours: 2 });
    expect(await phone.report(depart, arrive, complete)).toEqual(['applied', 'applied', 'applied']);
    expect((await phone.get('/day')).body.jobs[0].stops.map(({ state }: { state: string }) => state)).toEqual(
      ['done', 'pending'],
    );
    await untilFollowersCaughtUp(test.connection);
    clock.advance({ minutes: 1 });
    await eventsOf(partner, booking.id, 6);
    expect((await seen(booking)).dispatch_state).toBe('destination_pending');
    expect(await phone.report(departLater)).toEqual(['applied']);
    const { dispatch } = await seen(booking);
    expect(dispatch.events.at(-1).triggered_at).toBe(departLater.at);
  });

  it('keeps refusing a step that came in the wrong order, and applies later steps', async () => {
    const [booking, other] = [
      await dispatched(),
      await dispatched({ arrival_window_from: inMinutes(300).toISOString() }),
    ];
    const depart = stepOf(booking, 0, inMinutes(0), { kind: 'depart' });
    const arrive = stepOf(booking, 0, inMinutes(0), { kind: 'arrive' });
    const elsewhere = { ...stepOf(other, 0, inMinutes(0), { kind: 'depart' }) };
    expect(await phone.report(arrive, depart)).toEqual(['wrong_step', 'applied']);
    // The step would be valid now, but its refusal is final: the page has already shown it.
    expect(await phone.report(arrive)).toEqual(['wrong_step']);
    expect(await phone.report({ ...arrive, id: randomUUID() }, elsewhere)).toEqual(['applied', 'busy']);
    expect((await seen(booking)).dispatch.state).toBe('at');
    expect((await seen(other)).dispatch.state).toBe('pending');
  });

  it('accepts a step as already applied if another crew member or an operator reported it first', async () => {
    const booking = await dispatched();
    const bo = await CrewPhone.enter(operator, crew.members[1]?.id ?? '');
    const depart = () => stepOf(booking, 0, inMinutes(0), { kind: 'depart' });
    expect(await phone.report(depart())).toEqual(['applied']);
    expect(await bo.report(depart())).toEqual(['already_applied']);
    await go(operator, booking, 0, 'arrive');
    expect(await phone.report(stepOf(booking, 0, inMinutes(0), { kind: 'arrive' }))).toEqual([
      'already_applied',
    ]);
    await go(operator, booking, 0, 'skip', { reason: 'Nothing to fetch' });
    const photo = await phone.photograph(booking.id);
    const complete = stepOf(booking, 0, inMinutes(0), { kind: 'complete', photo_ids: [photo] });
    expect(await phone.report(complete)).toEqual(['skipped']);
    expect((await eventsOf(partner, booking.id, 5)).slice(2)).toEqual([
      'booking.stop.departed',
      'booking.stop.arrived',
      'booking.stop.completed',
    ]);
  });

  it('refuses steps in the future and before the last event, with a tolerance for clock differences', async () => {
    const booking = await dispatched();
    const depart = (at: Date) => stepOf(booking, 0, at, { kind: 'depart' });
    expect(await phone.report(depart(inMinutes(3)))).toEqual(['in_future']);
    expect(await phone.report(depart(inMinutes(-3)))).toEqual(['too_early']);
    expect(await phone.report(depart(inMinutes(-1)))).toEqual(['applied']);
    const { dispatch } = await seen(booking);
    expect(dispatch.events[1].triggered_at).toBe(dispatch.events[0].triggered_at);
    expect(await phone.report(stepOf(booking, 0, inMinutes(1), { kind: 'arrive' }))).toEqual(['applied']);
    expect((await seen(booking)).dispatch.events[2].triggered_at).toBe(clock.now().toISOString());
  });

  it('accepts steps for bookings of the own crew only', async () => {
    const theirs = await formCrew(operator);
    const booking = await dispatched({}, theirs.id);
    const depart = stepOf(booking, 0, inMinutes(0), { kind: 'depart' });
    expect(await phone.report(depart)).toEqual(['not_yours']);
    expect(await phone.report({ ...depart, id: randomUUID(), booking_id: randomUUID() })).toEqual([
      'not_yours',
    ]);
    expectRefusal(await phone.sendPhoto(booking.id, randomUUID()), 404, 'not_found');
    expect((await phone.get('/day')).text).not.toContain(booking.id);
    const position = { kind: 'position', location: [-73.98, 40.75] } as const;
    expect(
      await phone.report({
        ...position,
        id: randomUUID(),
        booking_id: booking.id,
        at: inMinutes(0).toISOString(),
      }),
    ).toEqual(['not_yours']);
    // The booking lost its crew meanwhile.
    const mine = await dispatched();
    await operator.post(`/bookings/${mine.id}/lose-crew`, { reason: 'Flat tyre' });
    expect(await phone.report(stepOf(mine, 0, inMinutes(0), { kind: 'depart' }))).toEqual(['not_yours']);
    const called = await dispatched();
    await partner.post(`/bookings/${called.id}/cancel`);
    expect(await phone.report(stepOf(called, 0, inMinutes(0), { kind: 'depart' }))).toEqual(['cancelled']);
    expect((await eventsOf(partner, called.id, 3)).slice(2)).toEqual(['booking.cancelled']);
    const { text } = await phone.get('/day');
    for (const reason of ['cancelled', 'reassigned']) expect(text).toContain(`"reason":"${reason}"`);
  });

  it('reports a stop failure once, and the completion waits for a dispatcher', async () => {
    const booking = await dispatched();
    const cannot = stepOf(booking, 0, inMinutes(0), {
      kind: 'cannot_complete',
      reason: 'nobody_there',
      note: 'rang twice',
    });
    expect(
      await phone.report(
        stepOf(booking, 0, inMinutes(0), { kind: 'depart' }),
        stepOf(booking, 0, inMinutes(0), { kind: 'arrive' }),
        cannot,
        cannot,
      ),
    ).toEqual(['applied', 'applied', 'applied', 'already_applied']);
    const { body: day } = await phone.get('/day');
    expect(day.jobs[0].stops[0].state).toBe('failed');
    const photo = await phone.photograph(booking.id);
    const done = () => stepOf(booking, 0, inMinutes(0), { kind: 'complete', photo_ids: [photo] });
    expect(await phone.report(done())).toEqual(['waits_for_dispatch']);
    await go(operator, booking, 0, 'retry');
    expect(await phone.report(done())).toEqual(['applied']);
    const eventTypes = await eventsOf(partner, booking.id, 7);
    expect(eventTypes.filter((type) => type === 'booking.stop.failed')).toHaveLength(1);
  });

  it('stores each photo once and without its GPS metadata', async () => {
    const booking = await dispatched();
    const exif = { IFD0: { Copyright: 'x' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } };
    const raw = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#a33' } })
      .withExif(exif)
      .jpeg()
      .toBuffer();
    const id = randomUUID();
    await Promise.all([phone.photograph(booking.id, id, raw), phone.photograph(booking.id, id, raw)]);
    await phone.photograph(booking.id, id);
    await phone.report(
      stepOf(booking, 0, inMinutes(0), { kind: 'depart' }),
      stepOf(booking, 0, inMinutes(0), { kind: 'arrive' }),
    );
    const missing = await phone.sync(
      stepOf(booking, 0, inMinutes(0), { kind: 'complete', photo_ids: [randomUUID()] }),
    );
    expectRefusal(missing, 400, 'invalid_parameter', 'photo_ids');
    expect(
      await phone.report(stepOf(booking, 0, inMinutes(0), { kind: 'complete', photo_ids: [id] })),
    ).toEqual(['applied']);
    const rows = await queryAsOwner(test.connection, `select name from photo where booking_id = $1`, [
      booking.id,
    ]);
    expect(rows).toHaveLength(1);
    const { dispatch } = await seen(booking);
    const [url] = dispatch.events.flatMap(({ photo_urls }: { photo_urls: string[] }) => photo_urls);
    const answer = await fetch(test.baseUrl + new URL(url).pathname);
    const kept = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
    expect([kept.width, kept.exif]).toEqual([2048, undefined]);
    const wrong = await phone.sendPhoto(booking.id, randomUUID(), Buffer.from('no picture'));
    expectRefusal(wrong, 400, 'invalid_parameter', 'photo');
    const unproven = { ...stepOf(booking, 0, inMinutes(0), { kind: 'complete', photo_ids: [] }) };
    expectRefusal(await phone.sync(unproven), 400, 'missing_parameter', 'actions[0].photo_ids');
  });

  it('updates the position of the crew only between departure and completion', async () => {
    const booking = await dispatched();
    const ping = (longitude: number) =>
      ({
        id: randomUUID(),
        kind: 'position',
        booking_id: booking.id,
        at: inMinutes(0).toISOString(),
        location: [longitude, 40.75],
      }) as const;
    expect(await phone.report(ping(-73.98))).toEqual(['wrong_step']);
    await phone.report(stepOf(booking, 0, inMinutes(0), { kind: 'depart', location: [-73.9, 40.7] }));
    expect(Date.parse((await seen(booking)).crew.eta)).toBeGreaterThan(clock.now().getTime());
    const first = ping(-73.98);
    clock.advance({ seconds: 8 });
    expect(await phone.report(first)).toEqual(['applied']);
    expect((await seen(booking)).crew.location).toEqual([-73.98, 40.75]);
    clock.advance({ seconds: 12 });
    // An outdated or repeated position changes nothing.
    expect(await phone.report(first, { ...first, id: randomUUID() })).toEqual(['applied', 'applied']);
    await phone.report(ping(-73.985));
    expect((await seen(booking)).crew.location).toEqual([-73.985, 40.75]);
    const positionEvents = await queryAsOwner(
      test.connection,
      `select id from event where booking_id = $1 and type = 'crew.location_updated'`,
      [booking.id],
    );
    expect(positionEvents).toHaveLength(2);
    const { pathname } = new URL(booking.share_url);
    const tracked = await test.anonymous.get(pathname.replace('/track/', '/track/api/'));
    const { body: day } = await phone.get('/day');
    expect(day.jobs[0].stops[1].planned).toEqual(tracked.body.stops[1].eta);
    const rest = await wholeJob(booking, clock.now());
    clock.advance({ hours: 2 });
    await phone.report(...rest);
    expect((await seen(booking)).dispatch_state).toBe('destination_done');
    expect(await phone.report(ping(-73.99))).toEqual(['over']);
  });

  it('lists the jobs of the shift, with only the contacts that the crew needs and the number of dispatch', async () => {
    const soon = await dispatched({
      stops: [
        {
          location: '350 5th Ave, New York, NY 10118',
          address2: 'Suite 7200',
          instructions: 'Dock code 4711',
        },
        { location: '1 Main St, Brooklyn, NY 11201', floor: 3, elevator: false },
      ],
      description: 'A piano',
      order_number: 'SO-90210',
      metadata: { note: 'private-note' },
      customer: { name: 'Wilhelmina', email: 'w@example.com', phone_number: '+14155552671' },
      contacts: [
        { name: 'Seller Sam', phone_number: '+12125550161', email: 'sam@example.com', stop_positions: [0] },
        { name: 'Buyer Bea', phone_number: '+12125550162', stop_positions: [1] },
      ],
    });
    const late = await dispatched({ arrival_window_from: inMinutes(40 * 60).toISOString() });
    await changeArea(test, { dispatchPhoneNumber: '+12125550100' });
    const { body, text } = await phone.get('/day');
    expect(idsOf(body)).toEqual([soon.id]);
    expect(text).not.toContain(late.id);
    for (const secret of ['private-note', 'Wilhelmina', 'sam@example.com', '+14155552671', 'fare', 'price'])
      expect(text).not.toContain(secret);
    const [job] = body.jobs;
    expect(job).toMatchObject({ description: 'A piano', order_number: 'SO-90210', is_under_way: false });
    expect([body, job].map((each) => each.dispatch_phone_number)).toEqual(['+12125550100', '+12125550100']);
    expect(job.window).toMatchObject({ time_zone: 'America/New_York', stop: 0 });
    const [first, second] = job.stops;
    expect(first).toMatchObject({
      state: 'pending',
      unit: 'Suite 7200',
      instructions: 'Dock code 4711',
      photos_required: 1,
      contacts: [{ name: 'Seller Sam', phone_number: '+12125550161', is_masked: false }],
    });
    expect(second).toMatchObject({ state: 'waiting', floor: 3, has_elevator: false, planned: {} });
    // A longer shift includes the jobs within it.
    const night = await dispatched({
      arrival_window_from: inMinutes(20 * 60).toISOString(),
      customer: { name: 'Noor', phone_number: '+14155552671' },
      contacts: [{ name: 'Sam', phone_number: '+12125550161', stop_positions: [0] }],
    });
    expect((await phone.get('/day')).text).not.toContain(night.id);
    const shift = { starts_at: inMinutes(11 * 60).toISOString(), ends_at: inMinutes(30 * 60).toISOString() };
    await operator.post('/shifts', { crew_id: crew.id, ...shift });
    const { body: longer } = await phone.get('/day');
    expect(longer.shift).toEqual(shift);
    expect(longer.jobs[1].stops[1].contacts).toMatchObject([{ name: 'Noor' }]);
    expect(idsOf(longer)).toEqual([soon.id, night.id]);
  });

  it('stores a note about a stop once, for the crew and dispatchers only, also after the last step', async () => {
    const booking = await dispatched();
    const note = stepOf(booking, 0, inMinutes(-3), { kind: 'note', note: '  Gate is broken, use the ramp ' });
    const [first, second] = await Promise.all([phone.report(note), phone.report(note)]);
    expect([...first, ...second].sort()).toEqual(['already_applied', 'applied']);
    const shown = { text: 'Gate is broken, use the ramp', at: note.at };
    const { body: day } = await phone.get('/day');
    expect(day.jobs[0].stops).toMatchObject([{ notes: [{ ...shown, by: 'Ana' }] }, { notes: [] }]);
    const { notes } = (await operator.get(`/bookings/${booking.id}`)).body;
    expect(notes).toMatchObject([{ ...shown, by: { id: crew.members[0]?.id }, stop_id: note.stop_id }]);
    expect(JSON.stringify(await seen(booking))).not.toContain('Gate');
    expect(await eventsOf(partner, booking.id, 2)).toEqual(['booking.created', 'booking.dispatched']);
    const again = (change: object) => ({ ...note, id: randomUUID(), ...change });
    expect(await phone.report(again({ stop_id: randomUUID() }))).toEqual(['stop_gone']);
    expect(await phone.report(again({ booking_id: randomUUID() }))).toEqual(['not_yours']);
    expect(await phone.report(again({ at: inMinutes(10).toISOString() }))).toEqual(['in_future']);
    expectRefusal(await phone.sync(again({ note: ' ' })), 400, 'missing_parameter', 'actions[0].note');
    await partner.post(`/bookings/${booking.id}/cancel`);
    expect(await phone.report(again({ note: 'Left the sofa at the depot' }))).toEqual(['applied']);
  });

  it('leaves data that passes all checks of the doctor', async () => {
    const publicUrl = new URL((await dispatched()).share_url).origin;
    expect(await runDoctor(test.system, { publicUrl, now: clock.now() })).toMatchObject({ clean: true });
  });
});
