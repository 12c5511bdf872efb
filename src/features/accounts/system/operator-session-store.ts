// Sessions of operators. They are valid while the operator is enabled.
import { sql } from 'kysely';
import type { EnvironmentName } from '../../../config/environment-name.ts';
import type { OperatorConfig } from '../../../config/operator-config.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { SecondFactorFacts } from '../../../domain/account/second-factor-rule.ts';
import type { OperatorPrincipal } from '../../../http/surfaces/operator-principal.ts';
import { hashToken, mintToken } from '../../../lib/opaque-token.ts';
import { SessionStore } from '../../sessions/session-store.ts';
import type { ListedOperator, OperatorCredentials } from './operator-store.ts';

/** `cookie`: a session of the console. `token`: a bearer token of a script. */
export type SessionCarrier = 'cookie' | 'token';

type SignedInOperator = Omit<
  OperatorPrincipal,
  'sessionHash' | 'expiresAt' | 'idleAt' | 'confirmedUntil' | 'secondFactor' | 'secondFactorDueAt'
> &
  Omit<SecondFactorFacts, 'role'> & {
    /** Time of the last authentication; null for sessions that are older than step-up. */
    readonly confirmedAt: Date | null;
  };

const tokenPrefix = (environment: EnvironmentName) => `wop_${environment}`;

export type OperatorSessionStore = SessionStore<'system', 'operator_session', SignedInOperator>;

/** Condition on an operator with the alias `o`: a confirmed authenticator app or a passkey. */
const isProtectedBySecondFactor = sql<boolean>`(
  exists (select from operator_factor f where f.operator_id = o.id and f.confirmed_at is not null)
  or exists (select from operator_passkey k where k.operator_id = o.id))`;

/** `SecondFactorFacts` of an operator with the alias `o`, under the policy with the alias `p`. */
const secondFactorColumns = sql`${isProtectedBySecondFactor} as "hasSecondFactor",
  p.requires_second_factor as "isRequiredForAll", o.first_signed_in_at as "firstSignedInAt"`;

const rules = {
  table: 'operator_session',
  tokenPrefix,
  columns: sql`s.id as "sessionId", s.confirmed_at as "confirmedAt", o.id as "operatorId", o.email, o.name, o.role,
    ${secondFactorColumns}`,
  join: sql`join operator o on o.id = s.operator_id cross join sign_in_policy p`,
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

export async function findSecondFactorFacts(
  db: SystemDatabase,
  operatorId: string,
): Promise<SecondFactorFacts | undefined> {
  const { rows } = await sql<SecondFactorFacts>`
    select o.role, ${secondFactorColumns} from operator o cross join sign_in_policy p
    where o.id = ${operatorId}`.execute(db);
  return rows[0];
}

/** Sign-in with a password alone is then refused. */
export async function hasSecondFactor(db: SystemDatabase, operatorId: string): Promise<boolean> {
  return (await findSecondFactorFacts(db, operatorId))?.hasSecondFactor ?? false;
}

export async function listOperators(db: SystemDatabase): Promise<ListedOperator[]> {
  const { rows } = await sql<ListedOperator>`
    select o.id, o.email, o.name, o.role, o.created_at as "createdAt", o.disabled_at as "disabledAt",
      ${isProtectedBySecondFactor} as "hasSecondFactor"
    from operator o order by o.name, o.id`.execute(db);
  return rows;
}

/**
 * Whether the operator may sign in with a passkey. Takes a share lock on the operator row, so that no session starts
 * after a concurrent change has disabled the operator.
 */
export async function isOperatorEnabled(trx: SystemDatabase, operatorId: string): Promise<boolean> {
  const { rows } = await sql`select id from operator
    where id = ${operatorId} and disabled_at is null for share`.execute(trx);
  return rows.length > 0;
}

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

/** For an operator as whom only a script has signed in: the time to set up a second factor begins with the person. */
export async function forgetFirstSignIn(db: SystemDatabase, email: string): Promise<void> {
  await sql`update operator set first_signed_in_at = null where lower(email) = lower(${email})`.execute(db);
}

/**
 * Records that the operator was authenticated again, and replaces the token, so that a copied token ends with the
 * authentication that it came from. Returns the new token; undefined if the session has ended.
 */
export async function confirmOperatorSession(
  trx: SystemDatabase,
  sessionHash: string,
  { environment, now }: { readonly environment: EnvironmentName; readonly now: Date },
): Promise<string | undefined> {
  const token = mintToken(tokenPrefix(environment));
  const { rows } = await sql`
    update operator_session set session_hash = ${hashToken(token)}, confirmed_at = ${now}, last_used_at = ${now}
    where session_hash = ${Buffer.from(sessionHash, 'hex')} returning 1`.execute(trx);
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
  { operatorId, sessionHash }: Pick<OperatorPrincipal, 'operatorId' | 'sessionHash'>,
  now: Date,
): Promise<OwnSession[]> {
  const { rows } = await sql<OwnSession>`
    select id, encode(session_hash, 'hex') = ${sessionHash} as current, carrier, address, agent, created_at, last_used_at
    from operator_session s where operator_id = ${operatorId} and ${sessions.isLive(now)}
    order by last_used_at desc, id`.execute(system);
  return rows;
}
