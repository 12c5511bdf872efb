// Many callers that open a connection and then send as little as possible, against a real process: other callers are
// still served, memory stays stable, and the connections are closed in time.
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingServers, startBookingServers } from '../support/booking-servers.ts';
import { measured } from '../support/fault-report-notes.ts';
import { rounds, timeGoal } from '../support/scale.ts';

const CROWD = rounds(20, 200);
const IDLE = rounds(100, 5_000);
const isFull = rounds(0, 1) === 1;

describe('many slow connections', () => {
  let servers: BookingServers;
  beforeAll(async () => {
    servers = await startBookingServers(1, {});
  });
  afterAll(() => servers.close());

  const server = () => servers.servers[0];
  const residentMegabytes = () => {
    // Without /proc, memory is not checked.
    try {
      const status = readFileSync(`/proc/${server()?.child.pid}/status`, 'utf8');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  };

  function open(first: string): { socket: Socket; closed: Promise<void> } {
    const { hostname, port } = new URL(server()?.production ?? '');
    const socket = connect(Number(port), hostname);
    const closed = new Promise<void>((resolve) => {
      socket.on('close', () => resolve());
      socket.on('error', () => resolve());
    });
    socket.on('data', () => {});
    if (first !== '') socket.write(first);
    return { socket, closed };
  }

  async function health(times: number): Promise<number> {
    const millis: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const startedAt = performance.now();
      expect((await fetch(`${server()?.production}/health`)).status).toBe(200);
      millis.push(performance.now() - startedAt);
      await delay(5);
    }
    return millis.toSorted((a, b) => a - b)[Math.floor(millis.length * 0.99)] ?? 0;
  }

  it('do not delay other callers, use little memory, and are closed in time', async () => {
    const { token } = await servers.partner();
    const authorized = `Authorization: Bearer ${token}`;
    const body = `PATCH /account HTTP/1.1\r\nHost: x\r\n${authorized}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"name":`;
    const headers = 'GET /account HTTP/1.1\r\nHost: x\r\nX-Slow: ';
    await health(20);
    const before = residentMegabytes();
    const startedAt = performance.now();
    const crowd = [
      ...Array.from({ length: CROWD }, () => open(body)),
      ...Array.from({ length: CROWD }, () => open(headers)),
    ];
    const idle: ReturnType<typeof open>[] = [];
    for (let number = 0; number < IDLE; number += 1) {
      idle.push(open(''));
      // The listener's backlog is short; overflowing connection attempts would be retried a second later.
      if (number % 100 === 99) await delay(5);
    }
    const p99 = await health(rounds(30, 300));
    const grown = residentMegabytes() - before;
    expect(grown).toBeLessThan(rounds(80, 150));
    expect(p99).toBeLessThan(timeGoal(250));
    let closedAfter = '';
    if (isFull) {
      await Promise.all(crowd.map(({ closed }) => closed));
      const seconds = (performance.now() - startedAt) / 1_000;
      closedAfter = `, slow connections closed after ${seconds.toFixed(1)} s`;
      expect(seconds).toBeLessThan(15);
    }
    for (const { socket } of [...crowd, ...idle]) socket.destroy();
    measured(
      `${CROWD} slow bodies, ${CROWD} slow headers, ${IDLE} idle connections: health p99 ${p99.toFixed(0)} ms, ${grown.toFixed(0)} MB more${closedAfter}`,
    );
    expect((await fetch(`${server()?.production}/ready`)).status).toBe(200);
  });
});
