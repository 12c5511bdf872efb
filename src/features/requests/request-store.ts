// Reads the request log with keyset pagination. Ids are UUIDv7, so times are compared by id.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { DB } from '../../db/schema.generated.ts';

export type StatusFilter = { readonly from: number; readonly to: number };

export interface RequestFilter {
  /** Undefined: all accounts that the database role can see. */
  readonly accountId?: string | undefined;
  readonly status?: StatusFilter | undefined;
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly requestId?: string | undefined;
  readonly bookingId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface RequestRow {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string | null;
  readonly requestId: string;
  readonly startedAt: Date;
  readonly method: string;
  readonly route: string | null;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  readonly clientId: string;
  readonly errorCode: string | null;
  readonly errorParam: string | null;
  readonly replayed: boolean;
  readonly bookingId: string | null;
}

export interface RequestDetailRow extends RequestRow {
  readonly userId: string | null;
  readonly scopes: readonly string[];
  readonly ipPrefix: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly requestBody: string | null;
  readonly requestBytes: number | null;
  readonly requestIsCut: boolean;
  readonly responseBody: string | null;
  readonly responseBytes: number | null;
  readonly responseIsCut: boolean;
}

const columns = sql`r.id, r.account_id as "accountId", a.name as "accountName", r.request_id as "requestId",
  to_timestamp(('x' || translate(left(r.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0) as "startedAt",
  r.method, r.route, r.path, r.status, r.duration_ms as "durationMs", r.client_id as "clientId",
  r.error_code as "errorCode", r.error_param as "errorParam", r.replayed, r.booking_id as "bookingId"`;

const details = sql`, r.user_id as "userId", r.scopes, r.ip_prefix as "ipPrefix", r.headers,
  r.request_body as "requestBody", r.request_bytes as "requestBytes", r.request_is_cut as "requestIsCut",
  r.response_body as "responseBody", r.response_bytes as "responseBytes", r.response_is_cut as "responseIsCut"`;

const sources = sql`request_log r left join account a on a.id = r.account_id`;

export interface RequestRowsPage {
  /** `older`: entries before `from`, newest first. `newer`: entries after `from`, oldest first. */
  readonly direction: 'older' | 'newer';
  readonly from: string | undefined;
  readonly limit: number;
}

export async function listRequestRows(
  db: Kysely<DB>,
  filter: RequestFilter,
  { direction, from, limit }: RequestRowsPage,
): Promise<RequestRow[]> {
  const [comparison, order] = direction === 'older' ? [sql`<`, sql`desc`] : [sql`>`, sql`asc`];
  const conditions = [
    ...conditionsOf(filter),
    ...(from === undefined ? [] : [sql`r.id ${comparison} ${from}`]),
  ];
  const where = conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;
  const { rows } = await sql<RequestRow>`
    select ${columns} from ${sources} ${where} order by r.id ${order} limit ${limit}`.execute(db);
  return rows;
}

export async function findRequestRow(
  db: Kysely<DB>,
  accountId: string | undefined,
  id: string,
): Promise<RequestDetailRow | undefined> {
  const own = accountId === undefined ? sql`` : sql`and r.account_id = ${accountId}`;
  const { rows } = await sql<RequestDetailRow>`
    select ${columns} ${details} from ${sources} where r.id = ${id} ${own}`.execute(db);
  return rows[0];
}

function conditionsOf(filter: RequestFilter): RawBuilder<unknown>[] {
  const { accountId, status, method, path, requestId, bookingId, from, to } = filter;
  const conditions: [unknown, RawBuilder<unknown>][] = [
    [accountId, sql`r.account_id = ${accountId}`],
    [status, statusIs(status ?? { from: 0, to: 0 })],
    [method, sql`r.method = ${method}`],
    [path, sql`r.path ilike ${`%${(path ?? '').replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`}`],
    [requestId, sql`r.request_id = ${requestId}`],
    [bookingId, sql`r.booking_id = ${bookingId}`],
    [from, sql`r.id >= uuid_floor(${from})`],
    [to, sql`r.id < uuid_floor(${to})`],
  ];
  return conditions.filter(([value]) => value !== undefined).map(([, condition]) => condition);
}

/** The redundant `status >= 400` lets the planner use the partial index on failed requests. */
function statusIs({ from, to }: StatusFilter): RawBuilder<unknown> {
  const failedOnly = from >= 400 ? sql`and r.status >= 400` : sql``;
  return sql`r.status >= ${from} and r.status < ${to} ${failedOnly}`;
}
