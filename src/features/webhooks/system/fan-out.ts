// Relay subscriber of webhooks: turns every event into one delivery per subscribed endpoint.
import type { Context } from '../../../context.ts';
import type { SystemTransaction } from '../../../db/system-database.ts';
import type { RelaySubscriber } from '../../../jobs/relay.ts';
import type { RelayedEvent } from '../../../jobs/relay-store.ts';
import type { PortalChangeNotifier } from '../portal-change-notifier.ts';
import { type ClaimedTask, type DeliveryTarget, readDeliveryTargets, type Slots } from './claim-store.ts';
import { type FanOutEvent, fanOut, type LeasedTasks } from './fan-out-store.ts';

interface FanOutContext extends Pick<Context, 'clock' | 'ids'> {
  readonly changes: Pick<PortalChangeNotifier, 'announce'>;
}

/** The dispatcher, as the fan-out sees it. Notified after the commit. */
export interface FanOutDispatcher {
  /**
   * How many tasks each endpoint of these accounts can send soon. Excludes endpoints with older tasks that are not
   * claimed yet.
   */
  openSlots(accountIds: ReadonlySet<string>, maxPerEndpoint: number): readonly Slots[];
  onClaimed(tasks: readonly ClaimedTask[]): void;
  onQueued(endpointIds: readonly string[]): void;
}

/**
 * Tasks that can be sent soon are leased as they are queued, which saves a claim. Open portal pages are notified as
 * well, because the delivery is pending until the receiver responds.
 */
export function webhookFanOut(
  { clock, ids, changes }: FanOutContext,
  dispatcher: FanOutDispatcher,
): RelaySubscriber<RelayedEvent> {
  return {
    write: async (trx, events) => {
      const slots = dispatcher.openSlots(new Set(events.map(({ accountId }) => accountId)), events.length);
      const [{ leased, queued }, targets] = await Promise.all([
        fanOut(trx, events.map(fannedEvent), slots, { idTemplate: ids.next(), now: clock.now() }),
        slots.length > 0 ? targetsOf(trx, slots) : new Map<string, DeliveryTarget>(),
      ]);
      const payloads = new Map(events.map((event) => [event.id, new SharedPayload(event)]));
      const claimed = leased.flatMap((tasks) => claimedTasks(tasks, payloads, targets.get(tasks.endpointId)));
      return () => {
        dispatcher.onClaimed(claimed);
        dispatcher.onQueued(queued.map(({ endpointId }) => endpointId));
        for (const { accountId, endpointId } of [...leased, ...queued])
          changes.announce({ account_id: accountId, endpoint_id: endpointId, kind: 'delivery' });
      };
    },
  };
}

function fannedEvent(event: RelayedEvent): FanOutEvent {
  const isAboutEndpoint = event.type.startsWith('webhook_endpoint.');
  return { ...event, aboutEndpointId: isAboutEndpoint ? subjectEndpointId(event.payload) : null };
}

function subjectEndpointId(payload: string): string | null {
  const { data } = JSON.parse(payload) as { data: { webhook_endpoint?: { id?: string } } };
  return data.webhook_endpoint?.id ?? null;
}

async function targetsOf(trx: SystemTransaction, slots: readonly Slots[]) {
  const endpointIds = slots.map(({ endpointId }) => endpointId);
  const targets = await readDeliveryTargets(trx, endpointIds);
  return new Map(targets.map((target) => [target.endpointId, target]));
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

function claimedTasks(
  { accountId, endpointId, until, taskIds, deliveryIds, eventIds }: LeasedTasks,
  payloads: ReadonlyMap<string, SharedPayload>,
  target: DeliveryTarget | undefined,
): ClaimedTask[] {
  if (!target) return [];
  const { url, secrets } = target;
  return taskIds.flatMap((id, index) => {
    const [deliveryId, payload] = [deliveryIds[index], payloads.get(eventIds[index] ?? '')];
    if (deliveryId === undefined || !payload) return [];
    const { id: eventId, bookingId, occurredAt, endpointId: onlyEndpointId } = payload.event;
    const isTest = onlyEndpointId !== null;
    return {
      id,
      accountId,
      endpointId,
      deliveryId,
      eventId,
      bookingId,
      trigger: isTest ? 'test' : 'event',
      isTest,
      tries: 0,
      rank: isTest ? 0 : 1,
      leasedUntil: until,
      url,
      secrets,
      payload: payload.bytes,
      occurredAt,
    };
  });
}
