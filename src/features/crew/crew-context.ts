// What the crew's page needs of the world, and who of the crews is asking.
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { SystemDatabase } from '../../db/system-database.ts';

export interface CrewContext extends Context {
  /** Crews are the company's, and their bookings belong to all accounts. */
  readonly system: SystemDatabase;
  /** Counts attempts at PINs. */
  readonly identity: IdentityDatabase;
  /** Calls to masked numbers are put through, so that crews need not see anybody's own. */
  readonly connectsCalls: boolean;
}
