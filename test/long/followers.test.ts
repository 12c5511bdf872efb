// Event followers: each processes every event once and in order, independently of the other followers.
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Follower } from '../../src/jobs/follower.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { until } from '../support/until.ts';
import { emitEvents } from '../support/webhook-endpoints.ts';

describe('an event follower', () => {
  let test: TestApp;
  let accountId: string;
  let followers: Follower[] = [];

  beforeAll(async () => {
    test = await startTestApp();
    test.app.worker.start();
    accountId = (await test.organization()).id;
  });
  beforeEach(async () => {
    await queryAsOwner(
      test.connection,
      `insert into event_follower select name, coalesce((select max(position) from event), 0)
       from unnest(array['reader', 'choosy']) as name
       on conflict (name) do update set position = excluded.position`,
    );
  });
  afterEach(async () => {
    for (const follower of followers) await follower.stop();
    followers = [];
  });
  afterAll(() => test.close());

  /** A follower that records the ids of its events after its transaction is committed. */
  const follow = (name: string, canProcess: (type: string) => boolean = () => true) => {
    const seen: string[] = [];
    const write = async (_trx: unknown, events: readonly { id: string; type: string }[]) => {
      if (!events.every(({ type }) => canProcess(type))) throw new Error('cannot be processed');
      return () => seen.push(...events.map(({ id }) => id));
    };
    const follower = new Follower(name, test.system, { write }, pino({ level: 'silent' }));
    followers.push(follower);
    follower.start();
    return seen;
  };
  const inOrder = async () => {
    const rows = await queryAsOwner<{ id: string }>(
      test.connection,
      `select id from event where account_id = $1 and position is not null order by position`,
      [accountId],
    );
    return rows.map(({ id }) => id);
  };

  it('receives each event once and in order, with several processes', async () => {
    const lists = [follow('reader'), follow('reader'), follow('reader')];
    const before = await inOrder();
    for (let round = 0; round < 10; round += 1) await emitEvents(test, accountId, 20);
    const count = () => lists.reduce((sum, list) => sum + list.length, 0);
    await until(
      async () => count(),
      (seen) => seen >= 200,
    );
    const expected = (await inOrder()).slice(before.length);
    expect(lists.flat().sort()).toEqual([...expected].sort());
    // Each process receives its events in order.
    for (const list of lists) expect(list).toEqual(expected.filter((id) => list.includes(id)));
  });

  it('continues after its last position', async () => {
    const first = follow('reader');
    const [one] = await emitEvents(test, accountId, 1);
    await until(
      async () => first.length,
      (seen) => seen === 1,
    );
    await followers[0]?.stop();
    const [two] = await emitEvents(test, accountId, 1);
    const second = follow('reader');
    await until(
      async () => second.length,
      (seen) => seen === 1,
    );
    expect([first, second]).toEqual([[one], [two]]);
  });

  it('does not wait for another follower that fails on an event, and neither does the relay', async () => {
    let canProcess = false;
    const choosy = follow('choosy', () => canProcess);
    const reader = follow('reader');
    const ids = await emitEvents(test, accountId, 3);
    await until(
      async () => reader.length,
      (seen) => seen === 3,
    );
    expect(choosy).toEqual([]);
    expect((await inOrder()).slice(-3).sort()).toEqual([...ids].sort());
    canProcess = true;
    await until(
      async () => choosy.length,
      (seen) => seen === 3,
    );
    expect(choosy).toEqual(reader);
  });
});
