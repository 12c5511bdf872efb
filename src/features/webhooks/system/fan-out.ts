// Fan-out of the relay to webhooks: every event becomes one delivery per subscribed endpoint.
import type { Context } from '../../../context.ts';
import type { RelayFanOut } from '../../../jobs/relay.ts';
import type { RelayedEvent } from '../../../jobs/relay-store.ts';
import type { PortalChangeNotifier } from '../portal-change-notifier.ts';
import { HandOff } from './claimed-task.ts';
import {
  type FanOutParameters,
  type FanOutReport,
  fanOutEffects,
  type HandedOffReceiver,
  type HandOffLimits,
} from './fan-out-store.ts';
import { numberedIdOf } from './numbered-id-store.ts';

interface FanOutContext extends Pick<Context, 'clock' | 'ids'> {
  readonly changes: Pick<PortalChangeNotifier, 'announce'>;
}

/** The dispatcher, as the fan-out sees it. */
export interface FanOutDispatcher {
  /** What this process can take now, if a batch has at most this many events. */
  handOffLimits(maxEvents: number): HandOffLimits;
  onHandedOff(handOff: HandOff): void;
  onQueued(endpointIds: readonly string[]): void;
}

/**
 * Open portal pages are notified of queued deliveries only. A delivery that is handed off appears with its result, or
 * when it takes long.
 */
export function webhookFanOut(
  { clock, ids, changes }: FanOutContext,
  dispatcher: FanOutDispatcher,
): RelayFanOut {
  const onReport = (report: FanOutReport, { id, now }: FanOutParameters, events: readonly RelayedEvent[]) => {
    const { handedOff, endpoints, leasedUntil, queued } = report;
    if (handedOff !== null && leasedUntil !== null) {
      const handOff = new HandOff(id, leasedUntil, now);
      const payloads = events.map((event) => new SharedPayload(event));
      for (const receiver of handedOff) addTasks(handOff, receiver, endpoints, payloads);
      dispatcher.onHandedOff(handOff);
    }
    if (queued === null) return;
    dispatcher.onQueued(queued.map(({ endpointId }) => endpointId));
    for (const { accountId, endpointId } of queued)
      changes.announce({ account_id: accountId, endpoint_id: endpointId, kind: 'delivery' });
  };
  return {
    beginBatch: (maxEvents) => {
      const parameters = { id: ids.next(), now: clock.now(), limits: dispatcher.handOffLimits(maxEvents) };
      return {
        ...fanOutEffects(parameters),
        onCommitted: ({ events, report }) => {
          if (report !== null) onReport(JSON.parse(report) as FanOutReport, parameters, events);
        },
      };
    },
  };
}

/** An event with its encoded body, shared by all its tasks and encoded at most once. */
class SharedPayload {
  readonly event: RelayedEvent;
  #bytes: Buffer | null = null;

  constructor(event: RelayedEvent) {
    this.event = event;
  }

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.event.payload);
    return this.#bytes;
  }
}

function addTasks(
  handOff: HandOff,
  { accountId, endpointId, url, secrets, place, eventPlaces }: HandedOffReceiver,
  endpoints: number,
  payloads: readonly SharedPayload[],
): void {
  for (const eventPlace of eventPlaces) {
    const shared = payloads[eventPlace - 1];
    if (!shared) throw new Error(`event ${eventPlace} is not in the batch`);
    const { id: eventId, bookingId, type, occurredAt } = shared.event;
    handOff.unrecorded.add({
      row: null,
      origin: { handOff, eventType: type },
      accountId,
      endpointId,
      deliveryId: numberedIdOf(handOff.id, (eventPlace - 1) * endpoints + place),
      eventId,
      bookingId,
      trigger: 'event',
      isTest: false,
      tries: 0,
      rank: 1,
      url,
      secrets,
      payload: shared.bytes,
      occurredAt,
    });
  }
}
