// SSE hub of the tracking pages in this process. Each connection receives an event without content when its booking
// changes. A connection ends when the reader is too slow, when the LISTEN connection is lost, on shutdown, and after at
// most 30 minutes; the page then reconnects, is authorised again and reloads.
import type { Listener } from '../../db/listener.ts';
import type { SseConnection } from '../../http/sse-connection.ts';
import { Problem } from '../../lib/problem.ts';
import { parseTrackingPayload, trackingChannel } from './tracking-change-notifier.ts';
import type { TrackingChange } from './tracking-wire.ts';

/** High, because many phones may share one network address. */
export const MAX_CONNECTIONS_PER_ADDRESS = 60;
const maxConnections = 10_000;
const heartbeatMillis = 15_000;
const maxHeartbeats = 120;

const change: TrackingChange = { kind: 'booking' };
const changeEvent = `event: change\ndata: ${JSON.stringify(change)}\n\n`;

interface Connection {
  readonly bookingId: string;
  readonly address: string;
  readonly stream: SseConnection;
  heartbeats: number;
}

export class TrackingSseHub {
  readonly #listener: Pick<Listener, 'listening'>;
  readonly #connectionsByBooking = new Map<string, Set<Connection>>();
  readonly #countByAddress = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #connectionCount = 0;
  #draining = false;

  constructor(listener: Pick<Listener, 'listening' | 'on' | 'onLost'>) {
    this.#listener = listener;
    listener.on(trackingChannel, (payload) => this.#notify(payload));
    listener.onLost(() => this.#closeAll());
    this.#timer = setInterval(() => this.beat(), heartbeatMillis).unref();
  }

  /** Returns a function to call when the client has disconnected. */
  open(bookingId: string, address: string, open: () => SseConnection): () => void {
    this.#refuseTooMany(address);
    const connection = { bookingId, address, stream: open(), heartbeats: 0 };
    connection.stream.write('retry: 2000\n\n');
    if (this.#draining || !this.#listener.listening) {
      connection.stream.end();
      return () => {};
    }
    this.#add(connection);
    return () => this.#close(connection);
  }

  /** Heartbeat. Closes connections after `maxHeartbeats`, because the link may have expired. */
  beat(): void {
    for (const connection of this.#all()) {
      connection.heartbeats += 1;
      if (connection.heartbeats > maxHeartbeats || !connection.stream.write(':\n\n')) this.#close(connection);
    }
  }

  drain(): void {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#closeAll();
  }

  #refuseTooMany(address: string): void {
    const isFull = this.#connectionCount >= maxConnections;
    if (!isFull && (this.#countByAddress.get(address) ?? 0) < MAX_CONNECTIONS_PER_ADDRESS) return;
    throw Problem.of(
      'rate_limit_exceeded',
      isFull
        ? 'Too many live connections are open. Try again later.'
        : 'Too many live connections are open from this address.',
      { retryAfterSeconds: 30 },
    );
  }

  #notify(payload: string): void {
    for (const bookingId of parseTrackingPayload(payload)) {
      for (const connection of this.#connectionsByBooking.get(bookingId) ?? []) {
        if (!connection.stream.write(changeEvent)) this.#close(connection);
      }
    }
  }

  #add(connection: Connection): void {
    const { bookingId, address } = connection;
    this.#connectionsByBooking.set(
      bookingId,
      (this.#connectionsByBooking.get(bookingId) ?? new Set()).add(connection),
    );
    this.#countByAddress.set(address, (this.#countByAddress.get(address) ?? 0) + 1);
    this.#connectionCount += 1;
  }

  #closeAll(): void {
    for (const connection of this.#all()) this.#close(connection);
  }

  #close(connection: Connection): void {
    const { bookingId, address } = connection;
    const connections = this.#connectionsByBooking.get(bookingId);
    if (!connections?.delete(connection)) return;
    if (connections.size === 0) this.#connectionsByBooking.delete(bookingId);
    const left = (this.#countByAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#countByAddress.set(address, left);
    else this.#countByAddress.delete(address);
    this.#connectionCount -= 1;
    connection.stream.end();
  }

  #all(): Connection[] {
    return [...this.#connectionsByBooking.values()].flatMap((connections) => [...connections]);
  }
}
