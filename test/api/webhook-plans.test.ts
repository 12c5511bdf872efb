// The statements of the delivery engine read rows by index only, so that their cost does not grow with the stored data.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { discardTasks } from '../../src/features/webhooks/discard-store.ts';
import type { AttemptRecord } from '../../src/features/webhooks/system/attempt-record.ts';
import { claimTasks, releaseLeases } from '../../src/features/webhooks/system/claim-store.ts';
import { type ClaimedTask, HandOff } from '../../src/features/webhooks/system/claimed-task.ts';
import { tallyHealth, tallyHours } from '../../src/features/webhooks/system/endpoint-statistics.ts';
import { fanOutEffects } from '../../src/features/webhooks/system/fan-out-store.ts';
import { recordFirstAttempts } from '../../src/features/webhooks/system/first-attempt-store.ts';
import {
  deleteHandOffs,
  findQueuedTasks,
  queueHandedOff,
  takeOverHandOffs,
} from '../../src/features/webhooks/system/hand-off-store.ts';
import { listPendingEndpoints } from '../../src/features/webhooks/system/pending-endpoint-store.ts';
import { recoverBatch } from '../../src/features/webhooks/system/recovery-store.ts';
import { writeResults } from '../../src/features/webhooks/system/result-store.ts';
import { assignPositionsAndCommit, hasUnpositioned } from '../../src/jobs/relay-store.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { holdLock } from '../support/held-lock.ts';
import { type Explained, explainStatements } from '../support/query-plans.ts';
import { addEndpoint, emitEvents } from '../support/webhook-endpoints.ts';

const EVENTS = 400;
const ENDPOINTS = 10;

const someUuid = `(substr(uuid_floor(now())::text, 1, 13) || '-7' || substr(gen_random_uuid()::text, 16))::uuid`;
/** Half of the tasks wait for a retry; the others are due. */
const fill = `
  with e as (
    insert into event (id, account_id, type, payload, occurred_at, position)
    select ${someUuid}, $1, 'booking.created', '{}', now(), n from generate_series(1, ${EVENTS}) n returning id
  ), d as (
    insert into webhook_delivery (id, account_id, endpoint_id, event_id, event_type, status, attempts, created_at)
    select ${someUuid}, $1, w.id, e.id, 'booking.created', 'pending', 0, now() from e, webhook_endpoint w returning *
  )
  insert into webhook_task (account_id, endpoint_id, delivery_id, event_id, trigger, tries, due_at)
  select account_id, endpoint_id, id, event_id, 'event', n % 2, now() + (n % 2) * interval '1 day'
  from (select *, row_number() over () as n from d) d`;

/** Hand-offs of other processes; half of them have expired. */
const fillHandOffs = `
  insert into webhook_handoff (id, leased_until, created_at, event_ids, endpoint_ids, pairs)
  select ${someUuid}, now() + (n % 2 * 2 - 1) * interval '1 hour', now(), array[event_id], array[endpoint_id], '{1}'
  from (select *, row_number() over () as n from webhook_task limit ${EVENTS}) t`;

interface Task {
  readonly id: string;
  readonly endpoint_id: string;
  readonly delivery_id: string;
  readonly event_id: string;
}

