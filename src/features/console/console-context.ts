// What the use cases of operators need of the world.
import type { MapTiles } from '../../config/tracking-config.ts';
import type { Context } from '../../context.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { OperatorPrincipal } from '../../http/operator-principal.ts';
import type { AdminContext, CommandOrigin } from '../accounts/system/admin-context.ts';
import type { LinkContext } from '../accounts/system/operator-link.ts';
import type { TokenDirectory } from '../oauth/token-cache.ts';
import type { PricingContext } from '../quotes/price-route.ts';
import type { ConsoleChanges } from './stream/console-change-channel.ts';

export interface ConsoleContext extends Context, Pick<PricingContext, 'areas' | 'quoteLifetimeMinutes'> {
  readonly system: SystemDatabase;
  /** Counts attempts at passwords. */
  readonly identity: IdentityDatabase;
  /** Says to every process which tokens have ended. */
  readonly tokens: Pick<TokenDirectory, 'announceRevoked'>;
  /** What the people of a booking may be given to call its crew. */
  readonly maskedNumbers: readonly string[];
  /** null: maps are drawn on plain ground. */
  readonly tiles: MapTiles | null;
  /** Where the company is: whose today it is. */
  readonly timeZone: string;
  /** Tells open pages of what no event tells of. */
  readonly changes: ConsoleChanges;
}

/** The same world, for what the commands of those who run Waybill do. */
export function adminOf({ system, clock, ids, environment }: ConsoleContext): AdminContext {
  return { system, clock, ids, environment: environment.name };
}

/** The same world, for what makes links that let operators in. */
export function linkContextOf({
  system,
  clock,
  ids,
  keys,
  environment,
  messenger,
}: Pick<ConsoleContext, 'system' | 'clock' | 'ids' | 'keys' | 'environment' | 'messenger'>): LinkContext {
  const { name, publicUrl } = environment;
  const carriesMail = messenger.carries.has('email');
  return { system, clock, ids, keys, environment: name, publicUrl, carriesMail };
}

/** Who did it, for the audit trail. */
export function originOf({ operatorId }: OperatorPrincipal, requestId: string): CommandOrigin {
  return { actorKind: 'operator', actorId: operatorId, requestId };
}
