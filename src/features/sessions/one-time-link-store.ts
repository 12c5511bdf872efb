// One-time links: to the portal, for operators (invitations and password resets) and to the crew page. Each surface
// describes its table; the rules that they share are here. Tokens are found by their hashes.
import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { BrandedDatabase, DatabaseRoleBrand } from '../../db/branded-database.ts';
import type { DB } from '../../db/schema.generated.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { hasValues, insertRow, type Match } from './row-sql-store.ts';

type LinkTable = 'portal_link' | 'operator_link' | 'crew_link';
type OwnColumn = 'token_hash' | 'created_at' | 'expires_at' | 'used_at';

export interface LinkRules<Table extends LinkTable> {
  readonly table: Table;
  readonly tokenPrefix: (environment: EnvironmentName) => string;
  readonly columns: RawBuilder<unknown>;
  /** Links are valid only while this holds. */
  readonly isIssuerActive?: (now: Date) => RawBuilder<unknown>;
  /** Column with an encrypted copy of the token, for its mail; emptied when the link is used. */
  readonly tokenCopy?: keyof DB[Table] & string;
}

export interface LinkStart {
  readonly environment: EnvironmentName;
  readonly now: Date;
  readonly lifetimeSeconds: number;
}

export class OneTimeLinkStore<Role extends DatabaseRoleBrand, Table extends LinkTable, Row> {
  readonly #rules: LinkRules<Table>;

  constructor(rules: LinkRules<Table>) {
    this.#rules = rules;
  }

  async create(
    trx: BrandedDatabase<Role>,
    { environment, now, lifetimeSeconds }: LinkStart,
    valuesOf: (token: string) => Omit<Insertable<DB[Table]>, OwnColumn>,
  ): Promise<{ readonly token: string; readonly link: Row }> {
    const { table, tokenPrefix, columns } = this.#rules;
    const token = mintToken(tokenPrefix(environment));
    const insert = insertRow(table, {
      ...valuesOf(token),
      token_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + lifetimeSeconds * 1_000),
    });
    const { rows } = await sql<Row>`${insert} returning ${columns}`.execute(trx);
    const [link] = rows;
    if (!link) throw new Error('the link was not inserted');
    return { token, link };
  }

  /** Newest first. */
  async listOpen(db: BrandedDatabase<Role>, now: Date, match: Match<Table>): Promise<Row[]> {
    const { table, columns } = this.#rules;
    const { rows } = await sql<Row>`
      select ${columns} from ${sql.table(table)} l where ${this.#isOpen(now)} and ${hasValues('l', match)}
      order by created_at desc`.execute(db);
    return rows;
  }

  /**
   * Uses up the link, atomically: of concurrent requests with one token, one succeeds. Undefined if the link is
   * unknown, used, withdrawn or expired.
   */
  async consume(
    trx: BrandedDatabase<Role>,
    token: string,
    now: Date,
    match?: Match<Table>,
  ): Promise<Row | undefined> {
    const { table, columns, tokenCopy } = this.#rules;
    const emptyCopy = tokenCopy === undefined ? sql`` : sql`, ${sql.ref(tokenCopy)} = null`;
    const { rows } = await sql<Row>`
      update ${sql.table(table)} l set used_at = ${now} ${emptyCopy}
      where token_hash = ${hashToken(token)} and ${this.#isOpen(now)} and ${hasValues('l', match)}
      returning ${columns}`.execute(trx);
    return rows[0];
  }

  /** Deletes the unused links with these values. Returns whether there were any. */
  async withdraw(trx: BrandedDatabase<Role>, match: Match<Table>): Promise<boolean> {
    const { rows } = await sql`
      delete from ${sql.table(this.#rules.table)} l where used_at is null and ${hasValues('l', match)}
      returning 1`.execute(trx);
    return rows.length > 0;
  }

  /** Housekeeping: deletes the links that had expired at this time. */
  async deleteExpired(db: BrandedDatabase<'system'>, at: Date): Promise<void> {
    await sql`delete from ${sql.table(this.#rules.table)} where expires_at <= ${at}`.execute(db);
  }

  #isOpen(now: Date): RawBuilder<boolean> {
    return sql`used_at is null and expires_at > ${now} and ${this.#rules.isIssuerActive?.(now) ?? sql`true`}`;
  }
}
