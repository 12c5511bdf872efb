// Sessions of all surfaces: portal, console, crew page and sign-in pages. Each surface describes its table, lifetimes
// and owner; the rules that they share are here. Only hashes of tokens are stored. `sessionHash` is the hex
// form of the hash: it identifies the session without revealing the token.
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { AnyDatabase, BrandedDatabase, DatabaseRoleBrand } from '../../db/branded-database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { hasValues, insertRow, type Match } from './row-sql-store.ts';

/** Minimum interval between updates of `last_used_at`. */
const touchMillis = 60_000;

type SessionTable = 'portal_session' | 'operator_session' | 'crew_session' | 'sign_in_session';
type OwnColumn = 'session_hash' | 'created_at' | 'last_used_at' | 'expires_at';

export interface SessionRules<Table extends SessionTable> {
  readonly table: Table;
  readonly tokenPrefix: (environment: EnvironmentName) => string;
  readonly lifetimeSeconds: number;
  /** Sessions that are not used for this long have ended. For tables with `last_used_at`. */
  readonly idleSeconds?: number;
  /** What `find` returns of a session, which has the alias `s`, and of the joined tables. */
  readonly columns: RawBuilder<unknown>;
  readonly join?: RawBuilder<unknown>;
  /** Sessions of owners that are disabled or retired are invalid. */
  readonly isOwnerActive: RawBuilder<unknown> | ((now: Date) => RawBuilder<unknown>);
}

export interface SessionStart {
  readonly environment: EnvironmentName;
  readonly now: Date;
  /** Token of the session that the browser already has; that session ends, which prevents session fixation. */
  readonly previousToken: string | undefined;
}

interface SessionState {
  readonly sessionHash: string;
  readonly expiresAt: Date;
  /** null if sessions of this table have no idle time. */
  readonly lastUsedAt: Date | null;
}

export function sessionHashOf(token: string): string {
  return hashToken(token).toString('hex');
}

const hashOf = (sessionHash: string) => Buffer.from(sessionHash, 'hex');

export class SessionStore<Role extends DatabaseRoleBrand, Table extends SessionTable, Row> {
  readonly rules: SessionRules<Table>;

  constructor(rules: SessionRules<Table>) {
    this.rules = rules;
  }

  /** Starts a session in the caller's transaction. Returns its token. */
  async start(
    trx: BrandedDatabase<Role>,
    { environment, now, previousToken }: SessionStart,
    values: Omit<Insertable<DB[Table]>, OwnColumn>,
  ): Promise<string> {
    const { table, tokenPrefix, lifetimeSeconds, idleSeconds } = this.rules;
    const token = mintToken(tokenPrefix(environment));
    if (previousToken !== undefined) await this.end(trx, sessionHashOf(previousToken));
    await insertRow(table, {
      ...values,
      session_hash: hashToken(token),
      created_at: now,
      ...(idleSeconds !== undefined && { last_used_at: now }),
      expires_at: new Date(now.getTime() + lifetimeSeconds * 1_000),
    }).execute(trx);
    return token;
  }

  /** Counts as use of the session. Null if it is unknown or has ended, or if its owner is not active. */
  async find(
    db: BrandedDatabase<Role>,
    token: string,
    now: Date,
    match?: Match<Table>,
  ): Promise<(Row & SessionState) | null> {
    const session = await this.peek(db, token, now, match);
    // Read first: most requests then write nothing.
    if (session?.lastUsedAt && now.getTime() - session.lastUsedAt.getTime() >= touchMillis)
      await sql`update ${sql.table(this.rules.table)} set last_used_at = ${now}
        where session_hash = ${hashToken(token)} and last_used_at < ${now}`.execute(db);
    return session;
  }

  /** As `find`, but does not count as use. */
  async peek(
    db: BrandedDatabase<Role>,
    token: string,
    now: Date,
    match?: Match<Table>,
  ): Promise<(Row & SessionState) | null> {
    const [session] = await this.#select(db, [hashToken(token)], now, match);
    return session ?? null;
  }

  /** Those of the sessions that `find` would return, and that are allowed. Does not count as use. */
  async findLive(
    db: BrandedDatabase<Role>,
    sessionHashes: readonly string[],
    now: Date,
    isAllowed: (session: Row) => boolean = () => true,
  ): Promise<ReadonlySet<string>> {
    if (sessionHashes.length === 0) return new Set();
    const sessions = await this.#select(db, sessionHashes.map(hashOf), now);
    return new Set(sessions.filter(isAllowed).map(({ sessionHash }) => sessionHash));
  }

  /**
   * Whether `find` would return the session. Does not count as use. Takes a transaction of any kind: use cases that operators
   * and partners share do not name the role of theirs.
   */
  async isValid(trx: AnyDatabase, sessionHash: string, now: Date): Promise<boolean> {
    return (await this.#select(trx, [hashOf(sessionHash)], now)).length > 0;
  }

  /** Condition on a session with the alias `s`, without regard to its owner. */
  isLive(now: Date): RawBuilder<boolean> {
    const { idleSeconds } = this.rules;
    if (idleSeconds === undefined) return sql`(s.expires_at > ${now})`;
    const idleSince = new Date(now.getTime() - idleSeconds * 1_000);
    return sql`(s.expires_at > ${now} and s.last_used_at > ${idleSince})`;
  }

  async end(db: BrandedDatabase<Role>, sessionHash: string): Promise<void> {
    const { table } = this.rules;
    await sql`delete from ${sql.table(table)} where session_hash = ${hashOf(sessionHash)}`.execute(db);
  }

  /** Ends all sessions with these values, except `keptHash`. Returns their hashes. */
  async endAll(db: BrandedDatabase<Role>, match: Match<Table>, keptHash?: string): Promise<string[]> {
    const isEnded = keptHash === undefined ? sql`true` : sql`s.session_hash <> ${hashOf(keptHash)}`;
    const { rows } = await sql<Pick<SessionState, 'sessionHash'>>`
      delete from ${sql.table(this.rules.table)} s where ${hasValues('s', match)} and ${isEnded}
      returning encode(session_hash, 'hex') as "sessionHash"`.execute(db);
    return rows.map(({ sessionHash }) => sessionHash);
  }

  /** Housekeeping: deletes the sessions that had ended at this time. */
  async deleteEnded(db: BrandedDatabase<'system'>, at: Date): Promise<void> {
    await sql`delete from ${sql.table(this.rules.table)} s where not ${this.isLive(at)}`.execute(db);
  }

  async #select(
    db: AnyDatabase,
    hashes: readonly Buffer[],
    now: Date,
    match?: Match<Table>,
  ): Promise<(Row & SessionState)[]> {
    const { table, columns, idleSeconds, join = sql``, isOwnerActive: rule } = this.rules;
    const isOwnerActive = typeof rule === 'function' ? rule(now) : rule;
    const { rows } = await sql<Row & SessionState>`
      select encode(s.session_hash, 'hex') as "sessionHash", s.expires_at as "expiresAt",
        ${idleSeconds === undefined ? sql`null` : sql`s.last_used_at`} as "lastUsedAt", ${columns}
      from ${sql.table(table)} s ${join}
      where s.session_hash = any (${hashes}) and ${this.isLive(now)} and ${isOwnerActive}
        and ${hasValues('s', match)}`.execute(db);
    return rows;
  }
}
