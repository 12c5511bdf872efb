// Sandbox environment with its worker. Simulation steps are 60 s apart: nothing advances by itself during a test, and
// an hour on the test clock runs a whole job.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ledgerChecks } from '../../src/features/billing/system/ledger-check-store.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import type { ApiClient, TestResponse } from './api-client.ts';
import { startTestApp, type TestApp, type TestAppOptions } from './app.ts';
import { until } from './until.ts';

export const twoStops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

export interface SandboxServer extends TestApp {
  close(): Promise<void>;
}

export async function startSandbox(options: TestAppOptions = {}): Promise<SandboxServer> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-sandbox-'));
  const test = await startTestApp({
    ...options,
    environment: 'sandbox',
    variables: {
      SIMULATION_STEP_SECONDS: '60',
      RATE_LIMIT_REQUESTS: '1000000',
      DATA_DIR: folder,
      ...options.variables,
    },
  });
  test.app.worker.start();
  return {
    ...test,
    close: async () => {
      await test.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Books a van for two stops, a day from now. */
export async function bookTwoStops(partner: ApiClient, more: object = {}) {
  const response = await partner.post('/bookings', {
    stops: twoStops,
    product: 'van',
    arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    ...more,
  });
  if (response.status !== 201) throw new Error(`booking failed: ${response.text}`);
  return response.body;
}

/** Violations that `waybill doctor` finds. */
export async function ailments({ system }: SandboxServer, publicUrl: string, now: Date) {
  const { checks } = await runDoctor(system, {
    publicUrl,
    now,
    eventsKeptSince: new Date(Date.now() - 86_400_000),
    more: ledgerChecks,
  });
  return checks.filter(({ brokenCount }) => brokenCount > 0);
}

export const auto = { test_specifications: { mode: 'auto' } };

export function control(partner: ApiClient, id: string, name: string, body?: object): Promise<TestResponse> {
  return partner.post(`/sandbox/bookings/${id}/${name}`, body);
}

/** Advances the simulation until the legacy field `dispatch_state` has this value; at most 20 steps. */
export async function advanceTo(partner: ApiClient, id: string, dispatchState: string) {
  for (let step = 0; step < 20; step += 1) {
    const { body } = await control(partner, id, 'advance');
    if (body.state === 'dispatched' && body.dispatch_state === dispatchState) return body;
  }
  throw new Error(`dispatch_state never became ${dispatchState}`);
}

export async function untilBookingHas(
  partner: ApiClient,
  id: string,
  fields: Readonly<Record<string, unknown>>,
) {
  const read = async () => (await partner.get(`/bookings/${id}`)).body;
  return until(read, (booking) => Object.entries(fields).every(([name, value]) => booking[name] === value));
}

/** Event types of a booking in the feed, once there are at least `count`. */
export async function eventTypes(partner: ApiClient, id: string, count: number): Promise<string[]> {
  const read = async (): Promise<string[]> => {
    const { body } = await partner.get(`/events?booking_id=${id}&limit=100`);
    return body.data.map(({ type }: { type: string }) => type);
  };
  return until(read, (types) => types.length >= count);
}
