// What the console does with events: it says what moved to its open pages, and writes nothing.
import type { JobHandler } from '../../../jobs/due-jobs.ts';
import type { RelaySubscriber } from '../../../jobs/relay.ts';
import { MESSAGE_JOB } from '../../notifications/system/plan-messages.ts';
import type { ConsoleChanges } from './console-change-channel.ts';
import type { ConsoleChange } from './stream-wire.ts';

/** For the relay: bookings, as soon as they moved. */
export function bookingHints(changes: ConsoleChanges): RelaySubscriber {
  return {
    write: async (_trx, events) => {
      const moved = events.flatMap(({ bookingId }): ConsoleChange[] =>
        bookingId === null ? [] : [{ kind: 'booking', id: bookingId }],
      );
      return () => changes.announce(...moved);
    },
  };
}

const crewMoves = new Set(['crew.location_updated', 'booking.stop.arrived']);

/** Around dispatch, which learns from events where crews are and who is free: once it knows, pages may ask. */
export function crewHints(dispatch: RelaySubscriber, changes: ConsoleChanges): RelaySubscriber {
  return {
    write: async (trx, events) => {
      const after = await dispatch.write(trx, events);
      const moved: ConsoleChange[] = [
        ...(events.some(({ type }) => crewMoves.has(type)) ? [{ kind: 'crew' } as const] : []),
        ...(events.some(({ type }) => !crewMoves.has(type)) ? [{ kind: 'engagements' } as const] : []),
      ];
      return () => {
        after();
        changes.announce(...moved);
      };
    },
  };
}

/** Around the jobs of notifications: something was sent, or was not. */
export function messageHints(handlers: readonly JobHandler[], changes: ConsoleChanges): JobHandler[] {
  return handlers.map(({ kind, handle }) => ({
    kind,
    handle: async (job) => {
      const outcome = await handle(job);
      if (kind === MESSAGE_JOB) changes.announce({ kind: 'messages' });
      return outcome;
    },
  }));
}
