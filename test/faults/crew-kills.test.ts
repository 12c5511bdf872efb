// A crew's phone reports whole jobs while the server is killed repeatedly: the phone repeats reports without a
// response, and every step is applied once, in order.
import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CrewAction } from '../../src/features/crew/crew-wire.ts';
import type { ApiClient } from '../support/api-client.ts';
import { addressOf } from '../support/booking-servers.ts';
import { CrewPhone, stepOf } from '../support/crew-phone.ts';
import { createTestDatabase, queryAsOwner, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { newPartner } from '../support/new-client.ts';
import { type BookedVan, bookVan, formCrew } from '../support/operator-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { rounds } from '../support/scale.ts';
import { runWaybill, type ServerProcess, startServer, temporaryFolder } from '../support/server-process.ts';

const JOBS = rounds(3, 25);
/** A phone never gives up; on a busy machine a server takes a while to restart. */
const MAX_ATTEMPTS = 600;

describe('SIGKILL of the server while a phone reports steps', () => {
  const folder = temporaryFolder();
  let database: TestDatabase;
  let variables: Record<string, string>;
  let server: ServerProcess;
  let partner: ApiClient;
  let operator: OperatorClient;
  let phone: CrewPhone;
  let crewId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
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
    };
    server = await startServer(variables);
    const json = async (...args: string[]) =>
      JSON.parse((await runWaybill([...args, '--json'], variables)).stdout);
    partner = await newPartner(variables, server.production);
    const email = 'dana@example.com';
    const { password } = await json('operators', 'create', '--email', email, '--name', 'Dana');
    const started = await new OperatorClient(server.production).post('/sessions', {
      email,
      password,
      token: true,
    });
    operator = new OperatorClient(server.production, { authorization: `Bearer ${started.body.token}` });
    const crew = await formCrew(operator);
    crewId = crew.id;
    phone = await CrewPhone.enter(operator, crew.members[0].id);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
    await database?.drop();
  });

  async function dispatched(nth: number): Promise<BookedVan> {
    const from = new Date(Date.now() + (nth + 1) * 4 * 3_600_000).toISOString();
    const booking = await bookVan(partner, { arrival_window_from: from });
    const { status, text } = await operator.post(`/bookings/${booking.id}/assign`, { crew_id: crewId });
    expect(status, text).toBe(200);
    return booking;
  }

  /** Like the crew page: repeats the request until there is a response. */
  async function withRetry<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS) throw error;
        await delay(150);
      }
    }
  }

  async function reportJob(booking: BookedVan): Promise<void> {
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
  }

  it('stores every step and every photo once', async () => {
    const bookings: BookedVan[] = [];
    for (let nth = 0; nth < JOBS; nth += 1) bookings.push(await dispatched(nth));
    for (const [nth, booking] of bookings.entries()) {
      const reported = reportJob(booking);
      await delay(20 + ((nth * 37) % 160));
      await server.stop('SIGKILL');
      server = await startServer(variables);
      await reported;
    }
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
       from booking b`,
    );
    expect(rows).toHaveLength(JOBS);
    for (const { id, ...row } of rows)
      expect(row, id).toEqual({
        steps: 'completed pending driving at done pending driving at done',
        photos: 2,
        shown: 2,
        events: 0,
      });
    const { code, stdout } = await runWaybill(['doctor'], variables);
    expect(code, stdout).toBe(0);
  });
});
