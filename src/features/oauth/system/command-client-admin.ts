// Clients in the hands of those who run Waybill by command.
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
    // A command hears no confirmation; who misses this forgets tokens within two seconds anyway.
    announceRevoked: (hashes) => tellRevoked(system, hashes.length),
  };
}

export function commandKeeper({ actorKind = 'command', actorId, requestId }: CommandOrigin): ClientKeeper {
  return { actor: { kind: actorKind, id: actorId }, requestId };
}