describe('the delivery engine reads by index only', () => {
  let test: TestApp;
  let explained: Explained;
  let account: string;
  let tasks: Task[];
  const endpoints: string[] = [];
  const some = () => ({ idTemplate: randomIds.next(), now: new Date() });

  beforeAll(async () => {
    test = await startTestApp({ corruptsData: true });
    account = (await test.organization()).id;
    for (let number = 0; number < ENDPOINTS; number++)
      endpoints.push((await addEndpoint(test, account, 'https://receiver.example')).id);
    await queryAsOwner(test.connection, fill, [account]);
    await queryAsOwner(test.connection, fillHandOffs);
    await emitEvents(test, account, 20);
    await queryAsOwner(test.connection, 'analyze');
    tasks = await queryAsOwner<Task>(
      test.connection,
      'select id, endpoint_id, delivery_id, event_id from webhook_task limit 50',
    );
    explained = await explainStatements(test.connection);
  });
  afterAll(async () => {
    await explained?.close();
    await test?.close();
  });

  afterEach(() => {
    const plans = explained.takePlans();
    expect(plans.length).toBeGreaterThan(0);
    const described = plans.flat().flatMap((node) => {
      const rows = (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 0);
      return node['Relation Name'] ? [{ how: node['Node Type'], table: node['Relation Name'], rows }] : [];
    });
    // A sequence relation has a single row.
    const scanned = described.filter(({ how, table }) => how === 'Seq Scan' && table !== 'event_position');
    expect(scanned).toEqual([]);
    // No index is scanned completely either.
    expect(described.filter(({ rows }) => rows > EVENTS * 2)).toEqual([]);
  });

  const claimed = ({ id, endpoint_id, event_id }: Task, deliveryId: string): ClaimedTask => ({
    row: { id, leasedUntil: '2030-01-01' },
    origin: null,
    accountId: account,
    endpointId: endpoint_id,
    deliveryId,
    eventId: event_id,
    bookingId: null,
    trigger: 'event',
    isTest: false,
    tries: 0,
    rank: 1,
    url: 'https://receiver.example',
    secrets: '[]',
    payload: null,
    occurredAt: null,
  });

  /** As if the event of the task had been handed off: with a new delivery. */
  const handedOff = (task: Task, handOff: HandOff) => ({
    ...claimed(task, randomIds.next()),
    row: null,
    origin: { handOff, eventType: 'booking.created' },
  });
  const newHandOff = () => new HandOff(randomIds.next(), '2030-01-01', new Date());

  const record = (task: ClaimedTask, isOk: boolean): AttemptRecord => ({
    task,
    attempt_id: randomIds.next(),
    account_id: account,
    endpoint_id: task.endpointId,
    delivery_id: task.deliveryId,
    trigger: 'event',
    manual: false,
    test: false,
    started_at: new Date(),
    finished_at: new Date(),
    duration_ms: 3,
    outcome: isOk ? 'ok' : 'http_error',
    status_code: isOk ? 200 : 500,
    error: null,
    remote_address: null,
    request_url: 'https://receiver.example',
    request_headers: {},
    response_headers: null,
    response_body: null,
    response_is_base64: false,
    response_is_cut: false,
    status: isOk ? 'delivered' : 'pending',
    reason: null,
    next_at: isOk ? null : new Date(),
  });

  const talliesOf = (records: readonly AttemptRecord[]) => {
    const circuit = { circuit_opened: 0, circuit_until: null };
    const health = tallyHealth(records).map((tally) => ({ ...tally, ...circuit }));
    return { health, hours: tallyHours(records) };
  };

  // First, so that nothing of its rows has changed.
  it('to write results while their endpoint is disabled and its deliveries are discarded', async () => {
    const records = tasks.map((task, index) => record(claimed(task, task.delivery_id), index % 2 === 0));
    const disabling = await holdLock(test.connection, 'select from webhook_endpoint for update');
    await disabling.query(
      "update webhook_endpoint set disabled = true, disabled_reason = 'failing', disabled_at = now()",
    );
    await disabling.query(
      `update webhook_delivery set status = 'discarded', reason = 'endpoint_disabled', next_attempt_at = null,
         finished_at = now() where status = 'pending'`,
    );
    const written = writeResults(explained.db, records, talliesOf(records));
    await disabling.othersWaiting(1);
    await disabling.release();
    await written;
    await queryAsOwner(
      test.connection,
      'update webhook_endpoint set disabled = false, disabled_reason = null, disabled_at = null',
    );
  });

  it('to claim tasks', async () => {
    const slots = endpoints.map((endpointId) => ({ endpointId, count: 16, manualOnly: false }));
    await claimTasks(explained.db, slots, new Date());
  });

  it('to write results', async () => {
    const records = tasks.map((task, index) => record(claimed(task, task.delivery_id), index % 2 === 0));
    await writeResults(explained.db, records, talliesOf(records));
  });

  it('to write results of handed-off deliveries', async () => {
    const handOff = newHandOff();
    const records = tasks.map((task, index) => record(handedOff(task, handOff), index % 2 === 0));
    await recordFirstAttempts(explained.db, records, talliesOf(records), [handOff.id]);
  });

  it('to count an endpoint whose attempts another statement records', async () => {
    const [own, other] = [tasks[0], tasks.find(({ endpoint_id }) => endpoint_id !== tasks[0]?.endpoint_id)];
    if (!own || !other) throw new Error('the tasks have one endpoint only');
    await queryAsOwner(test.connection, 'delete from webhook_health');
    const handOff = newHandOff();
    const records = [own, other].map((task) => record(handedOff(task, handOff), false));
    await recordFirstAttempts(explained.db, records.slice(0, 1), talliesOf(records), []);
    const counted = await queryAsOwner<{ endpoint_id: string }>(
      test.connection,
      'select endpoint_id from webhook_health where failures_in_a_row = 1',
    );
    expect(counted.map(({ endpoint_id }) => endpoint_id).sort()).toEqual(
      [own.endpoint_id, other.endpoint_id].sort(),
    );
  });

  it('to queue handed-off deliveries, and to end hand-offs', async () => {
    const handOff = newHandOff();
    const delayed = tasks.map((task) => handedOff(task, handOff));
    await queueHandedOff(explained.db, delayed, { isLeased: true, now: new Date() });
    await findQueuedTasks(
      explained.db,
      delayed.map(({ deliveryId }) => deliveryId),
    );
    await deleteHandOffs(explained.db, [handOff.id]);
  });

  it('to take over hand-offs', async () => {
    await takeOverHandOffs(explained.db, new Date());
  });

  it('to find endpoints with due tasks', () => listPendingEndpoints(explained.db, new Date()));

  it('to release leases and discard tasks', async () => {
    const leases = tasks.map(({ id }) => ({ id, leasedUntil: '2030-01-01' }));
    await releaseLeases(explained.db, leases);
    await discardTasks(
      explained.db,
      tasks.slice(0, 5).map(({ id }) => id),
      'event_forgotten',
      new Date(),
    );
  });

  it('to assign feed positions and fan out events', async () => {
    await hasUnpositioned(explained.db);
    const limits = { total: 100, endpointIds: endpoints.slice(0, 5), counts: [0, 1, 2, 3, 4] };
    const effects = fanOutEffects({ id: randomIds.next(), now: new Date(), limits });
    await assignPositionsAndCommit(explained.db, 500, effects);
  });

  it('to run a recovery', async () => {
    const [endpointId = ''] = endpoints;
    const id = randomIds.next();
    const values = {
      id,
      account_id: account,
      endpoint_id: endpointId,
      since: new Date(0),
      until: new Date(),
    };
    await test.system
      .insertInto('webhook_recovery')
      .values({ ...values, after_position: 0, queued: 0, created_at: new Date() })
      .execute();
    await recoverBatch(explained.db, id, some());
  });
});
