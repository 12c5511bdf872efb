// `waybill demo` with a reduced plan: a few bookings of each outcome. The plan of all 200 bookings has its own test.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDemoAccounts, type DemoAccounts } from '../../src/cli/demo/demo-accounts.ts';
import { DemoApp } from '../../src/cli/demo/demo-app.ts';
import { type DemoOutcome, type DemoPlan, planDemo } from '../../src/cli/demo/demo-plan.ts';
import { DemoRunner } from '../../src/cli/demo/run-demo.ts';
import { readConfig } from '../../src/config.ts';
import { createPool } from '../../src/db/pool.ts';
import { createSystemDatabase } from '../../src/db/system-database.ts';
import { ledgerChecks } from '../../src/features/billing/system/ledger-check-store.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { createLogger } from '../../src/lib/logger.ts';
import { createTestDatabase, queryAsOwner } from '../support/database.ts';
import { testSecurityLog } from '../support/security-log.ts';

const nowMs = Date.parse('2026-10-14T17:00:00Z');
const OF_EACH = 1;

/** The first bookings of each outcome, in the order of the plan. */
function smallPlan(): DemoPlan {
  const plan = planDemo({ seed: 4, nowMs, isSandbox: true });
  const seen = new Map<DemoOutcome, number>();
  const bookings = plan.bookings.filter(({ outcome, number }) => {
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1);
    // Every seventeenth order is refused at first.
    return (seen.get(outcome) ?? 0) <= OF_EACH || number === 17;
  });
  return { ...plan, bookings };
}

interface Played {
  readonly bookings: Record<string, unknown>[];
  readonly events: string[];
  readonly brokenChecks: unknown[];
  readonly operatorSees: Record<string, unknown>;
  /** First sign-in of the operator, after the demo. */
  readonly firstSignedInAt: Date | null | undefined;
  /** Accounts whose requests during the demo count for their rate limit. */
  readonly limitedAccounts: number;
  /** Names of the crews after the accounts of a second demo, with another seed, were created too. */
  readonly addAnother: () => Promise<string[]>;
  close(): Promise<void>;
}

