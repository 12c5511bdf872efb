// Sessions of operators. They are valid while the operator is enabled.
import { sql } from 'kysely';
import type { EnvironmentName } from '../../../config/environment-name.ts';
import type { OperatorConfig } from '../../../config/operator-config.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { SecondFactorFacts } from '../../../domain/account/second-factor-rule.ts';
import type { OperatorPrincipal } from '../../../http/surfaces/operator-principal.ts';
import { hashToken, mintToken } from '../../../lib/opaque-token.ts';
import { SessionStore } from '../../sessions/session-store.ts';
import type { OperatorCredentials } from './operator-store.ts';

/** `cookie`: a session of the console. `token`: a bearer token of a script. */
export type SessionCarrier = 'cookie' | 'token';

type SignedInOperator = Omit<
  OperatorPrincipal,
  'sessionId' | 'expiresAt' | 'idleAt' | 'confirmedUntil' | 'secondFactor' | 'secondFactorDueAt'
> &
  Omit<SecondFactorFacts, 'role'> & {
    /** Time of the last authentication; null for sessions that are older than step-up. */
    readonly confirmedAt: Date | null;
  };

const tokenPrefix = (environment: EnvironmentName) => `wop_${environment}`;

export type OperatorSessionStore = SessionStore<'system', 'operator_session', SignedInOperator>;

const rules = {
  table: 'operator_session',
  tokenPrefix,
  columns: sql`s.id as "listedSessionId", s.confirmed_at as "confirmedAt", o.id as "operatorId", o.email, o.name, o.role,
    f.confirmed_at is not null as "hasSecondFactor", p.requires_second_factor as "isRequiredForAll",
    o.first_signed_in_at as "firstSignedInAt"`,
  join: sql`join operator o on o.id = s.operator_id
    left join operator_factor f on f.operator_id = o.id cross join sign_in_policy p`,
  isOwnerActive: sql`o.disabled_at is null`,
} as const;

export function createOperatorSessions({
  sessionSeconds,
  sessionIdleSeconds,
}: Pick<OperatorConfig, 'sessionSeconds' | 'sessionIdleSeconds'>): OperatorSessionStore {
  return new SessionStore({ ...rules, lifetimeSeconds: sessionSeconds, idleSeconds: sessionIdleSeconds });
}

/** Ends sessions. To start and find them, the lifetimes of the configuration are needed. */
export const operatorSessions: Pick<OperatorSessionStore, 'end' | 'endAll'> = createOperatorSessions({
  sessionSeconds: 0,
  sessionIdleSeconds: 0,
});

/**
 * Whether the credentials are still valid. Takes a share lock on the operator row: a concurrent change of the password
 * commits first, so that no session is created after the change has ended the existing sessions.
 */
export async function areCredentialsValid(
  trx: SystemDatabase,
  { id, passwordHash }: OperatorCredentials,
): Promise<boolean> {
  const { rows } = await sql`select id from operator
    where id = ${id} and password_hash = ${passwordHash} and disabled_at is null for share`.execute(trx);
  return rows.length > 0;
}

/** Call it before `areCredentialsValid`: two sign-ins that hold the share lock could not write the row. */
export async function recordFirstSignIn(trx: SystemDatabase, operatorId: string, now: Date): Promise<void> {
  await sql`update operator set first_signed_in_at = ${now}
    where id = ${operatorId} and first_signed_in_at is null`.execute(trx);
}

/**
 * Records that the operator was authenticated again, and replaces the token, so that a copied token ends with the
 * authentication that it came from. Returns the new token; undefined if the session has ended.
 */
export async function confirmOperatorSession(
  trx: SystemDatabase,
  sessionId: string,
  { environment, now }: { readonly environment: EnvironmentName; readonly now: Date },
): Promise<string | undefined> {
  const token = mintToken(tokenPrefix(environment));
  const { rows } = await sql`
    update operator_session set session_hash = ${hashToken(token)}, confirmed_at = ${now}, last_used_at = ${now}
    where session_hash = ${Buffer.from(sessionId, 'hex')} returning 1`.execute(trx);
  return rows.length > 0 ? token : undefined;
}

/** A session in the wire format. IP address and user agent help operators to tell their sessions apart. */
interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  readonly carrier: SessionCarrier;
  readonly address: string | null;
  readonly agent: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
}

/** Most recently used first. */
export async function listOwnSessions(
  { system, sessions }: { readonly system: SystemDatabase; readonly sessions: OperatorSessionStore },
  { operatorId, sessionId }: Pick<OperatorPrincipal, 'operatorId' | 'sessionId'>,
  now: Date,
): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select id, encode(session_hash, 'hex') = ${sessionId} as current, carrier, address, agent, created_at, last_used_at
    from operator_session s where operator_id = ${operatorId} and ${sessions.isLive(now)}
    order by last_used_at desc, id`.execute(system);
  return rows;
}
