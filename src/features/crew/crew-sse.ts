// Server-sent events of the crew page: an event without content when a booking or an offer of the crew
// changes.
import type { View } from '../../http/operations/schemas.ts';
import { type FindLiveSessions, SseHub, type SseListener } from '../../http/server/sse-hub.ts';
import type { CrewChangeSchema } from './crew-schemas.ts';

const maxPerSession = 8;
const endedChannel = 'waybill_crew_session_ended';
const change: View<typeof CrewChangeSchema> = { kind: 'day' };

export interface CrewSseOptions {
  /** NOTIFY channel that announces changed bookings, and the parser of its payload. */
  readonly channel: string;
  readonly readIds: (payload: string) => string[];
  /** The crews engaged in these bookings, and those to which they are offered. */
  readonly crewsOf: (bookingIds: readonly string[]) => Promise<readonly string[]>;
  readonly findLive: FindLiveSessions;
}

/** Groups are crews, owners are sessions. */
export class CrewSseHub extends SseHub {
  readonly #options: CrewSseOptions;

  constructor(listener: SseListener, options: CrewSseOptions) {
    super(listener, { maxPerOwner: maxPerSession, sessions: { endedChannel, findLive: options.findLive } });
    this.#options = options;
    listener.on(options.channel, (payload) => void this.#forward(payload));
  }

  /** Skips the query for crews while no page is open. */
  async #forward(payload: string): Promise<void> {
    const ids = this.isEmpty ? [] : this.#options.readIds(payload);
    if (ids.length === 0) return;
    const crews = await this.#options.crewsOf(ids).catch(() => null);
    // If the query fails, all pages are notified.
    if (crews === null) this.tellAll(change);
    else for (const crew of new Set(crews)) this.tell(crew, change);
  }
}
