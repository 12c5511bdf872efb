// Relay listeners and wrapped subscribers of the console: they notify open pages.
import type { JobHandler } from '../../../jobs/due-jobs.ts';
import type { RelayListener, RelaySubscriber } from '../../../jobs/relay.ts';
import { MESSAGE_JOB } from '../../notifications/system/plan-messages.ts';
import type { ConsoleChange } from './console-change.ts';
import type { ConsoleChangeChannel } from './console-change-channel.ts';

/** Announces changed bookings as soon as the relay has committed. */
export function announceBookingChanges(changes: ConsoleChangeChannel): RelayListener {
  return (events) =>
    changes.announce(
      ...events.flatMap(({ bookingId }): ConsoleChange[] =>
        bookingId === null ? [] : [{ kind: 'booking', id: bookingId }],
      ),
    );
}

const crewEventTypes = new Set(['crew.location_updated', 'booking.stop.arrived']);

/**
 * Wraps the dispatch subscriber, which learns crew positions and free crews from events. Pages are notified after its
 * commit, so that they read the new state.
 */
export function announceCrewChanges(
  dispatch: RelaySubscriber,
  changes: ConsoleChangeChannel,
): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const after = await dispatch.write(trx, events);
      const announced: ConsoleChange[] = [
        ...(events.some(({ type }) => crewEventTypes.has(type)) ? [{ kind: 'crew' } as const] : []),
        ...(events.some(({ type }) => !crewEventTypes.has(type)) ? [{ kind: 'engagements' } as const] : []),
      ];
      return () => {
        after();
        changes.announce(...announced);
      };
    },
  };
}

/** Wraps the notification jobs: announces that a message was sent or failed. */
export function announceMessageChanges(
  handlers: readonly JobHandler[],
  changes: ConsoleChangeChannel,
): JobHandler[] {
  return handlers.map(({ kind, handle }) => ({
    kind,
    handle: async (job) => {
      const outcome = await handle(job);
      if (kind === MESSAGE_JOB) changes.announce({ kind: 'messages' });
      return outcome;
    },
  }));
}
