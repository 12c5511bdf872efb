// Dependencies of the crew page.
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { PageMap } from '../../http/operations/page-map.ts';

export interface CrewContext extends Context {
  /** Crews belong to the company, and their bookings to many accounts; hence the system role. */
  readonly system: SystemDatabase;
  /** Stores the rate limit of sign-in attempts. */
  readonly identity: IdentityDatabase;
  /** Whether calls to masked numbers are forwarded. If so, crews do not see private phone numbers. */
  readonly connectsCalls: boolean;
  /** Pool of masked numbers: an accepted offer assigns one to the booking. */
  readonly maskedNumbers: readonly string[];
  /** Source of the base map. */
  readonly pageMap: () => Promise<PageMap>;
  /** Makes open pages reload the offers of these bookings. */
  readonly announceOffers: (bookingIds: readonly string[]) => void;
}
