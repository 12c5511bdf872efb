// Checked by the compiler (`npm run check -- types`): sessions and links of one database role are refused a handle of
// another role. A directive below that no longer suppresses an error is an error itself.
import { describe, expect, it } from 'vitest';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import { operatorSessions } from '../accounts/system/operator-session-store.ts';
import { createPortalStores } from '../webhooks/portal-session-store.ts';

const { links: portalLinks, sessions: portalSessions } = createPortalStores(null);

function mix(identity: IdentityDatabase, system: SystemDatabase, now: Date): void {
  // @ts-expect-error a handle that sees every account
  void portalSessions.find(system, 'token', now);
  // @ts-expect-error a handle that sees every account
  void portalLinks.consume(system, 'token', now);
  // @ts-expect-error a handle that sees callers
  void operatorSessions.endAll(identity, { operator_id: 'id' });
  // @ts-expect-error a column of another table
  void operatorSessions.endAll(system, { member_id: 'id' });
  // @ts-expect-error housekeeping covers all accounts
  void portalSessions.deleteEnded(identity, now);
}

describe('sessions', () => {
  it('are bound to their database role by the compiler', () => {
    expect(mix).toBeTypeOf('function');
  });
});
