// The Waybill application without a port, for the demo: requests go through the real server, on a clock that the demo
// moves. No external service is called: the geocoder is the embedded one, with the imported map regions; distances are
// estimates; messages are only stored; webhooks go to a stub.
import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { App } from '../../app.ts';
import type { Config, EnvironmentConfig } from '../../config.ts';
import type { ConnectionOptions } from '../../db/pool.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import { createMessenger } from '../../integrations/messenger/create-messenger.ts';
import { estimateRouter } from '../../integrations/router/estimate-router.ts';
import { isQuiescent } from '../../jobs/quiescence.ts';
import type { Clock } from '../../lib/clock.ts';
import { ascendingIds, type Ids } from '../../lib/ids.ts';
import type { MasterKey } from '../../lib/key-ring.ts';
import { demoReceiver } from './demo-receiver.ts';

export interface DemoAppOptions {
  readonly config: Config;
  readonly environment: EnvironmentConfig;
  readonly connection: ConnectionOptions;
  readonly masterKeys: readonly MasterKey[];
  readonly log: Logger;
  readonly system: SystemDatabase;
  readonly beginsMs: number;
}

export interface DemoCall {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly body?: object;
  readonly photo?: Buffer;
  /** Expected status; any 2xx if not given. */
  readonly status?: number;
}

const IDLE_TIMEOUT_MS = 30_000;
const MAX_ATTEMPTS = 20;
const RETRY_MS = 500;

export class DemoApp {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly #app: App;
  readonly #system: SystemDatabase;
  readonly #move: (toMs: number) => void;

  private constructor(parts: {
    clock: Clock;
    ids: Ids;
    app: App;
    system: SystemDatabase;
    move: (toMs: number) => void;
  }) {
    this.clock = parts.clock;
    this.ids = parts.ids;
    this.#app = parts.app;
    this.#system = parts.system;
    this.#move = parts.move;
  }

  static async open({ config, environment, beginsMs, system, ...options }: DemoAppOptions): Promise<DemoApp> {
    let nowMs = beginsMs;
    const clock = { now: () => new Date(nowMs) };
    const ids = ascendingIds(() => nowMs);
    // Imported late, so that other commands do not load the whole server.
    const { buildApp } = await import('../../app.ts');
    const app = await buildApp(
      {
        ...options,
        // The demo operator is an administrator who signs in by script for two weeks.
        environment: { ...environment, adminMfaGraceDays: null },
        metrics: new Registry(),
        // No rate limits: two weeks of requests arrive within seconds.
        config: {
          ...config,
          geocoder: { provider: 'embedded' },
          rateLimit: { ...config.rateLimit, requests: 1_000_000 },
          addressLimitPerMinute: 1_000_000,
        },
      },
      {
        clock,
        ids,
        random: () => 0.5,
        router: estimateRouter,
        messenger: createMessenger(environment.name, { smtp: null, twilio: null }),
        webhookSender: demoReceiver(),
      },
    );
    app.worker.start();
    const move = (toMs: number) => {
      nowMs = Math.max(nowMs, toMs);
    };
    return new DemoApp({ clock, ids, app, system, move });
  }

  /** Moves the clock forward; an earlier time is ignored. */
  moveTo(ms: number): void {
    this.#move(ms);
  }

  async call<T = Record<string, never>>(token: string, path: string, call: DemoCall = {}): Promise<T> {
    const method = call.method ?? (call.body || call.photo ? 'POST' : 'GET');
    const payload = call.photo ?? (call.body && JSON.stringify(call.body));
    const request = {
      method,
      url: path,
      headers: {
        host: 'demo',
        'user-agent': 'waybill-demo',
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(payload && { 'content-type': call.photo ? 'image/jpeg' : 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': randomBytes(12).toString('hex') }),
      },
      ...(payload && { payload }),
    };
    let response = await this.#app.server.inject(request);
    // A busy machine: the same request, with the same idempotency key, succeeds a moment later.
    for (let attempt = 1; response.statusCode === 503 && attempt < MAX_ATTEMPTS; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      response = await this.#app.server.inject(request);
    }
    const isExpected =
      call.status === undefined ? response.statusCode < 300 : response.statusCode === call.status;
    if (!isExpected) throw new Error(`${method} ${path} returned ${response.statusCode}: ${response.body}`);
    return (response.body === '' ? null : JSON.parse(response.body)) as T;
  }

  /** Waits until all background work caused by the requests so far is done. */
  async rest(): Promise<void> {
    const deadline = performance.now() + IDLE_TIMEOUT_MS;
    while (!(await isQuiescent(this.#system, this.clock.now()))) {
      if (performance.now() > deadline)
        throw new Error('The background work of the demo did not finish within 30 s.');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  async close(): Promise<void> {
    await this.#app.close();
  }
}
