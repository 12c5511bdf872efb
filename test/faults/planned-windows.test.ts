// Many callers for the last places of a plan, over two processes: exactly as many bookings succeed as crews can drive.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { createSystemDatabase } from '../../src/db/system-database.ts';
import { type ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { queryAsOwner } from '../support/database.ts';
import { changeArea } from '../support/dispatch-actions.ts';
import { expectPlanServesBookings } from '../support/planned-area.ts';
import { rounds } from '../support/scale.ts';

const CALLERS = 32;
const DAYS = 20;
const CREWS = 3;
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];
const DAY_MS = 86_400_000;
/** 15:00 UTC, which is the morning in New York, from the day after tomorrow on. */
const morning = (nth: number) =>
  (Math.floor(Date.now() / DAY_MS) + 2 + (nth % DAYS)) * DAY_MS + 15 * 3_600_000;
/** Crews with a shift on that day: each has time for one job of an hour and a half. */
const crewsOn = (nth: number) => 1 + ((nth % DAYS) % CREWS);

describe('callers for the last place of a plan', () => {
  let servers: BookingServers;
  let partner: ApiClient;
  beforeAll(async () => {
    servers = await startBookingServers(2, {});
    const { connection } = servers;
    const pool = createPool(connection, { role: 'waybill_system', max: 1, onError: () => {} });
    await changeArea(
      { system: createSystemDatabase(pool), environment: 'production' },
      { capacity: 'planned', timeZone: 'America/New_York' },
    );
    await pool.end();
    const crews = Array.from({ length: CREWS }, () => ({ id: randomUUID(), vehicle: randomUUID() }));
    const shifts = Array.from({ length: DAYS }, (_, nth) =>
      crews.slice(0, crewsOn(nth)).map(({ id }) => ({
        crew: id,
        from: new Date(morning(nth) - 3_600_000),
        to: new Date(morning(nth) + 2 * 3_600_000),
      })),
    ).flat();
    await queryAsOwner(
      connection,
      `with given as (select * from json_to_recordset($1) as g (id uuid, vehicle uuid)),
        vehicles as (insert into vehicle (id, type, name, created_at, updated_at) select vehicle, 'van', id::text, now(), now() from given),
        crews as (insert into crew (id, name, vehicle_id, home_areas, rating, auto_accept, created_at, updated_at)
          select id, id::text, vehicle, '{}', 4.5, true, now(), now() from given),
        people as (insert into crew_member (id, crew_id, position, first_name, created_at, updated_at)
          select gen_random_uuid(), id, nth, 'Ana', now(), now() from given, generate_series(0, 1) nth)
       insert into shift (id, crew_id, starts_at, ends_at, created_at)
         select gen_random_uuid(), crew, "from", "to", now() from json_to_recordset($2) as s (crew uuid, "from" timestamptz, "to" timestamptz)`,
      [JSON.stringify(crews), JSON.stringify(shifts)],
    );
    partner = await servers.partner();
  });
  afterAll(() => servers.close());

  const at = (number: number) => partner.at(servers.servers[number % 2]?.production ?? '');
  const concurrently = (call: (client: ApiClient) => Promise<TestResponse>) =>
    Promise.all(Array.from({ length: CALLERS }, (_, number) => call(at(number))));

  it('succeed exactly as often as crews can drive the window; all others get 409', async () => {
    for (let round = 0; round < rounds(3, 500); round += 1) {
      const order = { stops, product: 'van', arrival_window_from: new Date(morning(round)).toISOString() };
      const book = (client: ApiClient) => client.post('/bookings', order);
      const answers = await concurrently(book);
      const winners = answers.filter(({ status }) => status === 201);
      expect(winners, `round ${round}: ${answers.map(({ status }) => status).join()}`).toHaveLength(
        crewsOn(round),
      );
      for (const answer of answers)
        if (answer.status !== 201) expectProblem(answer, 409, { code: null, param: 'arrival_window_from' });
      await expectPlanServesBookings(servers.connection);
      // A place that is freed while all others try again goes to at most one of them, otherwise to the next.
      const [first, ...others] = winners;
      const [cancelled, ...again] = await Promise.all([
        at(round).post(`/bookings/${first?.body.id}/cancel`),
        ...Array.from({ length: CALLERS - 1 }, (_, number) => book(at(number))),
      ]);
      expect(cancelled.status, cancelled.text).toBe(200);
      const successors = again.filter(({ status }) => status === 201);
      expect(successors.length).toBeLessThanOrEqual(1);
      const last = await book(at(round));
      expect(last.status, last.text).toBe(successors.length === 1 ? 409 : 201);
      await expectPlanServesBookings(servers.connection);
      for (const { body } of [...others, ...successors, last].filter(({ status }) => status === 201))
        expect((await partner.post(`/bookings/${body.id}/cancel`)).status).toBe(200);
    }
    const [left] = await queryAsOwner(
      servers.connection,
      `select (select count(*) from planned_job)::int as jobs, (select sum(reserved) from capacity_bucket)::int as reserved`,
    );
    expect(left).toEqual({ jobs: 0, reserved: 0 });
  });
});
