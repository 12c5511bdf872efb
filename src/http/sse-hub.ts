// SSE hub: the open pages of one kind in this process. Each connection belongs to a group and receives the changes of
// that group only. A connection is closed when its session ends, when the reader is too slow, when the listener is
// disconnected, and at shutdown; the page then reconnects and reloads everything.
import type { Listener } from '../db/listener.ts';
import { Problem } from '../lib/problem.ts';
import type { SseConnection } from './sse-connection.ts';

const heartbeatMillis = 15_000;

interface Stream {
  readonly group: string;
  readonly sessionId: string;
  readonly line: SseConnection;
}

/** Returns those of the sessions that are still valid. */
export type FindLiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

export interface SseHubOptions {
  /** NOTIFY channel that tells all processes that a session has ended. */
  readonly endedChannel: string;
  readonly maxPerGroup: number;
  readonly findLiveSessions: FindLiveSessions;
}

export type SseListener = Pick<Listener, 'listening' | 'notify' | 'on' | 'onLost'>;

export class SseHub {
  readonly #listener: SseListener;
  readonly #options: SseHubOptions;
  readonly #streamsByGroup = new Map<string, Set<Stream>>();
  readonly #timer: NodeJS.Timeout;
  #draining = false;

  constructor(listener: SseListener, options: SseHubOptions) {
    this.#listener = listener;
    this.#options = options;
    listener.on(options.endedChannel, (sessionId) => this.#closeSession(sessionId));
    listener.onLost(() => this.#closeAll());
    this.#timer = setInterval(() => void this.beat(), heartbeatMillis).unref();
  }

  /** Returns a function to call when the client has disconnected. */
  open(group: string, sessionId: string, open: () => SseConnection): () => void {
    const streams = this.#streamsByGroup.get(group) ?? new Set();
    const { maxPerGroup } = this.#options;
    if (streams.size >= maxPerGroup) {
      throw Problem.of('rate_limit_exceeded', `At most ${maxPerGroup} event streams can be open at once.`, {
        retryAfterSeconds: 30,
      });
    }
    const stream = { group, sessionId, line: open() };
    stream.line.write('retry: 2000\n\n');
    if (this.#draining || !this.#listener.listening) {
      stream.line.end();
      return () => {};
    }
    streams.add(stream);
    this.#streamsByGroup.set(group, streams);
    return () => this.#close(stream);
  }

  /** Sends a change to every page of the group in this process. */
  tell(group: string, change: object): void {
    const text = `event: change\ndata: ${JSON.stringify(change)}\n\n`;
    for (const stream of this.#streamsByGroup.get(group) ?? []) {
      if (!stream.line.write(text)) this.#close(stream);
    }
  }

  /** Closes the connections of a session in every process. */
  async endSession(sessionId: string): Promise<void> {
    this.#closeSession(sessionId);
    // A process that misses the notification closes them with its next heartbeat.
    await this.#listener.notify(this.#options.endedChannel, sessionId).catch(() => {});
  }

  /** Heartbeat: keeps connections alive, and closes those whose session has ended. */
  async beat(): Promise<void> {
    const sessions = [...new Set(this.#all().map(({ sessionId }) => sessionId))];
    if (sessions.length === 0) return;
    const live = await this.#options.findLiveSessions(sessions).catch(() => null);
    for (const stream of this.#all()) {
      const hasEnded = live !== null && sessions.includes(stream.sessionId) && !live.has(stream.sessionId);
      if (hasEnded || !stream.line.write(':\n\n')) this.#close(stream);
    }
  }

  drain(): void {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#closeAll();
  }

  #closeSession(sessionId: string): void {
    for (const stream of this.#all()) if (stream.sessionId === sessionId) this.#close(stream);
  }

  #closeAll(): void {
    for (const stream of this.#all()) this.#close(stream);
  }

  #close(stream: Stream): void {
    const streams = this.#streamsByGroup.get(stream.group);
    if (!streams?.delete(stream)) return;
    if (streams.size === 0) this.#streamsByGroup.delete(stream.group);
    stream.line.end();
  }

  #all(): Stream[] {
    return [...this.#streamsByGroup.values()].flatMap((streams) => [...streams]);
  }
}
