// One server is killed repeatedly. While an SMS is sent: it is sent only once, and operators can read it. While a crew's
// phone reports whole jobs: the phone repeats reports without a response, and every step is applied once, in order. While a
// plan is computed or applied: it fails, or is applied as a whole or not at all. While the system re-plans: each booking is
// planned once.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_PLANNING } from '../../src/domain/plan/planning-settings.ts';
import type { CrewAction } from '../../web/crew/api.generated.ts';
import type { ApiClient } from '../support/api-client.ts';
import { addressOf } from '../support/booking-servers.ts';
import { CrewPhone, stepOf } from '../support/crew-phone.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.ts';
import { changeArea } from '../support/dispatch-actions.ts';
import { freePort } from '../support/free-port.ts';
import { asAdmin, newPartner } from '../support/new-client.ts';
import { type BookedVan, bookVan, formCrew } from '../support/operator-actions.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';
import { rounds } from '../support/scale.ts';
import { randomFrom } from '../support/seed.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';
import { TWILIO_FROM, TWILIO_SID, TWILIO_TOKEN, TwilioServer } from '../support/twilio-server.ts';
import { until } from '../support/until.ts';

const JOBS = rounds(2, 25);
const KILLED_PLANS = rounds(2, 30);
const random = randomFrom('plan kills');
/** A phone never gives up; on a busy machine a server takes a while to restart. */
const MAX_ATTEMPTS = 600;

