// The LISTEN connection of a process, and the list of live listeners. Each listener holds a shared advisory lock on its
// own random id; PostgreSQL releases the lock with the connection, so pg_locks lists exactly the connected listeners.
//
//   connecting → listening (LISTEN done, lock held) → lost (connection gone) → connecting …
// Caches that are invalidated by notifications must not be used unless `listening` is true.
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, escapeIdentifier } from 'pg';
import type { Logger } from 'pino';
import type { ConnectionOptions } from './pool.ts';

export const LISTENER_LOCK_CLASS = 0x57_42_4c_53; // "WBLS"
const pingIntervalMillis = 2_000;
const responseTimeoutMillis = 2_000;
const retryMillis = 250;

export class Listener {
  /** Id of this process among the listeners of its database. */
  readonly id = randomInt(1, 2 ** 31 - 1);
  readonly #connection: ConnectionOptions;
  readonly #log: Logger;
  readonly #handlers = new Map<string, ((payload: string) => void)[]>();
  readonly #onLost: (() => void)[] = [];
  #client: Client | null = null;
  #stopped = false;

  constructor(connection: ConnectionOptions, log: Logger) {
    this.#connection = connection;
    this.#log = log;
  }

  get listening(): boolean {
    return this.#client !== null;
  }

  /** A channel may have several handlers. */
  on(channel: string, handler: (payload: string) => void): void {
    this.#handlers.set(channel, [...(this.#handlers.get(channel) ?? []), handler]);
  }

  onLost(handler: () => void): void {
    this.#onLost.push(handler);
  }

  async start(): Promise<void> {
    this.#client = await this.#connect();
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    const client = this.#client;
    this.#client = null;
    await client?.end().catch(() => {});
  }

  async notify(channel: string, payload: string): Promise<void> {
    if (!this.#client) throw new Error('Connection terminated: the listener is not connected');
    await this.#client.query('select pg_notify($1, $2)', [channel, payload]);
  }

  /** Ids of all connected listeners, including this one. */
  async peers(): Promise<number[]> {
    if (!this.#client) return [];
    const { rows } = await this.#client.query<{ id: number }>(
      `select objid::int as id from pg_locks where locktype = 'advisory' and classid = $1 and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())`,
      [LISTENER_LOCK_CLASS],
    );
    return rows.map((row) => row.id);
  }

  async #connect(): Promise<Client> {
    const timeoutMillis = this.#connection.patienceMillis ?? responseTimeoutMillis;
    const client = new Client({
      ...this.#connection,
      application_name: 'waybill:listener',
      connectionTimeoutMillis: timeoutMillis,
      query_timeout: timeoutMillis,
      keepAlive: true,
      // Notifications must be sendable while another statement is running.
      pipeline: true,
    });
    client.on('error', () => this.#handleLost(client));
    client.on('end', () => this.#handleLost(client));
    client.on('notification', ({ channel, payload }) => {
      for (const handler of this.#handlers.get(channel) ?? []) handler(payload ?? '');
    });
    try {
      await client.connect();
      // Sent together, without waiting for each response.
      await Promise.all([
        ...[...this.#handlers.keys()].map((channel) => client.query(`listen ${escapeIdentifier(channel)}`)),
        client.query('select pg_advisory_lock_shared($1, $2)', [LISTENER_LOCK_CLASS, this.id]),
      ]);
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
    void this.#ping(client);
    return client;
  }

  /** Detects connections that died without closing the socket. */
  async #ping(client: Client): Promise<void> {
    for (;;) {
      await delay(pingIntervalMillis, null, { ref: false });
      if (this.#client !== client) return;
      try {
        await client.query('select 1');
      } catch {
        this.#handleLost(client);
        return;
      }
    }
  }

  #handleLost(client: Client): void {
    if (this.#client !== client || this.#stopped) return;
    this.#client = null;
    this.#log.warn('notification listener disconnected; caches disabled until it reconnects');
    for (const handler of this.#onLost) handler();
    void client.end().catch(() => {});
    void this.#reconnect();
  }

  async #reconnect(): Promise<void> {
    while (!this.#stopped) {
      try {
        const client = await this.#connect();
        if (this.#stopped) {
          await client.end();
          return;
        }
        this.#client = client;
        this.#log.info('notification listener reconnected');
        return;
      } catch {
        await delay(retryMillis, null, { ref: false });
      }
    }
  }
}
