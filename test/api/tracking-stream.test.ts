// How open tracking pages hear that their delivery moved: at once, of their own booking only, and again after any break.
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { MAX_CONNECTIONS_PER_ADDRESS } from '../../src/features/tracking/tracking-sse.ts';
import { startTestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { EventStream } from '../support/event-stream.ts';
import { PATIENCE_MS, timeGoal } from '../support/scale.ts';
import { TrackingStage } from '../support/tracked-booking.ts';

let stage: TrackingStage;
const open: EventStream[] = [];
beforeAll(async () => {
  stage = await TrackingStage.start();
});
afterEach(() => {
  for (const stream of open.splice(0)) stream.close();
});
afterAll(() => stage.close());

async function connect(token: string, baseUrl = stage.test.baseUrl): Promise<EventStream> {
  const stream = await EventStream.open(`${baseUrl}/track/api/${token}/stream`, {});
  open.push(stream);
  return stream;
}

async function listen(token: string, baseUrl?: string): Promise<EventStream> {
  const stream = await connect(token, baseUrl);
  expect(stream.response.statusCode).toBe(200);
  expect(await stream.next()).toBe('retry: 2000');
  return stream;
}

/** Booked, and the word of that is out already. */
async function quiet() {
  const shown = await stage.book();
  const stream = await listen(shown.token);
  await stage.mover.assign(shown.id);
  expect(await stream.nextChange()).toEqual({ kind: 'booking' });
  stream.close();
  return shown;
}

const said = { kind: 'booking' };

describe('an open tracking page', () => {
  it('hears within two seconds that its booking moved, by either link, and of the crew’s position', async () => {
    const shown = await quiet();
    const streams = await Promise.all([shown.token, ...shown.contactTokens].map((token) => listen(token)));
    const moves = [
      () => stage.mover.depart(shown.id),
      () => stage.report(shown.id, [-73.97, 40.78], 20),
      () => stage.mover.arrive(shown.id),
    ];
    for (const move of moves) {
      const startedAt = performance.now();
      await move();
      await stage.wake();
      for (const stream of streams) expect(await stream.nextChange()).toEqual(said);
      expect(performance.now() - startedAt).toBeLessThan(timeGoal(2_000));
    }
  });

  it('is one that browsers and proxies pass on at once', async () => {
    const { response } = await listen((await stage.book()).token);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });

  it('hears nothing of other bookings, and nothing but that something moved', async () => {
    const [mine, other] = [await quiet(), await quiet()];
    const [own, others] = [await listen(mine.token), await listen(other.token)];
    await stage.mover.depart(other.id);
    expect(await others.next()).toBe('event: change\ndata: {"kind":"booking"}');
    await queryAsOwner(stage.test.connection, `select pg_notify('waybill_tracking', $1)`, [`x,,${mine.id}`]);
    // The first that comes is the one just sent.
    expect(await own.nextChange()).toEqual(said);
    await stage.mover.depart(mine.id);
    expect(await own.nextChange()).toEqual(said);
  });

  it('hears it at every process', async () => {
    const shown = await quiet();
    const second = await startTestApp({ sharing: stage.test, clock: stage.clock });
    try {
      const stream = await listen(shown.token, second.baseUrl);
      await stage.mover.depart(shown.id);
      expect(await stream.nextChange()).toEqual(said);
    } finally {
      await second.close();
    }
  });

  it('is sent away when this process may have missed something, and finds the rest on coming back', async () => {
    const shown = await quiet();
    const stream = await listen(shown.token);
    await queryAsOwner(
      stage.test.connection,
      `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'waybill:listener' and datname = current_database()`,
    );
    expect(await stream.nextChange()).toBeNull();
    await stage.mover.depart(shown.id);
    await expect.poll(async () => (await stage.test.anonymous.get('/ready')).status).toBe(200);
    const again = await listen(shown.token);
    const answer = await fetch(`${stage.test.baseUrl}/track/api/${shown.token}`);
    expect(await answer.json()).toMatchObject({ stage: 'on_the_way' });
    await stage.mover.arrive(shown.id);
    expect(await again.nextChange()).toEqual(said);
  });

  it('does not hold up a server that stops', async () => {
    const { token } = await stage.book();
    const stopping = await startTestApp({ sharing: stage.test, clock: stage.clock });
    const stream = await listen(token, stopping.baseUrl);
    stopping.app.drain();
    expect(await stream.nextChange()).toBeNull();
    // Whoever comes now is sent away gently.
    expect(await (await listen(token, stopping.baseUrl)).nextChange()).toBeNull();
    const stopped = await Promise.race([
      stopping.close().then(() => 'stopped'),
      delay(PATIENCE_MS, 'held up', { ref: false }),
    ]);
    expect(stopped).toBe('stopped');
  });

  it('is one of so many that an address may have', async () => {
    const { token } = await stage.book();
    const streams = await Promise.all(
      Array.from({ length: MAX_CONNECTIONS_PER_ADDRESS }, () => listen(token)),
    );
    const refused = await connect(token);
    expect(refused.response.statusCode).toBe(429);
    expect(refused.response.headers['retry-after']).toBe('30');
    streams[0]?.close();
    await expect.poll(async () => (await connect(token)).response.statusCode).toBe(200);
  });

  it('needs a link that works', async () => {
    expect((await connect('AAAAAAAAAAAAAAAAAAAAAA')).response.statusCode).toBe(404);
  });
});
