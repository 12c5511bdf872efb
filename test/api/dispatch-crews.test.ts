// Crews, crew members, vehicles and shifts, as a dispatcher manages them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crewSchedule, listCrews } from '../../src/features/dispatch/system/list-crews.ts';
import { createCrew, retireCrew, updateCrew } from '../../src/features/dispatch/system/manage-crews.ts';
import {
  createMember,
  listMembers,
  retireMember,
  updateMember,
} from '../../src/features/dispatch/system/manage-members.ts';
import {
  createShift,
  listShifts,
  removeShift,
  updateShift,
} from '../../src/features/dispatch/system/manage-shifts.ts';
import {
  createVehicle,
  listVehicles,
  retireVehicle,
  updateVehicle,
} from '../../src/features/dispatch/system/manage-vehicles.ts';
import { reportCrewPosition } from '../../src/features/dispatch/system/report-position.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { changeArea, type DispatchFixture, dana, openDispatchFixture } from '../support/dispatch-actions.ts';
import { bookVan } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';

const unknown = '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11';
const clock = new TestClock(new Date('2027-03-10T15:00:00Z'));
const at = (time: string) => new Date(`2027-03-${time}:00Z`);

describe('crews', () => {
  let test: TestApp;
  let desk: DispatchFixture;
  beforeAll(async () => {
    test = await startTestApp({ clock });
    desk = openDispatchFixture(test, { clock });
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  it('are listed with their vehicle, members, shift and last position', async () => {
    const { id } = await desk.crew('Roster', { homeAreas: ['united-states'], rating: 4.5, autoAccept: true });
    await reportCrewPosition(desk.context, { crewId: id, longitude: -73.99, latitude: 40.75 });
    const crews = await listCrews(desk.context, { areaSlug: 'united-states' });
    expect(crews).toMatchObject([
      {
        id,
        name: 'Roster',
        rating: 4.5,
        autoAccept: true,
        homeAreas: ['united-states'],
        vehicle: { type: 'van', name: 'Truck of Roster' },
        members: [{ firstName: 'Ana' }, { firstName: 'Bo' }],
        position: { longitude: -73.99, latitude: 40.75, atMs: clock.now().getTime() },
        shift: { startsMs: at('10T14:00').getTime(), endsMs: at('11T03:00').getTime() },
        engagement: null,
        openOffers: 0,
      },
    ]);
    const audit = await queryAsOwner(
      test.connection,
      "select action, actor_id from audit_entry where subject_kind = 'crew' and subject_id = $1 order by action",
      [id],
    );
    expect(audit).toEqual([
      { action: 'crew.created', actor_id: 'dana' },
      { action: 'shift.created', actor_id: 'dana' },
    ]);
  });

  it('are listed by name, with pagination', async () => {
    for (const name of ['page c', 'Page a', 'page B']) await createCrew(desk.context, dana, { name });
    const all = await listCrews(desk.context);
    for (const [index, after] of all.entries()) {
      const page = await listCrews(desk.context, { after, limit: 1 });
      expect(page).toEqual(all.slice(index + 1, index + 2));
    }
    expect(all.map(({ name }) => name).filter((name) => /^page/i.test(name))).toEqual([
      'Page a',
      'page B',
      'page c',
    ]);
  });

  it('are refused with the name of the invalid parameter', async () => {
    const taken = await desk.crew('Taken');
    const refusals: [object, string, RegExp][] = [
      [{ name: ' ' }, 'name', /1 to 255/],
      [{ name: 'TAKEN' }, 'name', /already in use/],
      [{ rating: 5.1 }, 'rating', /between 0 and 5/],
      [
        { homeAreas: ['united-states', 'mars'] },
        'home_areas[1]',
        /no service area mars\. Available: united-states/,
      ],
      [{ vehicleId: unknown }, 'vehicle_id', /no such vehicle/],
      [{ vehicleId: taken.vehicle?.id }, 'vehicle_id', /already in use/],
      [{ memberIds: ['nobody'] }, 'member_ids[0]', /no such crew member/],
      [{ memberIds: [taken.members[0]?.id] }, 'member_ids[0]', /Ana is in another crew/],
    ];
    for (const [wish, param, message] of refusals)
      await expect(createCrew(desk.context, dana, { name: 'New', ...wish }), param).rejects.toMatchObject({
        code: 'invalid_parameter',
        param,
        message: expect.stringMatching(message),
      });
    await expect(updateCrew(desk.context, dana, { id: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });

  it('change vehicle and members, and release them on retirement', async () => {
    const crew = await desk.crew('Changing');
    const other = await createMember(desk.context, dana, { firstName: 'Cy', phoneNumber: '+13125550199' });
    const van = await createVehicle(desk.context, dana, {
      type: 'sprinter_van',
      name: 'Spare',
      plate: 'NY 1',
    });
    const changed = await updateCrew(desk.context, dana, {
      id: crew.id,
      vehicleId: van.id,
      memberIds: [other.id, crew.members[0]?.id ?? ''],
    });
    expect(changed).toMatchObject({ name: 'Changing', vehicle: { type: 'sprinter_van' } });
    expect(changed.members.map(({ firstName }) => firstName)).toEqual(['Cy', 'Ana']);
    await expect(retireVehicle(desk.context, dana, van.id)).rejects.toMatchObject({
      code: 'crew_unavailable',
    });
    await expect(updateCrew(desk.context, dana, { id: crew.id, rating: 3 })).resolves.toMatchObject({
      rating: 3,
      members: [{ firstName: 'Cy' }, { firstName: 'Ana' }],
    });
    expect((await retireCrew(desk.context, dana, crew.id)).retiredAt).toEqual(clock.now());
    expect(await createCrew(desk.context, dana, { name: 'Changing', vehicleId: van.id })).toMatchObject({
      vehicle: { name: 'Spare' },
    });
    expect((await listMembers(desk.context)).find(({ id }) => id === other.id)).toMatchObject({
      crewId: null,
    });
    await retireMember(desk.context, dana, other.id);
    expect((await listMembers(desk.context)).map(({ id }) => id)).not.toContain(other.id);
  });

  it('have members and vehicles whose updates are validated', async () => {
    const person = await createMember(desk.context, dana, { firstName: 'Di' });
    await expect(
      updateMember(desk.context, dana, { id: person.id, phoneNumber: '555-0100' }),
    ).rejects.toMatchObject({ param: 'phone_number' });
    await expect(
      updateMember(desk.context, dana, { id: person.id, avatarUrl: 'http://faces.example/1' }),
    ).rejects.toMatchObject({ param: 'avatar_url' });
    expect(
      await updateMember(desk.context, dana, { id: person.id, avatarUrl: 'https://faces.example/1' }),
    ).toMatchObject({ firstName: 'Di', avatarUrl: 'https://faces.example/1', phoneNumber: null });
    const truck = await createVehicle(desk.context, dana, { type: 'box_truck_16ft', name: 'Box' });
    expect(await updateVehicle(desk.context, dana, { id: truck.id, plate: 'NJ 7' })).toMatchObject({
      type: 'box_truck_16ft',
      plate: 'NJ 7',
    });
    await retireVehicle(desk.context, dana, truck.id);
    expect((await listVehicles(desk.context)).map(({ id }) => id)).not.toContain(truck.id);
    await expect(updateVehicle(desk.context, dana, { id: unknown })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('have shifts that never overlap', async () => {
    const { id: crewId } = await desk.crew('Shifts', { shift: null });
    const morning = await createShift(desk.context, dana, {
      crewId,
      startsAt: at('12T12:00'),
      endsAt: at('12T16:00'),
    });
    const later = { crewId, startsAt: at('12T15:59'), endsAt: at('12T20:00') };
    await expect(createShift(desk.context, dana, later)).rejects.toMatchObject({
      param: 'starts_at',
      message: expect.stringContaining('2027-03-12T12:00:00.000Z to 2027-03-12T16:00:00.000Z'),
    });
    const evening = await createShift(desk.context, dana, { ...later, startsAt: at('12T16:00') });
    await expect(
      updateShift(desk.context, dana, { id: evening.id, startsAt: at('12T15:00') }),
    ).rejects.toMatchObject({ param: 'starts_at' });
    await expect(
      createShift(desk.context, dana, { crewId, startsAt: at('14T12:00'), endsAt: at('14T12:00') }),
    ).rejects.toMatchObject({ param: 'ends_at' });
    await removeShift(desk.context, dana, morning.id);
    await updateShift(desk.context, dana, { id: evening.id, startsAt: at('12T15:00') });
    const day = { from: at('12T00:00'), to: at('13T00:00') };
    expect(await listShifts(desk.context, { crewId, ...day })).toMatchObject([
      { id: evening.id, startsAt: at('12T15:00') },
    ]);
    const [scheduled] = (await crewSchedule(desk.context, day)).filter(({ id }) => id === crewId);
    expect(scheduled).toMatchObject({ shifts: [{ id: evening.id }], engagements: [] });
  });

  it('have shifts that repeat every week in local time, with exceptions, a preview and changes of the future', async () => {
    let operator = await OperatorClient.enter(test, 'dispatcher');
    const { id: crew_id } = await desk.crew('Weekly', { shift: null });
    // The clocks of New York change on 14 March.
    const body = {
      crew_id,
      weekdays: ['friday', 'monday'],
      starts: '08:00',
      ends: '17:00',
      first_day: '2027-03-01',
      last_day: '2027-03-31',
      time_zone: 'America/New_York',
    };
    const listed = async () => {
      const query = `crew_id=${crew_id}&from=2027-03-01T00:00:00Z&to=2027-04-01T00:00:00Z`;
      const shifts = (await operator.get(`/shifts?${query}`)).body.data as Record<string, string>[];
      return shifts.map(
        ({ starts_at, pattern_id }) => `${starts_at?.slice(5, 13)}${pattern_id ? '' : ' alone'}`,
      );
    };
    const refused = async (change: object, param: string, code = 'invalid_parameter') =>
      expectRefusal(await operator.post('/shift-patterns', { ...body, ...change }), 400, code, param);

    // In the way on one day.
    const single = { crew_id, starts_at: '2027-03-19T14:00:00Z', ends_at: '2027-03-19T15:00:00Z' };
    expect((await operator.post('/shifts', single)).status).toBe(201);
    const preview = (await operator.post('/shift-patterns/preview', body)).body;
    expect(preview.time_zone).toBe('America/New_York');
    expect(preview.shifts.map((each: { starts_at: string }) => each.starts_at.slice(5, 13))).toEqual([
      '03-12T13',
      '03-15T12',
      '03-19T12',
      '03-22T12',
      '03-26T12',
      '03-29T12',
    ]);
    expect(preview.shifts.filter((each: { overlaps: boolean }) => each.overlaps)).toMatchObject([
      { day: '2027-03-19' },
    ]);
    await refused({}, 'excepted_days');
    expect(await listed()).toEqual(['03-19T14 alone']);
    const excepted_days = ['2027-03-19'];
    await refused({ excepted_days, last_day: '2027-02-28' }, 'last_day');
    await refused({ excepted_days, last_day: '2028-03-06' }, 'last_day');
    await refused({ excepted_days, last_day: '2027-03-02' }, 'last_day');
    await refused({ excepted_days, ends: '08:00' }, 'ends');
    await refused({ excepted_days, time_zone: 'Mars/Olympus' }, 'time_zone');
    await refused({ excepted_days, time_zone: undefined }, 'time_zone', 'missing_parameter');
    await refused({ excepted_days, weekdays: [] }, 'weekdays');
    await refused({ excepted_days, first_day: '2027-02-30' }, 'first_day');

    // Without a time zone: that of the area.
    await changeArea(test, { timeZone: 'America/New_York' });
    const {
      status,
      body: pattern,
      text,
    } = await operator.post('/shift-patterns', {
      ...body,
      excepted_days,
      time_zone: undefined,
    });
    expect(status, text).toBe(201);
    expect(pattern).toMatchObject({ ...body, weekdays: ['monday', 'friday'], excepted_days });
    expect(await listed()).toEqual([
      '03-12T13',
      '03-15T12',
      '03-19T14 alone',
      '03-22T12',
      '03-26T12',
      '03-29T12',
    ]);

    // A shift that is changed or removed on its own is an exception, which later changes of the pattern keep.
    const shiftOn = async (day: string) => {
      const query = `crew_id=${crew_id}&from=${day}T00:00:00Z&to=${day}T23:59:00Z`;
      return (await operator.get(`/shifts?${query}`)).body.data[0].id as string;
    };
    const kept = await shiftOn('2027-03-15');
    await operator.call('DELETE', `/shifts/${await shiftOn('2027-03-22')}`);
    await operator.call('PATCH', `/shifts/${await shiftOn('2027-03-26')}`, {
      ends_at: '2027-03-26T18:00:00Z',
    });
    const path = `/shift-patterns/${pattern.id}`;
    const changed = await operator.call('PATCH', path, { excepted_days: [] });
    expectRefusal(changed, 400, 'invalid_parameter', 'excepted_days');
    const known = (await operator.get(`/shift-patterns?crew_id=${crew_id}`)).body;
    expect(known.time_zone).toBe('America/New_York');
    expect(known.data).toMatchObject([{ excepted_days: ['2027-03-19', '2027-03-22', '2027-03-26'] }]);
    expect((await operator.call('PATCH', path, { starts: '09:00', last_day: '2027-03-28' })).status).toBe(
      200,
    );
    expect(await listed()).toEqual(['03-12T14', '03-15T13', '03-19T14 alone', '03-26T12 alone']);
    expect(await shiftOn('2027-03-15')).toBe(kept);

    // Bookings hold their shift; shifts that have begun stay.
    const booking = await bookVan(await test.partner(), { arrival_window_from: '2027-03-15T15:00:00Z' });
    const assigned = await operator.post(`/bookings/${booking.id}/assign`, { crew_id });
    expect(assigned.status, assigned.text).toBe(200);
    expectRefusal(await operator.call('DELETE', path), 409, 'crew_unavailable', 'id');
    expectRefusal(
      await operator.call('PATCH', path, { weekdays: ['friday'] }),
      409,
      'crew_unavailable',
      'id',
    );
    await operator.post(`/bookings/${booking.id}/cancel`, { reason: 'Storm' });
    clock.advance({ hours: 48 });
    operator = await OperatorClient.enter(test, 'dispatcher');
    expect((await operator.call('DELETE', path)).status).toBe(204);
    expectRefusal(await operator.call('DELETE', path), 404, 'not_found');
    expect(await listed()).toEqual(['03-12T14 alone', '03-19T14 alone', '03-26T12 alone']);
  });
});
