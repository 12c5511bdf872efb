// Load of a soak test: one partner that creates, changes, reads and lists bookings at a steady rate. Does less per
// response than ApiClient, which validates each one: the load generator must not delay its own requests.
import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Agent, request } from 'undici';
import type { ApiClient } from './api-client.ts';
import type { TimedRequest } from './slow-seconds.ts';

const hourMs = 3_600_000;
/** Bookings that later requests read and change. */
const knownBookings = 500;

export interface SoakLoadOptions {
  readonly perSecond: number;
  readonly concurrency: number;
}

interface Call {
  /** Method and route, for the report. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
}

/** A request before its server time is known. */
interface SentRequest extends Omit<TimedRequest, 'serverMs'> {
  readonly requestId: string;
}

export class SoakLoad {
  /** Texts of unexpected responses. */
  readonly failures: { readonly status: number; readonly text: string }[] = [];
  sent = 0;
  booked = 0;
  readonly #partner: ApiClient;
  readonly #options: SoakLoadOptions;
  readonly #agent: Agent;
  readonly #known: string[] = [];
  readonly #requests: SentRequest[] = [];
  readonly #firstHour = Math.ceil(Date.now() / hourMs) * hourMs + 24 * hourMs;
  #startedAtMs = 0;
  #isRunning = true;
  #done: Promise<void> = Promise.resolve();

  constructor(partner: ApiClient, options: SoakLoadOptions) {
    this.#partner = partner;
    this.#options = options;
    this.#agent = new Agent({ connections: options.concurrency });
  }

  /** `startedAtMs`: start of the run on the clock of `performance.now()`. */
  start(startedAtMs: number): void {
    this.#startedAtMs = startedAtMs;
    this.#done = this.#run();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    await this.#done;
    await this.#agent.close();
  }

  /** All requests that were answered, with their server times. */
  requests(serverTimes: ServerTimes): TimedRequest[] {
    return this.#requests.map(({ requestId, ...sent }) => ({ ...sent, serverMs: serverTimes.of(requestId) }));
  }

  /** Steady rate, independent of response times. */
  async #run(): Promise<void> {
    const { perSecond, concurrency } = this.#options;
    const inFlight = new Set<Promise<void>>();
    while (this.#isRunning) {
      const call = this.#send(this.#callNumber(this.sent++)).finally(() => inFlight.delete(call));
      inFlight.add(call);
      if (inFlight.size >= concurrency) await Promise.race(inFlight);
      const next = this.#startedAtMs + (this.sent * 1_000) / perSecond;
      await delay(Math.max(0, next - performance.now()));
    }
    await Promise.all(inFlight);
  }

  #callNumber(which: number): Call {
    const id = this.#known[which % Math.max(1, this.#known.length)];
    if (id === undefined || which % 5 === 0) {
      const from = new Date(this.#firstHour + (which % 300) * hourMs).toISOString();
      const stops = [
        { location: '350 5th Ave, New York, NY 10118' },
        { location: '1 Main St, Brooklyn, NY 11201' },
      ];
      const body = { stops, product: 'van', arrival_window_from: from };
      return { name: 'POST /bookings', method: 'POST', path: '/bookings', body };
    }
    const path = `/bookings/${id}`;
    if (which % 5 === 1)
      return {
        name: 'PATCH /bookings/{id}',
        method: 'PATCH',
        path,
        body: { description: `Number ${which}` },
      };
    if (which % 50 === 2)
      return { name: 'POST /bookings/{id}/cancel', method: 'POST', path: `${path}/cancel` };
    if (which % 5 === 2) return { name: 'GET /bookings', method: 'GET', path: '/bookings?limit=20' };
    return { name: 'GET /bookings/{id}', method: 'GET', path };
  }

  async #send({ name, method, path, body }: Call): Promise<void> {
    const startedAtMs = performance.now();
    const response = await request(this.#partner.baseUrl + path, {
      method,
      dispatcher: this.#agent,
      headers: {
        accept: 'application/vnd.service+json; version=2',
        authorization: `Bearer ${this.#partner.token}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    this.#requests.push({
      call: name,
      startedAtMs: startedAtMs - this.#startedAtMs,
      endedAtMs: performance.now() - this.#startedAtMs,
      requestId: String(response.headers['x-request-id']),
    });
    const { statusCode: status } = response;
    if (status >= 500) this.failures.push({ status, text });
    if (status === 201) this.#remember((JSON.parse(text) as { id: string }).id);
  }

  #remember(id: string): void {
    this.booked += 1;
    this.#known.push(id);
    if (this.#known.length > knownBookings) this.#known.shift();
  }
}

/** Times of requests from the access log of a server process with `LOG_LEVEL=info`. */
export class ServerTimes {
  readonly #byRequestId = new Map<string, number>();

  constructor(server: ChildProcess) {
    if (!server.stdout) throw new Error('the output of the server is not piped');
    createInterface({ input: server.stdout }).on('line', (line) => {
      const ms = /"ms":([\d.]+)/.exec(line)?.[1];
      const id = /"reqId":"([^"]+)"/.exec(line)?.[1];
      if (ms !== undefined && id !== undefined) this.#byRequestId.set(id, Number(ms));
    });
  }

  of(requestId: string): number | null {
    return this.#byRequestId.get(requestId) ?? null;
  }
}
