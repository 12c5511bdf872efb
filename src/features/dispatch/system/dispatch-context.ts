// Dependencies of dispatch. Crews belong to the delivery company and use the system role; bookings are changed with the
// role of their account.
import type { Context } from '../../../context.ts';
import { recordAudit } from '../../../db/audit-store.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Actor } from '../../../lib/actor.ts';
import type { BookingChangeContext } from '../../bookings/change-booking.ts';

/** For crews, crew members, vehicles and shifts. */
export interface RosterContext extends Pick<Context, 'clock' | 'ids'> {
  readonly system: SystemDatabase;
}

export interface DispatchContext extends BookingChangeContext, RosterContext, Pick<Context, 'log'> {
  /** Pool of masked numbers. */
  readonly maskedNumbers: readonly string[];
}

export interface RosterChange {
  /** For example `crew.created`. */
  readonly action: string;
  readonly subject: { readonly kind: 'crew' | 'crew_member' | 'vehicle'; readonly id: string };
  readonly changed?: readonly string[];
}

export function recordRosterChange(
  { ids, clock }: RosterContext,
  trx: SystemDatabase,
  actor: Actor,
  change: RosterChange,
): Promise<void> {
  return recordAudit(trx, { ids, clock }, actor, {
    ...change,
    accountId: null,
  });
}
