// Manual dispatch: assign, reassign and lose crews. The engagements of a crew never overlap.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignCrewTo, loseCrewOf, reassignCrew } from '../../src/features/dispatch/system/assign-crew.ts';
import {
  crewSchedule,
  listCrewCandidates,
  listCrews,
} from '../../src/features/dispatch/system/list-crews.ts';
import { retireCrew, updateCrew } from '../../src/features/dispatch/system/manage-crews.ts';
import { createMember, retireMember } from '../../src/features/dispatch/system/manage-members.ts';
import { reportCrewPosition } from '../../src/features/dispatch/system/report-position.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import {
  type DispatchFixture,
  dana,
  openDispatchFixture,
  type TestCrewInput,
} from '../support/dispatch-actions.ts';

const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';

describe('a dispatcher', () => {
  let test: TestApp;
  let partner: ApiClient;
  let desk: DispatchFixture;
  beforeAll(async () => {
    test = await startTestApp({ clock });
    partner = await test.partner();
    desk = openDispatchFixture(test, {
      clock,
      maskedNumbers: ['+12125550101', '+12125550102'],
      connections: 4,
    });
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  const book = async (hours: number, more: object = {}): Promise<string> => {
    const from = new Date(clock.now().getTime() + hours * 3_600_000).toISOString();
    const order = { stops, product: 'van', arrival_window_from: from, ...more };
    const { status, text, body } = await partner.post('/bookings', order);
    if (status !== 201) throw new Error(text);
    return body.id;
  };
  const shown = async (id: string) => (await partner.get(`/bookings/${id}`)).body;
  const engagements = (bookingId: string) =>
    queryAsOwner<{ crew_id: string; end_reason: string | null }>(
      test.connection,
      'select crew_id, end_reason from crew_engagement where booking_id = $1 order by created_at, ended_at nulls last',
      [bookingId],
    );
  const eventTypes = async (bookingId: string) =>
    (
      await queryAsOwner<{ type: string }>(
        test.connection,
        'select type from event where booking_id = $1 order by sequence',
        [bookingId],
      )
    ).map(({ type }) => type);

  it('assigns a crew: the partner sees first names, avatars and a masked number, never the private number', async () => {
    const crew = await desk.crew('Visible', { phoneNumber: '+13125550142', rating: 4.8 });
    const id = await book(2);
    const wire = JSON.parse(await assignCrewTo(desk.context, dana, { bookingId: id, crewId: crew.id }));
    expect(wire).toEqual(await shown(id));
    expect(wire).toMatchObject({
      state: 'dispatched',
      crew: {
        vehicle_type: 'van',
        rating: 4.8,
        phone_number: '+12125550101',
        members: [
          { first_name: 'Ana', avatar_url: expect.stringContaining('/avatars/ana.svg') },
          { first_name: 'Bo' },
        ],
        location: null,
        eta: null,
      },
      dispatch: { state: 'pending', route_position: 0 },
    });
    expect(JSON.stringify(wire)).not.toContain('5550142');
    expect(await eventTypes(id)).toEqual(['booking.created', 'booking.dispatched']);
    const [listed] = (await listCrews(desk.context)).filter(({ name }) => name === 'Visible');
    expect(listed?.engagement).toMatchObject({ bookingId: id, hid: wire.hid, bookingState: 'dispatched' });
    const avatar = await fetch(`${test.baseUrl}/avatars/ana.svg`);
    expect([avatar.status, avatar.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  });

  it('gets the crew back at once if the partner cancels', async () => {
    const crew = await desk.crew('Cancelled');
    const [id, next] = [await book(30), await book(30)];
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId: crew.id });
    expect((await partner.post(`/bookings/${id}/cancel`)).status).toBe(200);
    expect(await engagements(id)).toEqual([{ crew_id: crew.id, end_reason: 'cancelled' }]);
    await assignCrewTo(desk.context, dana, { bookingId: next, crewId: crew.id });
  });

  it('cannot assign a crew to two jobs at the same time, but to consecutive ones', async () => {
    const crew = await desk.crew('Busy');
    const [first, same, later] = [await book(20), await book(20), await book(24)];
    await assignCrewTo(desk.context, dana, { bookingId: first, crewId: crew.id });
    await expect(
      assignCrewTo(desk.context, dana, { bookingId: same, crewId: crew.id }),
    ).rejects.toMatchObject({
      kind: 'conflict',
      code: 'crew_unavailable',
      param: 'crew_id',
      message: expect.stringContaining('engaged in another booking'),
    });
    expect(await shown(same)).toMatchObject({ state: 'created', crew: null });
    await assignCrewTo(desk.context, dana, { bookingId: later, crewId: crew.id });
    await expect(retireCrew(desk.context, dana, crew.id)).rejects.toMatchObject({ code: 'crew_unavailable' });
    const span = { from: new Date(clock.now()), to: new Date(clock.now().getTime() + 30 * 3_600_000) };
    const [row] = (await crewSchedule(desk.context, span)).filter(({ id }) => id === crew.id);
    expect(row?.engagements.map(({ bookingId }) => bookingId)).toEqual([first, later]);
  });

  it('gets the reason why a crew or a booking is refused', async () => {
    const [van, small] = [await desk.crew('Right'), await desk.crew('Small', { people: ['Solo'] })];
    const truck = await desk.crew('Truck', { vehicle: 'pickup_truck' });
    const id = await book(40);
    const assign = (crewId: string, bookingId = id) =>
      assignCrewTo(desk.context, dana, { bookingId, crewId });
    const unavailable = (message: string) => ({ code: 'crew_unavailable', param: 'crew_id', message });
    const tooFew = unavailable('van needs a crew of 2; this one has 1.');
    await expect(assign(small.id)).rejects.toMatchObject(tooFew);
    const tooSmall = unavailable('van needs a van; this crew drives a pickup_truck.');
    await expect(assign(truck.id)).rejects.toMatchObject(tooSmall);
    await expect(assign(unknown)).rejects.toMatchObject({ param: 'crew_id' });
    await expect(assign(van.id, unknown)).rejects.toMatchObject({ code: 'not_found' });
    await retireCrew(desk.context, dana, small.id);
    await expect(assign(small.id)).rejects.toMatchObject(unavailable('The crew Small is retired.'));
    await assign(van.id);
    await expect(assign(van.id)).rejects.toMatchObject({ kind: 'conflict', code: 'booking_not_editable' });
    expect(await engagements(id)).toEqual([{ crew_id: van.id, end_reason: null }]);
  });

  it('reassigns a booking, which updates the engagements of both crews', async () => {
    const [one, other] = [await desk.crew('First'), await desk.crew('Second')];
    const [id, rival] = [await book(50), await book(50)];
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId: one.id });
    await assignCrewTo(desk.context, dana, { bookingId: rival, crewId: other.id });
    const reassign = () =>
      reassignCrew(desk.context, dana, { bookingId: id, crewId: other.id, reason: 'flat tyre' });
    await expect(reassign()).rejects.toMatchObject({ code: 'crew_unavailable' });
    expect(await engagements(id)).toEqual([{ crew_id: one.id, end_reason: null }]);
    await loseCrewOf(desk.context, dana, { bookingId: rival });
    const { phone_number: number } = (await shown(id)).crew;
    const wire = JSON.parse(await reassign());
    expect(wire.crew.phone_number).toBe(number);
    expect(await engagements(id)).toEqual([
      { crew_id: one.id, end_reason: 'replaced' },
      { crew_id: other.id, end_reason: null },
    ]);
    await assignCrewTo(desk.context, dana, { bookingId: rival, crewId: one.id });
    expect(await eventTypes(id)).toEqual(['booking.created', 'booking.dispatched', 'booking.crew_changed']);
  });

  it('reports a lost crew: the booking keeps its id and history and waits for another crew', async () => {
    const [one, other] = [await desk.crew('Lost'), await desk.crew('Found')];
    const id = await book(60);
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId: one.id });
    const wire = JSON.parse(await loseCrewOf(desk.context, dana, { bookingId: id, reason: 'breakdown' }));
    expect(wire).toMatchObject({ id, state: 'created', crew: null, dispatch: null });
    expect(wire.previous_dispatches).toHaveLength(1);
    expect(await engagements(id)).toEqual([{ crew_id: one.id, end_reason: 'lost' }]);
    await expect(loseCrewOf(desk.context, dana, { bookingId: id })).rejects.toMatchObject({
      kind: 'conflict',
    });
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId: other.id });
    expect(await shown(id)).toMatchObject({ id, state: 'dispatched' });
  });

  it('changes the members of a crew, and its bookings show the new members', async () => {
    const crew = await desk.crew('Shape');
    const id = await book(70);
    await assignCrewTo(desk.context, dana, { bookingId: id, crewId: crew.id });
    const [ana] = crew.members;
    await expect(retireMember(desk.context, dana, ana?.id ?? '')).rejects.toMatchObject({
      code: 'crew_unavailable',
    });
    await expect(
      updateCrew(desk.context, dana, { id: crew.id, memberIds: [ana?.id ?? ''] }),
    ).rejects.toMatchObject({
      param: 'member_ids',
    });
    const cy = await createMember(desk.context, dana, { firstName: 'Cy' });
    await updateCrew(desk.context, dana, { id: crew.id, memberIds: [ana?.id ?? '', cy.id] });
    const after = await shown(id);
    expect(after.crew.members.map(({ first_name }: { first_name: string }) => first_name)).toEqual([
      'Ana',
      'Cy',
    ]);
    expect(await eventTypes(id)).toEqual(['booking.created', 'booking.dispatched', 'booking.crew_changed']);
  });

  it('lists the crews that fit a booking, earliest arrival first, and the reasons why others do not fit', async () => {
    await queryAsOwner(test.connection, `update crew set retired_at = now() where retired_at is null`);
    const crewAt = async (
      name: string,
      [longitude, latitude]: readonly [number, number],
      wish?: TestCrewInput,
    ) => {
      const { id: crewId } = await desk.crew(name, wish);
      await reportCrewPosition(desk.context, { crewId, longitude, latitude });
      return crewId;
    };
    const midtown = [-73.985, 40.748] as const;
    await crewAt('Near', midtown);
    await crewAt('Far', [-74.1, 40.9]);
    await crewAt('Pickup', midtown, { vehicle: 'pickup_truck' });
    await crewAt('Alone', midtown, { people: ['Solo'] });
    await crewAt('Off', midtown, { shift: [-10, -2] });
    const engaged = await crewAt('Engaged', midtown);
    const { body } = await partner.post('/schedule', {
      product: 'van',
      origin: stops[0]?.location,
      destination: stops[1]?.location,
    });
    const onDemand = { arrival_window_from: undefined, arrival_window_id: body.data[0].id };
    const other = await book(0, onDemand);
    await assignCrewTo(desk.context, dana, { bookingId: other, crewId: engaged });
    const id = await book(0, onDemand);
    clock.advance({ minutes: 115 });
    const { candidates: crews } = await listCrewCandidates(desk.context, { bookingId: id });
    expect(crews.map(({ crew, fit }) => [crew.name, fit.fits ? 'fits' : fit.reasons])).toEqual([
      ['Near', 'fits'],
      // A dispatcher can assign the next two crews nevertheless.
      ['Far', ['travel_time']],
      ['Off', ['shift']],
      ['Alone', ['members']],
      ['Engaged', ['busy']],
      ['Pickup', ['vehicle']],
    ]);
    // The window has closed: the job is late with every crew, and the first that can come fits.
    clock.advance({ minutes: 60 });
    const { candidates: overdue } = await listCrewCandidates(desk.context, { bookingId: id });
    expect(overdue.map(({ crew, fit }) => [crew.name, fit.fits ? 'fits' : fit.reasons])).toEqual([
      ['Near', 'fits'],
      ['Far', 'fits'],
      ['Engaged', 'fits'],
      ['Off', ['shift']],
      ['Alone', ['members']],
      ['Pickup', ['vehicle']],
    ]);
    expect(crews.map(({ minutesLate }) => minutesLate)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(overdue.filter(({ minutesLate }) => minutesLate > 0).map(({ crew }) => crew.name)).toEqual([
      'Near',
      'Far',
      'Engaged',
    ]);
    const arrivals = overdue.flatMap(({ fit }) => (fit.fits ? [fit.slot.arrivesMs] : []));
    expect(Math.min(...arrivals)).toBeGreaterThanOrEqual(clock.now().getTime());
  });

  it('gets a crew for only one of six bookings that are assigned concurrently', async () => {
    const crew = await desk.crew('Wanted', { shift: null });
    const ids = await Promise.all(Array.from({ length: 6 }, () => book(100)));
    const outcomes = await Promise.allSettled(
      ids.map((bookingId) => assignCrewTo(desk.context, dana, { bookingId, crewId: crew.id })),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'crew_unavailable' });
  });
});
