// SSE hub: the open pages of one kind in this process. Each connection belongs to a group, whose changes it receives,
// and to an owner: the session or the network address that opened it. A connection is closed when its session ends,
// when it has been open for too long, when the reader is too slow, when the listener is disconnected, and at shutdown;
// the page then reconnects and reloads everything.
//
// A change is written only after a check of the sessions that receive it, which begins after the change has arrived. A
// session that ended before the change, in any process and for any reason, receives nothing of it. All changes and all
// sessions that wait share one query, and checks are at least 250 ms apart: the cost does not grow with the number of
// connections or changes.
import type { Listener } from '../../db/listener.ts';
import { Problem } from '../../lib/problem.ts';
import type { SseConnection } from './sse-connection.ts';

const heartbeatMillis = 15_000;
/** Minimum time between two checks of sessions. After a quiet time a change does not wait. */
const checkIntervalMillis = 250;

interface Stream {
  readonly group: string;
  readonly owner: string;
  readonly connection: SseConnection;
  heartbeats: number;
}

interface HeldChange {
  /** null: all groups. */
  readonly group: string | null;
  readonly text: string;
}

/** Returns those of the sessions that are still valid. */
export type FindLiveSessions = (sessionHashes: readonly string[]) => Promise<ReadonlySet<string>>;

export interface SseHubOptions {
  /** Limits of open connections, each absent if there is none. */
  readonly maxPerGroup?: number;
  readonly maxPerOwner?: number;
  readonly maxInProcess?: number;
  /** Connections are closed after this many heartbeats of 15 s. */
  readonly maxHeartbeats?: number;
  /** For owners that are sessions. */
  readonly sessions?: {
    /** NOTIFY channel that tells all processes that a session has ended. */
    readonly endedChannel: string;
    /** NOTIFY channel of revocations that may end sessions; they are then checked without waiting for a change. */
    readonly revokedChannel?: string;
    readonly findLive: FindLiveSessions;
  };
}

export type SseListener = Pick<Listener, 'listening' | 'notify' | 'on' | 'onLost'>;

export class SseHub {
  readonly #listener: SseListener;
  readonly #options: SseHubOptions;
  readonly #streams = new Set<Stream>();
  readonly #byGroup = new Map<string, Set<Stream>>();
  readonly #byOwner = new Map<string, Set<Stream>>();
  readonly #timer: NodeJS.Timeout;
  /** Changes that wait for the next check. */
  readonly #held: HeldChange[] = [];
  #mustCheckAll = false;
  #isCheckPending = false;
  #lastCheckMs = Number.NEGATIVE_INFINITY;
  #draining = false;

