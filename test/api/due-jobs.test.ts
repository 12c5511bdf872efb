// Due jobs: claims, leases, retries with back-off, and takeover from workers that died.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { indexPlanSettings } from '../../src/db/environment-database.ts';
import { addJobs } from '../../src/jobs/add-jobs.ts';
import { claimJobs, type DueJob, nextDueAt } from '../../src/jobs/due-job-store.ts';
import { DueJobs, type JobOutcome } from '../../src/jobs/due-jobs.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { explainStatements } from '../support/query-plans.ts';

interface Row {
  readonly key: string;
  readonly tries: number;
  readonly last_error: string | null;
  readonly due_at: Date;
}

describe('a due job', () => {
  const clock = new TestClock();
  let test: TestApp;
  let accountId: string;
  let workers: DueJobs[] = [];

  beforeAll(async () => {
    test = await startTestApp({ clock });
    accountId = (await test.organization()).id;
  });
  beforeEach(async () => {
    await queryAsOwner(test.connection, 'delete from due_job');
  });
  afterEach(async () => {
    for (const worker of workers) await worker.stop();
    workers = [];
  });
  afterAll(() => test.close());

  const add = (key: string, inSeconds = 0, data: unknown = {}) =>
    addJobs(
      test.system,
      [
        {
          kind: 'test.job',
          key,
          accountId,
          dueAt: new Date(clock.now().getTime() + inSeconds * 1_000),
          data,
        },
      ],
      clock.now(),
    );
  const rows = () => queryAsOwner<Row>(test.connection, 'select * from due_job order by key');

  /** Starts a worker. `until(count)` resolves when it has handled that many jobs. */
  function work(handle: (job: DueJob) => Promise<JobOutcome>) {
    let waiting: { count: number; resolve: () => void }[] = [];
    const done: DueJob[] = [];
    const worker = new DueJobs(test.system, clock, pino({ level: 'silent' }), [
      {
        kind: 'test.job',
        handle: async (job) => {
          try {
            return await handle(job);
          } finally {
            done.push(job);
            for (const { count, resolve } of waiting) if (done.length >= count) resolve();
            waiting = waiting.filter(({ count }) => count > done.length);
          }
        },
      },
    ]);
    workers.push(worker);
    worker.start();
    const until = (count: number) =>
      new Promise<void>((resolve) => (done.length >= count ? resolve() : waiting.push({ count, resolve })));
    return { worker, done, until };
  }

  it('is handled once and then deleted', async () => {
    await add('one');
    const { worker, until } = work(async () => 'done');
    await until(1);
    await worker.stop();
    expect(await rows()).toEqual([]);
  });

  it('is not handled before its due time', async () => {
    await add('later', 60);
    await add('now');
    const { worker, done, until } = work(async () => 'done');
    await until(1);
    expect(done.map(({ key }) => key)).toEqual(['now']);
    clock.advance({ minutes: 1 });
    worker.wake();
    await until(2);
    expect(done.map(({ key }) => key)).toEqual(['now', 'later']);
  });

  it('is handled again with the data that its handler returned', async () => {
    await add('steps', 0, { step: 1 });
    const { done, until } = work(async ({ data }) => {
      const { step } = data as { step: number };
      return step === 3 ? 'done' : { againAt: clock.now(), data: { step: step + 1 } };
    });
    await until(3);
    expect(done.map(({ data }) => data)).toEqual([{ step: 1 }, { step: 2 }, { step: 3 }]);
  });

  it('keeps a due time that was set while it was being handled', async () => {
    await add('paced');
    const set = new Date(clock.now().getTime() + 600_000);
    const { worker, until } = work(async () => {
      await queryAsOwner(test.connection, 'update due_job set due_at = $1', [set]);
      return { againAt: clock.now(), data: { step: 2 } };
    });
    await until(1);
    await worker.stop();
    expect(await rows()).toMatchObject([{ due_at: set, data: { step: 2 } }]);
  });

  it('exists once per key, even if it is added again', async () => {
    await add('same', 60, { asked: 1 });
    await add('same', 0, { asked: 2 });
    expect(await rows()).toMatchObject([{ key: 'same', data: { asked: 1 } }]);
  });

  it('is retried with back-off after a failure, and stores the error', async () => {
    await add('hard');
    const { worker, until } = work(async () => {
      throw new Error('not today');
    });
    await until(1);
    await worker.stop();
    const [first] = await rows();
    expect(first).toMatchObject({ tries: 1, last_error: 'not today' });
    expect(first?.due_at).toEqual(new Date(clock.now().getTime() + 1_000));

    clock.advance({ seconds: 1 });
    const again = work(async () => {
      throw new Error('nor tomorrow');
    });
    await again.until(1);
    await again.worker.stop();
    const [second] = await rows();
    expect(second).toMatchObject({ tries: 2, last_error: 'nor tomorrow' });
    expect(second?.due_at).toEqual(new Date(clock.now().getTime() + 2_000));
  });

  it('is taken over from a dead worker after its lease expires, and not before', async () => {
    await add('orphan');
    await add('free');
    await queryAsOwner(
      test.connection,
      `update due_job set tries = 1, leased_until = clock_timestamp() + interval '1 minute' where key = 'orphan'`,
    );
    const { worker, done, until } = work(async () => 'done');
    await until(1);
    expect(done.map(({ key }) => key)).toEqual(['free']);
    await queryAsOwner(test.connection, `update due_job set leased_until = clock_timestamp()`);
    worker.wake();
    await until(2);
    expect(done.map(({ key, tries }) => ({ key, tries }))).toEqual([
      { key: 'free', tries: 1 },
      { key: 'orphan', tries: 2 },
    ]);
  });

  it('is handled by only one of two workers', async () => {
    const first = work(async () => 'done');
    const second = work(async () => 'done');
    for (let number = 0; number < 40; number++) await add(`job-${number}`);
    first.worker.wake();
    second.worker.wake();
    while (first.done.length + second.done.length < 40)
      await Promise.race([first.until(first.done.length + 1), second.until(second.done.length + 1)]);
    const keys = [...first.done, ...second.done].map(({ key }) => key);
    expect(new Set(keys).size).toBe(40);
    expect(keys).toHaveLength(40);
  });

  it('is claimed by index among many waiting jobs, even if the plan was prepared when there were none', async () => {
    const explained = await explainStatements(test.connection, indexPlanSettings);
    const look = async () => {
      await claimJobs(explained.db, { kinds: ['test.job'], limit: 16, leaseSeconds: 20, now: clock.now() });
      await nextDueAt(explained.db, ['test.job', 'test.other']);
    };
    await look();
    const waiting = Array.from({ length: 2_000 }, (_, number) => ({
      kind: 'test.job',
      key: `waiting ${number}`,
      accountId,
      dueAt: new Date(clock.now().getTime() + (number + 1) * 60_000),
      data: {},
    }));
    for (let first = 0; first < waiting.length; first += 500)
      await addJobs(test.system, waiting.slice(first, first + 500), clock.now());
    explained.takePlans();
    await look();
    const touched = explained
      .takePlans()
      .flat()
      .filter((node) => node['Relation Name'] === 'due_job')
      .map((node) => (node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0));
    await explained.close();
    expect(touched.length).toBeGreaterThan(0);
    expect(Math.max(...touched)).toBeLessThan(20);
  });
});
