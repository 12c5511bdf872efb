// Context and actor for commands that manage API clients.
import type { AdminContext, CommandOrigin } from '../../accounts/system/admin-context.ts';
import type { ClientKeeper, ClientKeeping } from '../client-admin.ts';
import { tellRevoked } from './revocation-store.ts';

export function commandKeeping(admin: AdminContext): ClientKeeping {
  const { system, clock, ids, environment } = admin;
  return {
    clients: system,
    clock,
    ids,
    environment,
    // A command does not wait for confirmations: a process that misses the notification drops its entries within 2 s.
    announceRevoked: (hashes) => tellRevoked(system, hashes.length),
  };
}

export function commandKeeper({ actorKind = 'command', actorId, requestId }: CommandOrigin): ClientKeeper {
  return { actor: { kind: actorKind, id: actorId }, requestId };
}
