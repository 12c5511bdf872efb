// Valid and invalid requests generated from the OpenAPI description, by clients that reuse ids they have seen.
// Reproducible by seed: each client has its own random sequence and waits for a response before its next request.
import { Pool } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { measured } from '../support/fault-report-notes.ts';
import { operations } from '../support/fuzz/described-operations.ts';
import { FuzzClient } from '../support/fuzz/fuzz-client.ts';
import { rounds } from '../support/scale.ts';
import { randomFrom, seed } from '../support/seed.ts';

const LANES = 8;
/** FUZZ_REQUESTS overrides the number. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? rounds(800, 100_000));

describe('generated requests to all operations', () => {
  let test: TestApp;
  let pool: Pool;
  beforeAll(async () => {
    test = await startTestApp({
      environment: 'sandbox',
      variables: {
        RATE_LIMIT_REQUESTS: '1000000',
        ADDRESS_LIMIT_REQUESTS: '1000000',
        WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8',
      },
    });
    pool = new Pool(test.baseUrl, { connections: LANES });
  });
  afterAll(async () => {
    await pool?.close();
    await test?.close();
  });

  it('get documented responses: no server error, no invalid request accepted', async () => {
    const lanes = await Promise.all(
      Array.from({ length: LANES }, async (_, number) => {
        const { client } = await test.organization(`lane ${number}`);
        const { token } = await test.partner({ client });
        return new FuzzClient({ pool, client, token: token ?? '', random: randomFrom(`lane ${number}`) });
      }),
    );
    await Promise.all(lanes.map((lane) => lane.run(Math.ceil(REQUESTS / LANES))));
    const faults = lanes.flatMap(({ report }, number) =>
      report.faults.map((fault) => `lane ${number}, ${fault}`),
    );
    expect(faults.length, `seed ${seed}\n${faults.slice(0, 12).join('\n')}`).toBe(0);

    const sum = (key: 'kinds' | 'accepted' | 'statuses') => {
      const total = new Map<string | number, number>();
      for (const { report } of lanes)
        for (const [name, times] of report[key]) total.set(name, (total.get(name) ?? 0) + times);
      return total;
    };
    const format = (counts: ReadonlyMap<string | number, number>) =>
      [...counts]
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, times]) => `${times} ${name}`)
        .join(', ');
    measured(
      `${REQUESTS} requests to ${operations.length} operations: ${format(sum('kinds'))}; statuses ${format(sum('statuses'))}`,
    );
    // The result is meaningful only if clients also made successful writes.
    const accepted = sum('accepted');
    expect(accepted.get('bookings.create') ?? 0).toBeGreaterThan(0);
    const unreached = operations.filter(({ id }) => !accepted.has(id)).map(({ id }) => id);
    if (unreached.length > 0) measured(`never successful in this run: ${unreached.join(', ')}`);
    if (rounds(0, 1) === 1) expect(unreached.length).toBeLessThan(operations.length / 4);
    expect(test.logged(), 'no unexpected failure in the log').not.toMatch(/unexpected failure/);
  });
});
