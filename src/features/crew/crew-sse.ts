// The open pages of crews in this process, each with a line on which it hears that a booking of its crew moved, and nothing
// else. A line ends with its session, when the reader is too slow, when this process can no longer hear of changes, and when
// it stops; a page then comes back by itself and looks again.
import type { Listener } from '../../db/listener.ts';
import type { StreamLine } from '../../http/sse-connection.ts';
import { Problem } from '../../lib/problem.ts';
import type { CrewChange } from './crew-wire.ts';

const maxLinesPerSession = 8;
const beatEveryMillis = 15_000;
const endedChannel = 'waybill_crew_session_ended';

const change: CrewChange = { kind: 'day' };
const news = `event: change\ndata: ${JSON.stringify(change)}\n\n`;

interface Stream {
  readonly crewId: string;
  readonly sessionId: string;
  readonly line: StreamLine;
}

export interface CrewStreamsOptions {
  /** Where it is told which bookings moved, and how that reads. */
  readonly channel: string;
  readonly readIds: (payload: string) => string[];
  /** The crews that these bookings concern. */
  readonly crewsOf: (bookingIds: readonly string[]) => Promise<readonly string[]>;
  /** Which of these sessions go on. */
  readonly findLive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export class CrewStreams {
  readonly #listener: Pick<Listener, 'listening' | 'notify'>;
  readonly #options: CrewStreamsOptions;
  readonly #streams = new Set<Stream>();
  readonly #timer: NodeJS.Timeout;
  #draining = false;

  constructor(
    listener: Pick<Listener, 'listening' | 'notify' | 'on' | 'onLost'>,
    options: CrewStreamsOptions,
  ) {
    this.#listener = listener;
    this.#options = options;
    listener.on(options.channel, (payload) => void this.#tell(payload));
    listener.on(endedChannel, (sessionId) => this.#closeSession(sessionId));
    listener.onLost(() => this.#closeAll());
    this.#timer = setInterval(() => void this.beat(), beatEveryMillis).unref();
  }

  /** Returns what to call when the reader has gone. */
  open(crewId: string, sessionId: string, open: () => StreamLine): () => void {
    if ([...this.#streams].filter((each) => each.sessionId === sessionId).length >= maxLinesPerSession) {
      const message = `At most ${maxLinesPerSession} pages of one session can listen at once.`;
      throw Problem.of('rate_limit_exceeded', message, { retryAfterSeconds: 30 });
    }
    const stream = { crewId, sessionId, line: open() };
    stream.line.write('retry: 2000\n\n');
    if (this.#draining || !this.#listener.listening) {
      stream.line.end();
      return () => {};
    }
    this.#streams.add(stream);
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
    const sessions = [...new Set([...this.#streams].map(({ sessionId }) => sessionId))];
    if (sessions.length === 0) return;
    const live = await this.#options.findLive(sessions).catch(() => null);
    for (const stream of this.#streams) {
      const isOver = live !== null && sessions.includes(stream.sessionId) && !live.has(stream.sessionId);
      if (isOver || !stream.line.write(':\n\n')) this.#close(stream);
    }
  }

  drain(): void {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#closeAll();
  }

  /** Nobody is asked whose bookings they are while no page is open. */
  async #tell(payload: string): Promise<void> {
    const ids = this.#streams.size === 0 ? [] : this.#options.readIds(payload);
    if (ids.length === 0) return;
    // Where that cannot be known, everybody looks again.
    const crews = await this.#options.crewsOf(ids).catch(() => null);
    for (const stream of this.#streams) {
      if (crews !== null && !crews.includes(stream.crewId)) continue;
      if (!stream.line.write(news)) this.#close(stream);
    }
  }

  #closeSession(sessionId: string): void {
    for (const stream of this.#streams) if (stream.sessionId === sessionId) this.#close(stream);
  }

  #closeAll(): void {
    for (const stream of this.#streams) this.#close(stream);
  }

  #close(stream: Stream): void {
    if (this.#streams.delete(stream)) stream.line.end();
  }
}
