// The SSE stream of the tracking page: immediate invalidations, for its own booking only, and recovery after a lost connection.
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

/** A booking whose pending notifications have already been delivered. */
async function settledBooking() {
  const shown = await stage.book();
  const stream = await listen(shown.token);
  await stage.mover.assign(shown.id);
  expect(await stream.nextChange()).toEqual({ kind: 'booking' });
  stream.close();
  return shown;
}

const bookingChange = { kind: 'booking' };

describe('the SSE connection of a tracking page', () => {
  it('reports a change of the booking or the crew position within two seconds, for every link', async () => {
    const shown = await settledBooking();
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
      for (const stream of streams) expect(await stream.nextChange()).toEqual(bookingChange);
      expect(performance.now() - startedAt).toBeLessThan(timeGoal(2_000));
    }
  });

  it('has headers that keep browsers and proxies from buffering it', async () => {
    const { response } = await listen((await stage.book()).token);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
  });

  it('reports only that its own booking has changed, without data', async () => {
    const [mine, other] = [await settledBooking(), await settledBooking()];
    const [own, others] = [await listen(mine.token), await listen(other.token)];
    await stage.mover.depart(other.id);
    expect(await others.next()).toBe('event: change\ndata: {"kind":"booking"}');
    await queryAsOwner(stage.test.connection, `select pg_notify('waybill_tracking', $1)`, [`x,,${mine.id}`]);
    // The first change is the one just sent.
    expect(await own.nextChange()).toEqual(bookingChange);
    await stage.mover.depart(mine.id);
    expect(await own.nextChange()).toEqual(bookingChange);
  });

  it('receives changes in every process', async () => {
    const shown = await settledBooking();
    const second = await startTestApp({ sharing: stage.test, clock: stage.clock });
    try {
      const stream = await listen(shown.token, second.baseUrl);
      await stage.mover.depart(shown.id);
      expect(await stream.nextChange()).toEqual(bookingChange);
    } finally {
      await second.close();
    }
  });

  it('ends when the process loses its listener connection, and a new connection shows the current state', async () => {
    const shown = await settledBooking();
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
    expect(await again.nextChange()).toEqual(bookingChange);
  });

  it('does not delay a server stop', async () => {
    const { token } = await stage.book();
    const stopping = await startTestApp({ sharing: stage.test, clock: stage.clock });
    const stream = await listen(token, stopping.baseUrl);
    stopping.app.drain();
    expect(await stream.nextChange()).toBeNull();
    // A connection during the drain is ended in an orderly way.
    expect(await (await listen(token, stopping.baseUrl)).nextChange()).toBeNull();
    const stopped = await Promise.race([
      stopping.close().then(() => 'stopped'),
      delay(PATIENCE_MS, 'held up', { ref: false }),
    ]);
    expect(stopped).toBe('stopped');
  });

  it('counts towards the limit per address', async () => {
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

  it('requires a valid link', async () => {
    expect((await connect('AAAAAAAAAAAAAAAAAAAAAA')).response.statusCode).toBe(404);
  });
});
