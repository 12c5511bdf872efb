import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { breaks, setJson } from '../support/booking-corruptions.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { type SeededBookings, seedBookings } from '../support/seeded-bookings.ts';
import { snapshotTables, type TableSnapshot } from '../support/table-snapshot.ts';

const tables = [
  'booking',
  'booking_stop',
  'booking_contact',
  'quote',
  'quote_use',
  'event',
  'audit_entry',
  'capacity_bucket',
  'on_demand_reservation',
];
describe('the doctor', () => {
  let test: TestApp;
  let ids: SeededBookings;
  let kept: TableSnapshot;
  let publicUrl: string;
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  const examine = () => runDoctor(test.system, { publicUrl, now: clock.now() });

  beforeAll(async () => {
    test = await startTestApp({ clock, corruptsData: true });
    const { id: accountId, client } = await test.organization();
    const partner = await test.partner({ client });
    ids = await seedBookings(test, partner, accountId, clock);
    publicUrl = new URL((await partner.get(`/bookings/${ids.edited}`)).body.share_url).origin;
    kept = await snapshotTables(test.connection, [...tables, 'location']);
  });
  afterAll(() => test.close());
  afterEach(() => kept.restore());

  it('reports nothing for bookings in many states', async () => {
    const { clean, checks } = await examine();
    expect(checks.flatMap(({ broken }) => broken)).toEqual([]);
    expect(clean).toBe(true);
    expect(checks.map(({ name, checked }) => [name, checked > 0])).toEqual(
      checks.map(({ name }) => [name, true]),
    );
  });

  it.each(breaks)('reports %s', async (_what, check, statement, expected) => {
    await kept.corruptWith(statement(ids));
    const { clean, checks } = await examine();
    expect(clean).toBe(false);
    const { table, id, message } = expected(ids);
    const result = checks.find(({ name }) => name.startsWith(check));
    expect(result?.broken).toContainEqual(
      expect.objectContaining({
        table,
        id: id ?? expect.any(String),
        message: expect.stringMatching(message),
      }),
    );
    expect(result?.brokenCount).toBe(result?.broken.length);
  });

  it('has a failing case for every check', async () => {
    const { checks } = await examine();
    const unseen = checks.filter(({ name }) => !breaks.some(([, check]) => name.startsWith(check)));
    expect(unseen.map(({ name }) => name)).toEqual([]);
  });

  it('lists 50 broken rows of a check and counts all of them', async () => {
    const many = `insert into on_demand_reservation
      select gen_random_uuid(), 'a', 'van', '2030-01-01' from generate_series(1, 60)`;
    await kept.corruptWith(many);
    const result = (await examine()).checks.find(({ name }) => name.startsWith('on demand'));
    expect(result?.brokenCount).toBe(60);
    expect(result?.broken).toHaveLength(50);
  });

  it('continues after a value that cannot be read', async () => {
    await kept.corruptWith(
      `update booking set ${setJson('arrival_window', 'bucketStartMs', '1e300')} where id = '${ids.edited}'`,
    );
    const { checks } = await examine();
    expect(checks.find(({ name }) => name.startsWith('hours'))?.broken).toMatchObject([
      { message: expect.stringContaining('cannot be read') },
    ]);
    expect(checks.find(({ name }) => name.startsWith('windows'))?.brokenCount).toBe(1);
  });

  it('accepts one audit entry for the last stop and the completion of bookings completed before decision 0065', async () => {
    const completed = `subject_id = '${ids.completed}'`;
    await kept.corruptWith(`
      update event set payload = jsonb_set(payload::jsonb, '{data,changed}', '["state", "dispatch"]')::json
        where booking_id = '${ids.completed}' and type = 'booking.completed';
      delete from audit_entry where id = (select max(id::text)::uuid from audit_entry where ${completed})`);
    const { checks } = await examine();
    expect(checks.find(({ name }) => name.startsWith('audit'))?.broken).toEqual([]);
  });

  it('changes no rows', async () => {
    const rows = () => queryAsOwner(test.connection, 'select xmin, ctid, * from booking order by id');
    const before = await rows();
    await examine();
    expect(await rows()).toEqual(before);
  });
});
