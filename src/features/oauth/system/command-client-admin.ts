// Context of commands that manage API clients.
import type { AdminContext } from '../../accounts/system/admin-context.ts';
import type { ClientAdminContext } from '../client-admin.ts';
import { notifyTokensRevoked } from './revocation-store.ts';

export function commandClientContext(admin: AdminContext): ClientAdminContext {
  const { system, clock, ids, environment } = admin;
  return {
    clients: system,
    clock,
    ids,
    environment,
    // A command does not wait for confirmations: a process that misses the notification drops its entries within 2 s.
    announceRevoked: (hashes) => notifyTokensRevoked(system, hashes.length),
  };
}
