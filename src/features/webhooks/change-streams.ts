// The open pages of the portal in this process, each with a line on which it hears of its account's changes, and of
// nobody else's. A line ends with its session, when the reader is too slow, when this process can no longer hear of changes,
// and when it stops; a page then comes back by itself and looks at everything again.
import type { Listener } from '../../db/listener.ts';
import type { StreamLine } from '../../http/event-line.ts';
import { Problem } from '../../lib/problem.ts';
import { changeChannel, readChanges } from './change-channel.ts';
import type { StreamChange } from './portal-wire.ts';

const maxStreamsPerAccount = 50;
const beatEveryMillis = 15_000;
const endedChannel = 'waybill_portal_session_ended';

interface Stream {
  readonly accountId: string;
  readonly sessionId: string;
  readonly line: StreamLine;
}

/** Which of these sessions go on. */
export type FindLiveSessions = (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;

export class ChangeStreams {
  readonly #listener: Pick<Listener, 'listening' | 'notify'>;
  readonly #findLive: FindLiveSessions;
  readonly #ofAccount = new Map<string, Set<Stream>>();
  readonly #timer: NodeJS.Timeout;
  #draining = false;

  constructor(
    listener: Pick<Listener, 'listening' | 'notify' | 'on' | 'onLost'>,
    findLiveSessions: FindLiveSessions,
  ) {
    this.#listener = listener;
    this.#findLive = findLiveSessions;
    listener.on(changeChannel, (payload) => this.#tell(payload));
    listener.on(endedChannel, (sessionId) => this.#closeSession(sessionId));
    listener.onLost(() => this.#closeAll());
    this.#timer = setInterval(() => void this.beat(), beatEveryMillis).unref();
  }

  /** Returns what to call when the reader has gone. */
  open(accountId: string, sessionId: string, open: () => StreamLine): () => void {
    const streams = this.#ofAccount.get(accountId) ?? new Set();
    if (streams.size >= maxStreamsPerAccount) {
      throw Problem.of('rate_limit_exceeded', `At most ${maxStreamsPerAccount} pages can listen at once.`, {
        retryAfterSeconds: 30,
      });
    }
    const stream = { accountId, sessionId, line: open() };
    stream.line.write('retry: 2000\n\n');
    if (this.#draining || !this.#listener.listening) {
      stream.line.end();
      return () => {};
    }
    streams.add(stream);
    this.#ofAccount.set(accountId, streams);
    return () => this.#close(stream);
  }

  /** In every process. */
  async endSession(sessionId: string): Promise<void> {
    this.#closeSession(sessionId);
    // Where this is not heard, the next beat notices.
    await this.#listener.notify(endedChannel, sessionId).catch(() => {});
  }

  /** Keeps lines open, and ends those whose session is over. */
  async beat(): Promise<void> {
    const sessions = [...new Set(this.#all().map(({ sessionId }) => sessionId))];
    if (sessions.length === 0) return;
    const live = await this.#findLive(sessions).catch(() => null);
    for (const stream of this.#all()) {
      const isOver = live !== null && sessions.includes(stream.sessionId) && !live.has(stream.sessionId);
      if (isOver || !stream.line.write(':\n\n')) this.#close(stream);
    }
  }

  drain(): void {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#closeAll();
  }

  #tell(payload: string): void {
    for (const { account_id, ...change } of readChanges(payload)) {
      const text = `event: change\ndata: ${JSON.stringify(onlyOurs(change))}\n\n`;
      for (const stream of this.#ofAccount.get(account_id) ?? []) {
        if (!stream.line.write(text)) this.#close(stream);
      }
    }
  }

  #closeSession(sessionId: string): void {
    for (const stream of this.#all()) if (stream.sessionId === sessionId) this.#close(stream);
  }

  #closeAll(): void {
    for (const stream of this.#all()) this.#close(stream);
  }

  #close(stream: Stream): void {
    const streams = this.#ofAccount.get(stream.accountId);
    if (!streams?.delete(stream)) return;
    if (streams.size === 0) this.#ofAccount.delete(stream.accountId);
    stream.line.end();
  }

  #all(): Stream[] {
    return [...this.#ofAccount.values()].flatMap((streams) => [...streams]);
  }
}

function onlyOurs({ kind, endpoint_id, delivery_id }: StreamChange): StreamChange {
  return {
    kind,
    ...(endpoint_id !== undefined && { endpoint_id }),
    ...(delivery_id !== undefined && { delivery_id }),
  };
}
