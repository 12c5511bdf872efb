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
import { type DispatchFixture, dana, openDispatchFixture } from '../support/dispatch-actions.ts';

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
});
