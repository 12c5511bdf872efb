// SSE hub of the crew page in this process. Each connection receives an event without content when a booking of its crew
// changes. A connection ends with its session, when the reader is too slow, when the LISTEN connection is lost, and on
// shutdown; the page then reconnects and reloads.
import type { Listener } from '../../db/listener.ts';
import type { SseConnection } from '../../http/sse-connection.ts';
import { Problem } from '../../lib/problem.ts';
import type { CrewChange } from './crew-wire.ts';

const maxConnectionsPerSession = 8;
const heartbeatMillis = 15_000;
const sessionEndedChannel = 'waybill_crew_session_ended';

const change: CrewChange = { kind: 'day' };
const changeEvent = `event: change\ndata: ${JSON.stringify(change)}\n\n`;

interface Connection {
  readonly crewId: string;
  readonly sessionId: string;
  readonly stream: SseConnection;
}

export interface CrewSseHubOptions {
  /** NOTIFY channel that announces changed bookings, and the parser of its payload. */
  readonly channel: string;
  readonly readIds: (payload: string) => string[];
  /** The crews engaged in these bookings. */
  readonly crewsOf: (bookingIds: readonly string[]) => Promise<readonly string[]>;
  /** The subset of these sessions that is still valid. */
  readonly findLive: (sessionIds: readonly string[]) => Promise<ReadonlySet<string>>;
}

export class CrewSseHub {
  readonly #listener: Pick<Listener, 'listening' | 'notify'>;
  readonly #options: CrewSseHubOptions;
  readonly #connections = new Set<Connection>();
  readonly #timer: NodeJS.Timeout;
  #draining = false;

  constructor(
    listener: Pick<Listener, 'listening' | 'notify' | 'on' | 'onLost'>,
    options: CrewSseHubOptions,
  ) {
    this.#listener = listener;
    this.#options = options;
    listener.on(options.channel, (payload) => void this.#notify(payload));
    listener.on(sessionEndedChannel, (sessionId) => this.#closeSession(sessionId));
    listener.onLost(() => this.#closeAll());
    this.#timer = setInterval(() => void this.beat(), heartbeatMillis).unref();
  }

  /** Returns a function to call when the client has disconnected. */
  open(crewId: string, sessionId: string, open: () => SseConnection): () => void {
    if (
      [...this.#connections].filter((each) => each.sessionId === sessionId).length >= maxConnectionsPerSession
    ) {
      const message = `At most ${maxConnectionsPerSession} live connections are allowed per session.`;
      throw Problem.of('rate_limit_exceeded', message, { retryAfterSeconds: 30 });
    }
    const connection = { crewId, sessionId, stream: open() };
    connection.stream.write('retry: 2000\n\n');
    if (this.#draining || !this.#listener.listening) {
      connection.stream.end();
      return () => {};
    }
    this.#connections.add(connection);
    return () => this.#close(connection);
  }

  /** Ends the session's connections in every process. */
  async endSession(sessionId: string): Promise<void> {
    this.#closeSession(sessionId);
    // If the notification is lost, the next heartbeat closes the connections.
    await this.#listener.notify(sessionEndedChannel, sessionId).catch(() => {});
  }

  /** Heartbeat: keeps connections open and ends those of expired sessions. */
  async beat(): Promise<void> {
    const sessions = [...new Set([...this.#connections].map(({ sessionId }) => sessionId))];
    if (sessions.length === 0) return;
    const live = await this.#options.findLive(sessions).catch(() => null);
    for (const connection of this.#connections) {
      const isOver =
        live !== null && sessions.includes(connection.sessionId) && !live.has(connection.sessionId);
      if (isOver || !connection.stream.write(':\n\n')) this.#close(connection);
    }
  }

  drain(): void {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#closeAll();
  }

  /** Skips the query for crews while no page is open. */
  async #notify(payload: string): Promise<void> {
    const ids = this.#connections.size === 0 ? [] : this.#options.readIds(payload);
    if (ids.length === 0) return;
    // If the query fails, all pages are notified.
    const crews = await this.#options.crewsOf(ids).catch(() => null);
    for (const connection of this.#connections) {
      if (crews !== null && !crews.includes(connection.crewId)) continue;
      if (!connection.stream.write(changeEvent)) this.#close(connection);
    }
  }

  #closeSession(sessionId: string): void {
    for (const connection of this.#connections)
      if (connection.sessionId === sessionId) this.#close(connection);
  }

  #closeAll(): void {
    for (const connection of this.#connections) this.#close(connection);
  }

  #close(connection: Connection): void {
    if (this.#connections.delete(connection)) connection.stream.end();
  }
}
