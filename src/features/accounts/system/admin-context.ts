// What the commands of those who run Waybill need of the world, and who gave the command.
import type { EnvironmentName } from '../../../config/environment-name.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ids } from '../../../lib/ids.ts';

export interface AdminContext {
  readonly system: SystemDatabase;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: EnvironmentName;
}

/** Who did it, for the audit trail. */
export interface CommandOrigin {
  /** Who gives commands is known by the name of their machine's user; operators who signed in, by their id. */
  readonly actorKind?: 'command' | 'operator';
  readonly actorId: string;
  readonly requestId: string;
}

/** Runs in the caller's transaction where there is one, so that commands can be put together. */
export function inTransaction<T>(
  system: SystemDatabase,
  work: (trx: SystemDatabase) => Promise<T>,
): Promise<T> {
  return system.isTransaction ? work(system) : system.transaction().execute(work);
}
