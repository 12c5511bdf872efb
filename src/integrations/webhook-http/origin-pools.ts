// Connection pools by origin (scheme, host, port). undici's Agent is not used, because it attributes the connections of
// a closing pool to its successor: after one truncated response it opens a new connection for every request (undici
// 7.30.2).
import { type buildConnector, type Dispatcher, Pool } from 'undici';
import { ObservedClient, type ObservedOptions } from './observed-client.ts';

/** Several endpoints may share a host; a hanging one must not occupy all connections. */
const connectionsPerOrigin = 128;
const idleConnectionMs = 10_000;

export class OriginPools {
  readonly #connect: buildConnector.connector;
  readonly #pools = new Map<string, Pool>();
  #isDestroyed = false;

  constructor(connect: buildConnector.connector) {
    this.#connect = connect;
  }

  dispatch(origin: string, options: ObservedOptions, handler: Dispatcher.DispatchHandler): void {
    const pool = this.#pools.get(origin) ?? this.#open(origin);
    pool.dispatch(options, handler);
  }

  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    const pools = [...this.#pools.values()];
    this.#pools.clear();
    await Promise.all(pools.map((pool) => pool.destroy()));
  }

  #open(origin: string): Pool {
    const connect = this.#connect;
    const pool = new Pool(origin, {
      factory: (of, own) => new ObservedClient(of, { ...own, connect }),
      connections: connectionsPerOrigin,
      keepAliveTimeout: idleConnectionMs,
      keepAliveMaxTimeout: idleConnectionMs,
      // The time limit of the exchange covers everything.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    const removeIfUnused = () => {
      const { connected, size } = pool.stats;
      if (connected > 0 || size > 0 || this.#pools.get(origin) !== pool) return;
      this.#pools.delete(origin);
      void pool.destroy();
    };
    pool.on('disconnect', removeIfUnused).on('connectionError', removeIfUnused);
    // A pool requested during shutdown must be destroyed as well.
    if (this.#isDestroyed) void pool.destroy();
    else this.#pools.set(origin, pool);
    return pool;
  }
}
