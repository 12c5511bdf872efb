// Context and actor of the use cases that create, rotate and delete API clients, for operators, commands and partners
// in the portal.
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { SecurityLog } from '../../db/security-log.ts';
import { covers, type Scope } from '../../domain/account/scopes.ts';
import type { SecurityEventName } from '../../domain/account/security-event.ts';
import type { Actor } from '../../lib/actor.ts';
import type { Clock } from '../../lib/clock.ts';
import { type Ids, isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { notifySecurityChange, type SecurityChange } from '../accounts/notify-security-change.ts';
import { type ClientRow, type ClientSelector, findClientRow } from './client-admin-store.ts';

export interface ClientAdminContext {
  /** The system database (operators) or the identity database (portal). */
  readonly clients: AnyDatabase;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly environment: EnvironmentName;
  readonly security: SecurityLog;
  /** Resolves when no process accepts revoked tokens of the client any more. */
  readonly announceRevoked: (clientId: string) => Promise<void>;
}

export interface ClientAdmin extends Actor {
  /** Limits of a portal session: its organization and its scopes. Undefined for operators and commands. */
  readonly within?: PortalLimits;
}

interface PortalLimits {
  readonly accountId: string;
  readonly scopes: readonly Scope[];
  /** Throws if the portal session has ended since the request was authenticated. */
  readonly requireSession: (trx: AnyDatabase) => Promise<void>;
}

/**
 * Locks the client until the transaction ends. Then checks the portal session again: a change that held the lock before
 * may have ended it.
 */
export async function loadClientForUpdate(
  trx: AnyDatabase,
  admin: ClientAdmin,
  which: ClientSelector,
): Promise<ClientRow> {
  const client = await loadClient(trx, admin, which, { lock: true });
  await admin.within?.requireSession(trx);
  return client;
}

/** Clients of other organizations are reported as not found. */
export async function loadClient(
  db: AnyDatabase,
  { within }: ClientAdmin,
  which: ClientSelector,
  options?: { readonly lock: boolean },
): Promise<ClientRow> {
  const isWellFormed = 'clientId' in which || isUuid(which.id);
  const client = isWellFormed ? await findClientRow(db, which, options) : undefined;
  if (!client || (within && client.accountId !== within.accountId)) {
    const name = 'clientId' in which ? ` ${which.clientId}` : '';
    throw Problem.of('not_found', `API client${name} does not exist.`);
  }
  requireScopesWithin(within?.scopes, client.scopes);
  return client;
}

/** Prevents privilege escalation: a caller must not manage a client with more scopes than their own. */
export function requireScopesWithin(held: readonly Scope[] | undefined, wanted: readonly Scope[]): void {
  if (held === undefined || covers(held, wanted)) return;
  const message = `The scopes of this client exceed those of the token that opened the portal (${held.join(' ')}).`;
  throw Problem.of('insufficient_scope', message, { param: 'scopes' });
}

/** Adds the change to the audit trail, and mails it to the contact of the account. */
export async function recordClientChange(
  trx: AnyDatabase,
  { ids, clock, security }: Pick<ClientAdminContext, 'ids' | 'clock' | 'security'>,
  actor: ClientAdmin,
  { id, clientId, accountId, name, event }: ClientChange,
): Promise<void> {
  await security.record(trx, {
    event,
    actor,
    accountId,
    subject: { kind: 'client', id },
  });
  await notifySecurityChange(
    trx,
    { ids, clock },
    {
      accountId,
      change: mailedChanges[event],
      subject: { name, id: clientId },
      by: actor.kind,
      address: actor.address ?? null,
    },
  );
}

interface ClientChange extends Pick<ClientRow, 'id' | 'accountId' | 'clientId' | 'name'> {
  readonly event: ClientEvent;
}

type ClientEvent = Extract<SecurityEventName, `client.${string}`>;

/** The name of each event in mails, which call API clients keys as the portal does. */
const mailedChanges: Readonly<Record<ClientEvent, SecurityChange>> = {
  'client.created': 'key.created',
  'client.rotated': 'key.rotated',
  'client.old_secret_ended': 'key.old_secret_ended',
  'client.disabled': 'key.disabled',
  'client.enabled': 'key.enabled',
  'client.deleted': 'key.deleted',
  'client.tokens_revoked': 'key.tokens_revoked',
};

export function inClientsTransaction<T>(db: AnyDatabase, work: (trx: AnyDatabase) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db) : db.transaction().execute(work);
}
