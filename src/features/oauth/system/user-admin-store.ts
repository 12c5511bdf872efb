// Users of the whole installation, for the operator API and the commands.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { PageRequest } from '../../../http/operations/pagination.ts';
import {
  isExchangeable,
  isValidToken,
  type TokenValidity,
  tokensWithSecret,
} from '../../accounts/valid-token-store.ts';

export interface ListedUser {
  readonly id: string;
  readonly accountId: string;
  readonly username: string;
  readonly createdAt: Date;
  readonly disabledAt: Date | null;
  /** Sign-in sessions that have not expired. */
  readonly sessions: number;
  /** Applications with a live token. */
  readonly applications: number;
}

export interface UserFilter {
  /** Part of the user name. */
  readonly text?: string | undefined;
  readonly isDisabled?: boolean | undefined;
  readonly validity: TokenValidity;
}

const columns = (validity: TokenValidity) => sql`
  u.id, u.account_id as "accountId", u.username, u.created_at as "createdAt", u.disabled_at as "disabledAt",
  (select count(*)::int from sign_in_session s where s.user_id = u.id and s.expires_at > ${validity.now}) as sessions,
  (select count(distinct t.api_client_id)::int from (
    select t.api_client_id from ${tokensWithSecret} where t.user_id = u.id and ${isValidToken(validity)}
    union all
    select t.api_client_id from refresh_token t left join client_secret s on s.id = t.client_secret_id
    where t.user_id = u.id and ${isExchangeable(validity.now)}) t) as applications`;

/** One page, in the direction of the request. */
export async function listUsers(
  db: SystemDatabase,
  { text, isDisabled, validity }: UserFilter,
  { direction, from, limit }: PageRequest,
): Promise<ListedUser[]> {
  const isOlder = direction === 'older';
  const conditions = [
    sql`true`,
    ...(text === undefined ? [] : [sql`strpos(lower(u.username), lower(${text})) > 0`]),
    ...(isDisabled === undefined ? [] : [sql`(u.disabled_at is not null) = ${isDisabled}`]),
    ...(from === null
      ? []
      : [
          sql`(u.created_at, u.id) ${isOlder ? sql`<` : sql`>`} (${new Date(from.atMs)}::timestamptz, ${from.id}::uuid)`,
        ]),
  ];
  const order = isOlder ? sql`desc` : sql`asc`;
  const { rows } = await sql<ListedUser>`
    select ${columns(validity)} from app_user u where ${sql.join(conditions, sql` and `)}
    order by u.created_at ${order}, u.id ${order} limit ${limit}`.execute(db);
  return rows;
}

export async function findListedUser(
  db: SystemDatabase,
  which: { readonly id: string } | { readonly username: string },
  validity: TokenValidity,
): Promise<ListedUser | undefined> {
  const condition =
    'id' in which ? sql`u.id = ${which.id}` : sql`lower(u.username) = lower(${which.username})`;
  const { rows } = await sql<ListedUser>`
    select ${columns(validity)} from app_user u where ${condition}`.execute(db);
  return rows[0];
}
