// Relay subscriber of webhooks: turns every event into one delivery per subscribed endpoint.
import type { Context } from '../../../context.ts';
import type { AccountTransaction } from '../../../db/database.ts';
import type { RelaySubscriber } from '../../../jobs/relay.ts';
import type { FreshEvent } from '../../../jobs/relay-store.ts';
import type { ChangeAnnouncer } from '../portal-change-notifier.ts';
import { type Addressee, type ClaimedTask, readAddressees, type Slots } from './claim-store.ts';
import { type FannedEvent, fanOut, type LeasedTasks } from './fan-out-store.ts';

interface FanOutContext extends Pick<Context, 'clock' | 'ids'> {
  readonly changes: Pick<ChangeAnnouncer, 'announce'>;
}

/** The dispatcher, as the fan-out sees it. Notified after the commit. */
export interface TaskTaker {
  /**
   * How many tasks each endpoint of these accounts can send soon. Excludes endpoints with older tasks that are not
   * claimed yet.
   */
  openSlots(accountIds: ReadonlySet<string>, mostEach: number): readonly Slots[];
  onClaimed(tasks: readonly ClaimedTask[]): void;
  onQueued(endpointIds: readonly string[]): void;
}

/**
 * Tasks that can be sent soon are leased as they are queued, which saves a claim. Open portal pages are notified as
 * well, because the delivery is pending until the receiver responds.
 */
export function webhookFanOut(
  { clock, ids, changes }: FanOutContext,
  dispatcher: TaskTaker,
): RelaySubscriber<FreshEvent> {
  return {
    write: async (trx, events) => {
      const slots = dispatcher.openSlots(new Set(events.map(({ accountId }) => accountId)), events.length);
      const [{ leased, queued }, targets] = await Promise.all([
        fanOut(trx, events.map(fannedEvent), slots, { idTemplate: ids.next(), now: clock.now() }),
        slots.length > 0 ? targetsOf(trx, slots) : new Map<string, Addressee>(),
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

function fannedEvent(event: FreshEvent): FannedEvent {
  const isAboutEndpoint = event.type.startsWith('webhook_endpoint.');
  return { ...event, aboutEndpointId: isAboutEndpoint ? subjectEndpointId(event.payload) : null };
}

function subjectEndpointId(payload: string): string | null {
  const { data } = JSON.parse(payload) as { data: { webhook_endpoint?: { id?: string } } };
  return data.webhook_endpoint?.id ?? null;
}

async function targetsOf(
  trx: AccountTransaction,
  slots: readonly Slots[],
): Promise<ReadonlyMap<string, Addressee>> {
  const targets = await readAddressees(
    trx,
    slots.map(({ endpointId }) => endpointId),
  );
  return new Map(targets.map((target) => [target.endpointId, target]));
}

/** An event with its encoded body, shared by all its tasks and encoded at most once. */
class SharedPayload {
  readonly event: FreshEvent;
  #bytes: Buffer | null = null;

  constructor(event: FreshEvent) {
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
  target: Addressee | undefined,
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