async function playDemo(plan: DemoPlan): Promise<Played> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-demo-'));
  const database = await createTestDatabase();
  const config = readConfig({ ENVIRONMENT: 'sandbox', DATA_DIR: folder });
  const [environment] = config.environments;
  if (!environment) throw new Error('no environment');
  const pool = createPool(database.connection, { role: 'waybill_system', max: 2, onError: () => {} });
  const system = createSystemDatabase(pool);
  const stage = await DemoApp.open({
    config,
    environment,
    connection: database.connection,
    masterKeys: [{ id: 'k1', secret: Buffer.alloc(32, 7) }],
    log: createLogger('silent'),
    system,
    beginsMs: plan.beginsMs,
  });
  const security = testSecurityLog(environment.name);
  const admin = { system, clock: stage.clock, ids: stage.ids, environment: environment.name, security };
  const actor = { kind: 'command', id: 'test', requestId: 'test' } as const;
  const cast = await createDemoAccounts(stage, plan, admin, actor);
  await new DemoRunner(stage, plan, cast, true).play(() => {});
  const { checks } = await runDoctor(system, {
    publicUrl: environment.publicUrl,
    now: new Date(nowMs),
    eventsKeptSince: new Date(nowMs - 30 * 86_400_000),
    more: ledgerChecks,
  });
  const [operator] = await queryAsOwner<{ at: Date | null }>(
    database.connection,
    'select first_signed_in_at as at from operator where email = $1',
    [cast.operator.email],
  );
  const limited = await queryAsOwner(database.connection, 'select account_id from rate_limit');
  return {
    firstSignedInAt: operator?.at,
    limitedAccounts: limited.length,
    ...(await seenByPartners(stage, cast)),
    brokenChecks: checks.filter(({ brokenCount }) => brokenCount > 0),
    operatorSees: await seenByOperator(stage, cast),
    addAnother: async () => {
      await createDemoAccounts(stage, { ...plan, seed: plan.seed + 1 }, admin, actor);
      const crews = await stage.call<{ data: { name: string }[] }>(
        await cast.operatorToken(),
        '/operator/crews',
      );
      return crews.data.map(({ name }) => name);
    },
    close: async () => {
      await stage.close();
      await pool.end();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function seenByPartners(stage: DemoApp, { partners }: DemoAccounts) {
  const bookings: Record<string, unknown>[] = [];
  const events: string[] = [];
  for (const { token } of partners) {
    bookings.push(
      ...(await stage.call<{ data: Record<string, unknown>[] }>(token, '/bookings?limit=100')).data,
    );
    let next: string | null = '/events?limit=100';
    while (next !== null) {
      const page: { data: { type: string; timestamp: string }[]; next: string | null } = await stage.call(
        token,
        next,
      );
      events.push(...page.data.map(({ type, timestamp }) => `${timestamp} ${type}`));
      next = page.next && new URL(page.next).pathname + new URL(page.next).search;
    }
  }
  return { bookings, events };
}

async function seenByOperator(stage: DemoApp, { operatorToken }: DemoAccounts) {
  const token = await operatorToken();
  const count = async (path: string) =>
    (await stage.call<{ data: unknown[] }>(token, `/operator/${path}`)).data.length;
  return {
    exceptions: await count('exceptions'),
    messages: await count('messages?limit=50'),
    requests: await count('requests?limit=50'),
    refused: await count('requests?limit=50&status=4xx'),
  };
}

/** Removes the values that are random by design: ids, hids, share links, photo URLs and the masked number of the crew. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner) => {
    if (key === 'crew' && inner) return { ...inner, phone_number: null };
    return ['hid', 'share_url', 'photo_urls'].includes(key) ? null : inner;
  });
  return JSON.parse(text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id'));
}

describe('the demo', () => {
  let one: Played | undefined;
  let other: Played | undefined;
  beforeAll(async () => {
    [one, other] = await Promise.all([playDemo(smallPlan()), playDemo(smallPlan())]);
  });
  afterAll(async () => {
    await one?.close();
    await other?.close();
  });

  it('creates bookings in every state and crews in every dispatch state', () => {
    const states = one?.bookings.map(
      ({ state, dispatch }) => `${state} ${(dispatch as { state?: string } | null)?.state}`,
    );
    expect(new Set(states)).toEqual(
      new Set([
        'created undefined',
        'dispatched pending',
        'dispatched driving',
        'dispatched at',
        'completed done',
        'cancelled undefined',
        'cancelled pending',
      ]),
    );
    const endings = one?.bookings.map(
      ({ cancellation }) => cancellation as { by: string; reason: string } | null,
    );
    expect(new Set(endings?.map((each) => each?.by))).toEqual(
      new Set([undefined, 'partner', 'operator', 'system']),
    );
    expect(endings?.map((each) => each?.reason)).toEqual(
      expect.arrayContaining(['payment_refused', 'no_crew_available']),
    );
  });

  it('is identical for the same seed, except for values that are random by design', () => {
    expect(comparable(one?.bookings)).toEqual(comparable(other?.bookings));
    // The time at which an endpoint is reported as failing depends on when deliveries are attempted.
    const inOrder = (events: readonly string[] = []) =>
      events.filter((event) => !event.includes(' webhook_endpoint.')).toSorted((a, b) => a.localeCompare(b));
    expect(inOrder(one?.events)).toEqual(inOrder(other?.events));
  });

  it('passes all checks of the doctor', () => {
    expect(one?.brokenChecks).toEqual([]);
  });

  it('leaves the operator the full time to set up a second factor', () => {
    expect(one?.firstSignedInAt).toBeNull();
  });

  it('leaves its partners their whole rate limit', () => {
    expect(one?.limitedAccounts).toBe(0);
  });

  it('fills every list of the console', () => {
    for (const [page, count] of Object.entries(one?.operatorSees ?? {}))
      expect(count, page).toBeGreaterThan(0);
  });

  it('can be added to another one, with crews of other names', async () => {
    const names = (await other?.addAnother()) ?? [];
    expect(names).toHaveLength(14);
    expect(new Set(names).size).toBe(14);
  });
});