  constructor(listener: SseListener, options: SseHubOptions) {
    this.#listener = listener;
    this.#options = options;
    const { endedChannel, revokedChannel } = options.sessions ?? {};
    if (endedChannel !== undefined)
      listener.on(endedChannel, (sessionHash) => this.#closeAll(this.#byOwner.get(sessionHash)));
    if (revokedChannel !== undefined) listener.on(revokedChannel, () => this.#checkAll());
    listener.onLost(() => this.#closeAll(this.#streams));
    this.#timer = setInterval(() => void this.beat(), heartbeatMillis).unref();
  }

  get isEmpty(): boolean {
    return this.#streams.size === 0;
  }

  /** Returns a function to call when the client has disconnected. */
  open(group: string, owner: string, open: () => SseConnection): () => void {
    const { maxPerGroup, maxPerOwner, maxInProcess } = this.#options;
    refuseAbove(maxInProcess, this.#streams);
    refuseAbove(maxPerGroup, this.#byGroup.get(group));
    refuseAbove(maxPerOwner, this.#byOwner.get(owner));
    const stream = { group, owner, connection: open(), heartbeats: 0 };
    stream.connection.write('retry: 2000\n\n');
    if (this.#draining || !this.#listener.listening) {
      stream.connection.end();
      return () => {};
    }
    this.#streams.add(stream);
    addTo(this.#byGroup, group, stream);
    addTo(this.#byOwner, owner, stream);
    return () => this.#close(stream);
  }

  /** Sends a change to every page of the group in this process. */
  tell(group: string, change: object): void {
    this.#deliver({ group, text: changeEvent(change) });
  }

  /** Sends a change to every page in this process. */
  tellAll(change: object): void {
    this.#deliver({ group: null, text: changeEvent(change) });
  }

  /** Closes the connections of a session in every process. */
  async endSession(sessionHash: string): Promise<void> {
    this.#closeAll(this.#byOwner.get(sessionHash));
    const { sessions } = this.#options;
    // A process that misses the notification closes them with its next heartbeat.
    if (sessions) await this.#listener.notify(sessions.endedChannel, sessionHash).catch(() => {});
  }

  /** Heartbeat: keeps connections alive, and closes those that are over. */
  async beat(): Promise<void> {
    if (this.isEmpty) return;
    const { sessions, maxHeartbeats = Number.POSITIVE_INFINITY } = this.#options;
    const owners = [...this.#byOwner.keys()];
    const live = sessions ? await sessions.findLive(owners).catch(() => null) : null;
    const ended = new Set(live === null ? [] : owners.filter((owner) => !live.has(owner)));
    for (const stream of this.#streams) {
      stream.heartbeats += 1;
      if (ended.has(stream.owner) || stream.heartbeats > maxHeartbeats) this.#close(stream);
    }
    this.#send(this.#streams, ':\n\n');
  }

  drain(): void {
    this.#draining = true;
    clearInterval(this.#timer);
    this.#closeAll(this.#streams);
  }

  #deliver(change: HeldChange): void {
    const streams = this.#streamsOf(change.group);
    if (streams.size === 0) return;
    if (!this.#options.sessions) {
      this.#send(streams, change.text);
      return;
    }
    this.#held.push(change);
    this.#scheduleCheck();
  }

  #checkAll(): void {
    if (this.isEmpty) return;
    this.#mustCheckAll = true;
    this.#scheduleCheck();
  }

  #scheduleCheck(): void {
    if (this.#isCheckPending) return;
    this.#isCheckPending = true;
    const waitMillis = Math.max(0, this.#lastCheckMs + checkIntervalMillis - performance.now());
    setTimeout(() => void this.#checkSessions(), waitMillis).unref();
  }

  /** Closes the connections of ended sessions, then writes the changes that have waited. */
  async #checkSessions(): Promise<void> {
    this.#lastCheckMs = performance.now();
    const changes = this.#held.splice(0);
    const groups = this.#mustCheckAll ? [null] : new Set(changes.map(({ group }) => group));
    this.#mustCheckAll = false;
    const checked = new Set([...groups].flatMap((group) => [...this.#streamsOf(group)]));
    const owners = [...new Set([...checked].map(({ owner }) => owner))];
    // If the query fails, all are closed: the pages reconnect, which authenticates them again.
    const live = await this.#options.sessions?.findLive(owners).catch(() => null);
    for (const stream of checked) if (!live?.has(stream.owner)) this.#close(stream);
    for (const { group, text } of changes) {
      // A connection that opened during the check is newer than the change.
      const recipients = [...this.#streamsOf(group)].filter((stream) => checked.has(stream));
      this.#send(recipients, text);
    }
    this.#isCheckPending = false;
    if (this.#held.length > 0 || this.#mustCheckAll) this.#scheduleCheck();
  }

  #streamsOf(group: string | null): ReadonlySet<Stream> {
    return group === null ? this.#streams : (this.#byGroup.get(group) ?? noStreams);
  }

  #send(streams: Iterable<Stream>, text: string): void {
    for (const stream of streams) if (!stream.connection.write(text)) this.#close(stream);
  }

  #closeAll(streams: Iterable<Stream> = []): void {
    for (const stream of streams) this.#close(stream);
  }

  #close(stream: Stream): void {
    if (!this.#streams.delete(stream)) return;
    removeFrom(this.#byGroup, stream.group, stream);
    removeFrom(this.#byOwner, stream.owner, stream);
    stream.connection.end();
  }
}

const noStreams: ReadonlySet<Stream> = new Set();

function changeEvent(change: object): string {
  return `event: change\ndata: ${JSON.stringify(change)}\n\n`;
}

function refuseAbove(limit: number | undefined, open: ReadonlySet<Stream> | undefined): void {
  if (limit === undefined || (open?.size ?? 0) < limit) return;
  throw Problem.rateLimited('rate_limit_exceeded', `At most ${limit} event streams can be open at once.`, {
    limit,
    retryAfterSeconds: 30,
  });
}

function addTo(index: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const streams = index.get(key);
  if (streams) streams.add(stream);
  else index.set(key, new Set([stream]));
}

function removeFrom(index: Map<string, Set<Stream>>, key: string, stream: Stream): void {
  const streams = index.get(key);
  streams?.delete(stream);
  if (streams?.size === 0) index.delete(key);
}
