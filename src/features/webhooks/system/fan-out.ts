// The webhooks' part of the relay: every event becomes a delivery for each endpoint that wants it.
import type { Context } from '../../../context.ts';
import type { RelaySubscriber } from '../../../jobs/relay.ts';
import type { ChangeAnnouncer } from '../change-announcer.ts';
import { fanOut } from './fan-out-store.ts';

interface FanOutContext extends Pick<Context, 'clock' | 'ids'> {
  readonly changes: Pick<ChangeAnnouncer, 'announce'>;
}

/**
 * `onQueued` is told, after the commit, which endpoints have something to do. Open pages are told too: a receiver may take its
 * time to answer, and meanwhile the delivery is pending.
 */
export function webhookFanOut(
  { clock, ids, changes }: FanOutContext,
  onQueued: (endpointIds: readonly string[]) => void,
): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const queued = await fanOut(trx, events, { idTemplate: ids.next(), now: clock.now() });
      return () => {
        onQueued(queued.map(({ endpointId }) => endpointId));
        for (const { accountId, endpointId } of queued)
          changes.announce({ account_id: accountId, endpoint_id: endpointId, kind: 'delivery' });
      };
    },
  };
}
