// SSE hub of the tracking pages in this process. Each connection receives an event without content when its booking
// changes. A connection ends when the reader is too slow, when the LISTEN connection is lost, on shutdown, and after at
// most 30 minutes; the page then reconnects, is authorised again and reloads.
import type { Listener } from '../../db/listener.ts';
import type { StreamLine } from '../../http/sse-connection.ts';
import { Problem } from '../../lib/problem.ts';
import { readAnnouncement, trackingChannel } from './tracking-change-notifier.ts';
import type { TrackingChange } from './tracking-wire.ts';

/** High, because many phones may share one network address. */
export const MAX_LINES_PER_ADDRESS = 60;
const maxLines = 10_000;
const beatEveryMillis = 15_000;
const maxBeats = 120;

const change: TrackingChange = { kind: 'booking' };
const news = `event: change\ndata: ${JSON.stringify(change)}\n\n`;

interface Stream {
  readonly bookingId: string;
  readonly address: string;
  readonly line: StreamLine;
  beats: number;
}

export class TrackingStreams {
  readonly #listener: Pick<Listener, 'listening'>;
  readonly #ofBooking = new Map<string, Set<Stream>>();
  readonly #linesOfAddress = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #lineCount = 0;
  #draining = false;

  constructor(listener: Pick<Listener, 'listening' | 'on' | 'onLost'>) {
    this.#listener = listener;
    listener.on(trackingChannel, (payload) => this.#tell(payload));
    listener.onLost(() => this.#closeAll());
    this.#timer = setInterval(() => this.beat(), beatEveryMillis).unref();
  }

  /** Returns a function to call when the client has disconnected. */
  open(bookingId: string, address: string, open: () => StreamLine): () => void {
    this.#refuseTooMany(address);
    const stream = { bookingId, address, line: open(), beats: 0 };
    stream.line.write('retry: 2000\n\n');
    if (this.#draining || !this.#listener.listening) {
      stream.line.end();
      return () => {};
    }
    this.#add(stream);
    return () => this.#close(stream);
  }

  /** Heartbeat. Closes connections after `maxBeats`, because the link may have expired. */
  beat(): void {
    for (const stream of this.#all()) {
      stream.beats += 1;
      if (stream.beats > maxBeats || !stream.line.write(':\n\n')) this.#close(stream);
    }
  }

  drain(): void {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#closeAll();
  }

  #refuseTooMany(address: string): void {
    const isFull = this.#lineCount >= maxLines;
    if (!isFull && (this.#linesOfAddress.get(address) ?? 0) < MAX_LINES_PER_ADDRESS) return;
    throw Problem.of(
      'rate_limit_exceeded',
      isFull ? 'Too many pages listen at once.' : 'Too many pages listen from this address.',
      { retryAfterSeconds: 30 },
    );
  }

  #tell(payload: string): void {
    for (const bookingId of readAnnouncement(payload)) {
      for (const stream of this.#ofBooking.get(bookingId) ?? []) {
        if (!stream.line.write(news)) this.#close(stream);
      }
    }
  }

  #add(stream: Stream): void {
    const { bookingId, address } = stream;
    this.#ofBooking.set(bookingId, (this.#ofBooking.get(bookingId) ?? new Set()).add(stream));
    this.#linesOfAddress.set(address, (this.#linesOfAddress.get(address) ?? 0) + 1);
    this.#lineCount += 1;
  }

  #closeAll(): void {
    for (const stream of this.#all()) this.#close(stream);
  }

  #close(stream: Stream): void {
    const { bookingId, address } = stream;
    const streams = this.#ofBooking.get(bookingId);
    if (!streams?.delete(stream)) return;
    if (streams.size === 0) this.#ofBooking.delete(bookingId);
    const left = (this.#linesOfAddress.get(address) ?? 1) - 1;
    if (left > 0) this.#linesOfAddress.set(address, left);
    else this.#linesOfAddress.delete(address);
    this.#lineCount -= 1;
    stream.line.end();
  }

  #all(): Stream[] {
    return [...this.#ofBooking.values()].flatMap((streams) => [...streams]);
  }
}