describe('SIGKILL of the server', () => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let twilio: TwilioServer;
  let variables: Record<string, string>;
  let server: ServerProcess;
  let partner: ApiClient;

  beforeAll(async () => {
    [database, twilio] = await Promise.all([createTestDatabase(), TwilioServer.start()]);
    variables = {
      DATA_DIR: folder.path,
      ENVIRONMENT: 'production',
      PORT: String(await freePort()),
      DATABASE_URL: addressOf(database.connection),
      PUBLIC_URL: 'https://waybill.example',
      SECRET_KEY: `k1:${randomBytes(32).toString('base64')}`,
      RATE_LIMIT_REQUESTS: '1000000',
      SHUTDOWN_DELAY_SECONDS: '0',
      LOG_LEVEL: 'error',
      QUIET_HOURS: 'none',
      TWILIO_ACCOUNT_SID: TWILIO_SID,
      TWILIO_AUTH_TOKEN: TWILIO_TOKEN,
      TWILIO_FROM,
      TWILIO_URL: twilio.url,
    };
    server = await startServer(variables);
    partner = await newPartner(variables, server.production);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
    await twilio?.close();
    await database?.drop();
  });

  const waybill = async (...args: string[]) => {
    const { code, stdout, stderr } = await runWaybill([...args, '--json'], variables);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };

  it('while it sends an SMS leaves it to the next server, which checks what was sent before it sends', async () => {
    const { id: org } = (await partner.get('/account')).body;
    expect(await waybill('orgs', 'notifications', 'set', '--org', org, '--language', 'es')).toEqual({
      org,
      language: 'es',
    });
    twilio.hangNextResponse();
    const { status, body } = await partner.post('/bookings', {
      stops: ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'].map((location) => ({
        location,
      })),
      product: 'van',
      arrival_window_from: new Date(Date.now() + 26 * 3_600_000).toISOString(),
      contacts: [{ phone_number: '+13125550100' }],
    });
    expect(status).toBe(201);
    await until(
      async () => twilio.sent.length,
      (count) => count === 1,
    );
    await server.stop('SIGKILL');
    server = await startServer(variables);
    // The lease of the killed server would expire by itself within 20 seconds.
    await queryAsOwner(database.connection, 'update due_job set leased_until = null');
    await until(
      () => queryAsOwner<{ status: string }>(database.connection, 'select status from message'),
      ([only]) => only?.status === 'sent',
    );
    const [message] = await waybill('messages', 'list', '--booking', body.hid);
    expect(message).toMatchObject({
      account_id: org,
      status: 'sent',
      kind: 'booked',
      channel: 'sms',
      language: 'es',
      address: '+13125550100',
      text: expect.stringContaining(`Acme: reserva ${body.hid} confirmada.`),
      attempts: 2,
      reference: twilio.sent[0]?.sid,
    });
    expect(twilio.sent).toHaveLength(1);
  });

  it('while a phone reports steps stores every step and every photo once', async () => {
    const account = await asAdmin(variables, (admin) => newOperator(admin, 'dispatcher'));
    const operator = await OperatorClient.signIn({ baseUrl: server.production }, account);
    const crew = await formCrew(operator);
    const phone = await CrewPhone.enter(operator, crew.members[0].id);
    let responses = 0;

    const dispatched = async (nth: number): Promise<BookedVan> => {
      const from = new Date(Date.now() + (nth + 1) * 4 * 3_600_000).toISOString();
      const booking = await bookVan(partner, { arrival_window_from: from });
      const { status, text } = await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crew.id });
      expect(status, text).toBe(200);
      return booking;
    };

    /** Like the crew page: repeats the request until there is a response. */
    const withRetry = async <T>(work: () => Promise<T>): Promise<T> => {
      for (let attempt = 1; ; attempt += 1) {
        try {
          const result = await work();
          responses += 1;
          return result;
        } catch (error) {
          if (attempt >= MAX_ATTEMPTS) throw error;
          await delay(150);
        }
      }
    };

    const reportJob = async (booking: BookedVan): Promise<void> => {
      const photoIds = [randomUUID(), randomUUID()];
      for (const id of photoIds) await withRetry(() => phone.photograph(booking.id, id));
      const at = new Date();
      const job: CrewAction[] = [0, 1].flatMap((position) => [
        stepOf(booking, position, at, { kind: 'depart' }),
        stepOf(booking, position, at, { kind: 'arrive' }),
        stepOf(booking, position, at, { kind: 'complete', photo_ids: [photoIds[position] ?? ''] }),
      ]);
      // First one by one, so that kills fall in between; then all of them again, like a phone that got no response.
      for (const step of job) await withRetry(() => phone.report(step));
      const again = await withRetry(() => phone.report(...job));
      expect(again).toEqual(job.map(() => 'already_applied'));
    };

    const bookings: BookedVan[] = [];
    for (let nth = 0; nth < JOBS; nth += 1) bookings.push(await dispatched(nth));
    for (const [nth, booking] of bookings.entries()) {
      // During the photos of the first job, during the steps of the second, and at any point of the later ones.
      const target = responses + ((nth * 3) % 8);
      const reported = reportJob(booking);
      while (responses < target) await Promise.race([delay(5), reported]);
      await delay(20 - ((nth * 7) % 20));
      await server.stop('SIGKILL');
      server = await startServer(variables);
      await reported;
    }
    // The kills lost no job that moves on from a completed stop. They are made due here instead of after a minute.
    const openBookings = async () => {
      await queryAsOwner(
        database.connection,
        `update due_job set due_at = now() where kind = 'dispatch.move_on'`,
      );
      return queryAsOwner(
        database.connection,
        `select id from booking where id = any($1) and state <> 'completed'`,
        [bookings.map(({ id }) => id)],
      );
    };
    await until(openBookings, (open) => open.length === 0);
    const rows = await queryAsOwner<{
      id: string;
      steps: string;
      photos: number;
      shown: number;
      events: number;
    }>(
      database.connection,
      `select b.id, b.state || ' ' || (select string_agg(e ->> 'state', ' ') from json_array_elements(b.wire -> 'dispatch' -> 'events') e)
           as steps,
         (select count(*)::int from photo p where p.booking_id = b.id) as photos,
         (select count(*)::int from json_array_elements(b.wire -> 'dispatch' -> 'events') e, json_array_elements(e -> 'photo_urls'))
           as shown,
         (select count(*)::int from event e where e.booking_id = b.id) - b.event_sequence as events
       from booking b where b.id = any($1)`,
      [bookings.map(({ id }) => id)],
    );
    expect(rows).toHaveLength(JOBS);
    for (const { id, ...row } of rows)
      expect(row, id).toEqual({
        steps: 'completed pending driving at done pending driving at done',
        photos: 2,
        shown: 2,
        events: 0,
      });
  });

  it('leaves data in which the doctor finds no violation', async () => {
    const { code, stdout } = await runWaybill(['doctor'], variables);
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('✓ messages: every required message exists exactly once (1)');
  });

  it('while a plan is computed or applied leaves a failed plan, and a plan that is applied as a whole or not at all', async () => {
    const account = await asAdmin(variables, (admin) => newOperator(admin, 'dispatcher'));
    const operator = await OperatorClient.signIn({ baseUrl: server.production }, account);
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    for (let nth = 0; nth < 3; nth += 1) {
      const { id } = await formCrew(operator);
      const shift = { crew_id: id, starts_at: `${day}T12:00:00Z`, ends_at: `${day}T23:00:00Z` };
      expect((await operator.post('/shifts', shift)).status).toBe(201);
      await bookVan(partner, {
        arrival_window_from: `${day}T17:00:00Z`,
        arrival_window_to: `${day}T19:00:00Z`,
      });
    }
    const compute = async (iterations: number) => {
      const input = { area: 'united-states', day, seconds: 60, iterations };
      const { status, text, body } = await operator.post('/plans', input);
      expect(status, text).toBe(202);
      return body.id as string;
    };
    const statusOf = async (id: string) => (await operator.get(`/plans/${id}`)).body.status as string;
    const restart = async () => {
      await server.stop('SIGKILL');
      server = await startServer(variables);
    };
    const computing = await compute(100_000_000);
    await restart();
    expect(await statusOf(computing)).toBe('computing');
    // The lease of the killed server would expire by itself within 15 seconds.
    await queryAsOwner(
      database.connection,
      `update plan set lease_until = clock_timestamp() - interval '1 second' where status = 'computing'`,
    );
    let applied = 0;
    for (let round = 0; round < KILLED_PLANS; round += 1) {
      const id = await compute(40);
      await until(
        () => statusOf(id),
        (status) => status !== 'computing',
      );
      const response = operator.post(`/plans/${id}/apply`).catch(() => null);
      await delay(random() * 25);
      await restart();
      await response;
      const status = await statusOf(id);
      const jobs = (await operator.get(`/planned-jobs?area=united-states&day=${day}`)).body.jobs;
      expect([status, jobs.length]).toEqual(status === 'applied' ? ['applied', 3] : ['ready', 0]);
      applied += status === 'applied' ? 1 : 0;
      if (status === 'applied') expect((await operator.post(`/plans/${id}/undo`)).status).toBe(200);
    }
    expect(applied).toBeLessThanOrEqual(KILLED_PLANS);
    expect(await statusOf(computing)).toBe('failed');
  });

  it('while the system re-plans leaves each booking planned once, after the next start', async () => {
    const account = await asAdmin(variables, (admin) => newOperator(admin, 'dispatcher'));
    const operator = await OperatorClient.signIn({ baseUrl: server.production }, account);
    const day = new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10);
    const { id: crewId } = await formCrew(operator);
    const shift = { crew_id: crewId, starts_at: `${day}T12:00:00Z`, ends_at: `${day}T23:00:00Z` };
    expect((await operator.post('/shifts', shift)).status).toBe(201);
    const book = (hour: number) =>
      bookVan(partner, {
        arrival_window_from: `${day}T${hour}:00:00Z`,
        arrival_window_to: `${day}T${hour + 1}:00:00Z`,
      });
    await book(13);
    const input = { area: 'united-states', day, seconds: 60, iterations: 40 };
    const { id } = (await operator.post('/plans', input)).body;
    await until(
      async () => (await operator.get(`/plans/${id}`)).body.status,
      (status) => status === 'ready',
    );
    expect((await operator.post(`/plans/${id}/apply`)).status).toBe(200);
    await asAdmin(variables, (admin) =>
      changeArea(admin, { planning: { ...DEFAULT_PLANNING, replanning: 'automatic' } }),
    );
    const booked: string[] = [];
    for (let round = 0; round < rounds(2, 4); round += 1) {
      booked.push((await book(15 + 2 * round)).id);
      await delay(random() * 1_200);
      await server.stop('SIGKILL');
      server = await startServer(variables);
    }
    const jobs = () => operator.get(`/planned-jobs?area=united-states&day=${day}`);
    await until(jobs, ({ body }) => body.jobs.length === booked.length + 1);
    const rows = await queryAsOwner<{ id: string }>(
      database.connection,
      `select c.booking_id as id from plan_change c join plan p on p.id = c.plan_id and p.origin = 'live'
       where c.before is null order by c.id`,
    );
    expect(rows.map((row) => row.id)).toEqual(booked);
    const { code, stdout } = await runWaybill(['doctor'], variables);
    expect(code, stdout).toBe(0);
  });
});
