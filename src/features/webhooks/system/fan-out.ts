// The webhooks' part of the relay: every event becomes a delivery for each endpoint that wants it.
import type { Context } from '../../../context.ts';
import type { AccountTransaction } from '../../../db/database.ts';
import type { RelaySubscriber } from '../../../jobs/relay.ts';
import type { PlacedEvent } from '../../../jobs/relay-store.ts';
import type { ChangeAnnouncer } from '../change-announcer.ts';
import { type Addressee, type ClaimedTask, readAddressees, type Slots } from './claim-store.ts';
import { type FannedTask, fanOut, readPayloads } from './fan-out-store.ts';

interface FanOutContext extends Pick<Context, 'clock' | 'ids'> {
  readonly changes: Pick<ChangeAnnouncer, 'announce'>;
}

/** Who sends. It is told after the commit. */
export interface TaskTaker {
  /** What it could send soon for these accounts, should they get something: only where nothing older waits to be claimed. */
  openSlots(accountIds: ReadonlySet<string>, mostEach: number): readonly Slots[];
  onClaimed(tasks: readonly ClaimedTask[]): void;
  onQueued(endpointIds: readonly string[]): void;
}

/**
 * What an endpoint can be sent soon is claimed as it is queued, so that nobody asks for it again. Open pages are told too: a receiver
 * may take its time to answer, and meanwhile the delivery is pending.
 */
export function webhookFanOut({ clock, ids, changes }: FanOutContext, taker: TaskTaker): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const slots = taker.openSlots(new Set(events.map(({ accountId }) => accountId)), events.length);
      const [fanned, parcels] = await Promise.all([
        fanOut(trx, events, slots, { idTemplate: ids.next(), now: clock.now() }),
        slots.length > 0 ? readParcels(trx, events, slots) : noParcels,
      ]);
      const byId = new Map(events.map((event) => [event.id, event]));
      const claimed = fanned.flatMap((task) => claimedTask(task, byId.get(task.eventId), parcels) ?? []);
      return () => {
        taker.onClaimed(claimed);
        taker.onQueued(fanned.filter(({ id }) => id === null).map(({ endpointId }) => endpointId));
        const told = new Map(
          fanned.map(({ endpointId, eventId }) => [endpointId, byId.get(eventId)?.accountId ?? '']),
        );
        for (const [endpoint_id, account_id] of told)
          changes.announce({ account_id, endpoint_id, kind: 'delivery' });
      };
    },
  };
}

/** What is sent and to whom, each once for all tasks that have it in common. */
interface Parcels {
  readonly addressees: ReadonlyMap<string, Addressee>;
  readonly bodies: ReadonlyMap<string, { readonly payload: Buffer; readonly occurredAt: Date }>;
}

const noParcels: Parcels = { addressees: new Map(), bodies: new Map() };

async function readParcels(
  trx: AccountTransaction,
  events: readonly PlacedEvent[],
  slots: readonly Slots[],
): Promise<Parcels> {
  const [addressees, bodies] = await Promise.all([
    readAddressees(
      trx,
      slots.map(({ endpointId }) => endpointId),
    ),
    readPayloads(
      trx,
      events.map(({ id }) => id),
    ),
  ]);
  return {
    addressees: new Map(addressees.map((addressee) => [addressee.endpointId, addressee])),
    bodies: new Map(
      bodies.map(({ id, payload, occurredAt }) => [id, { payload: Buffer.from(payload), occurredAt }]),
    ),
  };
}

/** null: not leased to us. */
function claimedTask(
  { id, endpointId, deliveryId, eventId, leasedUntil }: FannedTask,
  event: PlacedEvent | undefined,
  { addressees, bodies }: Parcels,
): ClaimedTask | null {
  const [addressee, body] = [addressees.get(endpointId), bodies.get(eventId)];
  if (id === null || leasedUntil === null || !event || !addressee || !body) return null;
  const isTest = event.endpointId !== null;
  return {
    id,
    accountId: event.accountId,
    endpointId,
    deliveryId,
    eventId,
    bookingId: event.bookingId,
    trigger: isTest ? 'test' : 'event',
    isTest,
    tries: 0,
    rank: isTest ? 0 : 1,
    leasedUntil,
    url: addressee.url,
    secrets: addressee.secrets,
    payload: body.payload,
    occurredAt: body.occurredAt,
  };
}
