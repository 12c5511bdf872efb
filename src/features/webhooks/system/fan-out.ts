// The webhooks' part of the relay: every event becomes a delivery for each endpoint that wants it.
import type { Context } from '../../../context.ts';
import type { RelaySubscriber } from '../../../jobs/relay.ts';
import { fanOut } from './fan-out-store.ts';

/** `onQueued` is told, after the commit, which endpoints have something to do. */
export function webhookFanOut(
  { clock, ids }: Pick<Context, 'clock' | 'ids'>,
  onQueued: (endpointIds: readonly string[]) => void,
): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const endpointIds = await fanOut(trx, events, { idTemplate: ids.next(), now: clock.now() });
      return () => onQueued(endpointIds);
    },
  };
}
