// The webhooks' part of the relay: every event becomes a delivery for each endpoint that wants it.
import type { Context } from '../../../context.ts';
import type { RelaySubscriber } from '../../../jobs/relay.ts';
import type { ChangeAnnouncer } from '../change-announcer.ts';
import { type ClaimedTask, claimTasks, type Slots } from './claim-store.ts';
import { fanOut } from './fan-out-store.ts';

interface FanOutContext extends Pick<Context, 'clock' | 'ids'> {
  readonly changes: Pick<ChangeAnnouncer, 'announce'>;
}

/** Who sends. It is told after the commit. */
export interface TaskTaker {
  /** What it could send at once for these accounts, should they get something: only where nothing else is going on. */
  idleSlots(accountIds: ReadonlySet<string>): readonly Slots[];
  onClaimed(slots: readonly Slots[], tasks: readonly ClaimedTask[]): void;
  onQueued(endpointIds: readonly string[]): void;
}

/**
 * What an idle endpoint gets is claimed in the transaction that queues it, so that it is sent without asking again. Open pages
 * are told too: a receiver may take its time to answer, and meanwhile the delivery is pending.
 */
export function webhookFanOut({ clock, ids, changes }: FanOutContext, taker: TaskTaker): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const now = clock.now();
      const slots = taker.idleSlots(new Set(events.map(({ accountId }) => accountId)));
      const [queued, claimed] = await Promise.all([
        fanOut(trx, events, { idTemplate: ids.next(), now }),
        slots.length > 0 ? claimTasks(trx, slots, now) : [],
      ]);
      return () => {
        const served = new Set(slots.map(({ endpointId }) => endpointId));
        taker.onClaimed(slots, claimed);
        taker.onQueued(queued.map(({ endpointId }) => endpointId).filter((id) => !served.has(id)));
        for (const { accountId, endpointId } of queued)
          changes.announce({ account_id: accountId, endpoint_id: endpointId, kind: 'delivery' });
      };
    },
  };
}
