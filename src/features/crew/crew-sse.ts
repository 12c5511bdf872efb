// SSE hub of the crew app in this process. Each connection receives an event without content when a booking of its crew
// changes. A connection ends with its session, when the reader is too slow, when the LISTEN connection is lost, and on
// shutdown; the page then reconnects and reloads.
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
  /** NOTIFY channel that announces changed bookings, and the parser of its payload. */
  readonly channel: string;
  readonly readIds: (payload: string) => string[];
  /** The crews engaged in these bookings. */
  readonly crewsOf: (bookingIds: readonly string[]) => Promise<readonly string[]>;
  /** The subset of these sessions that is still valid. */
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

  /** Returns a function to call when the client has disconnected. */
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

  /** Ends the session's connections in every process. */
  async endSession(sessionId: string): Promise<void> {
    this.#closeSession(sessionId);
    // If the notification is lost, the next heartbeat closes the connections.
    await this.#listener.notify(endedChannel, sessionId).catch(() => {});
  }

  /** Heartbeat: keeps connections open and ends those of expired sessions. */
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

  /** Skips the query for crews while no page is open. */
  async #tell(payload: string): Promise<void> {
    const ids = this.#streams.size === 0 ? [] : this.#options.readIds(payload);
    if (ids.length === 0) return;
    // If the query fails, all pages are notified.
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
