// Context of administrative use cases (commands and operator API).
import type { EnvironmentName } from '../../../config/environment-name.ts';
import type { SecurityLog } from '../../../db/security-log.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import type { Ids } from '../../../lib/ids.ts';

export interface AdminContext {
  readonly system: SystemDatabase;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: EnvironmentName;
}

/** Of use cases that change credentials or access rights: each change is a security event. */
export interface CredentialAdminContext extends AdminContext {
  readonly security: SecurityLog;
}

/** Joins the caller's transaction if there is one, so that use cases can be composed. */
export function inTransaction<T>(
  system: SystemDatabase,
  work: (trx: SystemDatabase) => Promise<T>,
): Promise<T> {
  return system.isTransaction ? work(system) : system.transaction().execute(work);
}
