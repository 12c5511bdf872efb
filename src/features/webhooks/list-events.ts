// Use case of GET /events: one page of the feed, oldest first, with links to the neighbouring pages and a cursor to
// continue from later.
import type { Context } from '../../context.ts';
import type { PageQuery } from '../../http/operations/pagination.ts';
import { decodeFeedCursor, encodeFeedCursor } from '../../lib/cursor.ts';
import { Problem } from '../../lib/problem.ts';
import { type EventFilter, type FeedPage, type FeedRow, readFeed } from './event-feed-store.ts';

export interface FeedQuery extends PageQuery {
  readonly filter: EventFilter;
}

type FeedContext = Pick<Context, 'db' | 'keys' | 'environment'>;

/** Returns JSON text: payloads are sent byte for byte as stored. */
export async function listEvents(
  context: FeedContext,
  accountId: string,
  { after, before, limit, filter, parameters }: FeedQuery,
): Promise<string> {
  if (after !== undefined && before !== undefined)
    throw Problem.of(
      'mutually_exclusive_parameters',
      'after and before cannot be combined. Send only one of them.',
      { param: 'before' },
    );
  const direction = before === undefined ? 'newer' : 'older';
  const start =
    parseCursor(context, accountId, after, 'after') ?? parseCursor(context, accountId, before, 'before');
  // Reads one row more than requested to find out whether there is a further page.
  const page = await readFeed(context.db.forAccount(accountId), accountId, {
    filter,
    direction,
    from: start ?? 0n,
    limit: limit + 1,
  });
  const hasMore = page.rows.length > limit;
  const rows = direction === 'newer' ? page.rows.slice(0, limit) : page.rows.slice(0, limit).reverse();
  const [hasNewer, hasOlder] = direction === 'newer' ? [hasMore, start !== null] : [start !== null, hasMore];
  const seal = (position: bigint) => encodeFeedCursor(context.keys, scopeOf(accountId), position);
  const pageUrl = (name: 'after' | 'before', row: FeedRow | undefined) =>
    `${context.environment.publicUrl}/events?${new URLSearchParams({
      ...parameters,
      [name]: seal(row?.position ?? start ?? 0n),
    }).toString()}`;
  return (
    `{"data":[${rows.map(({ payload }) => payload).join(',')}],` +
    `"next":${JSON.stringify(hasNewer ? pageUrl('after', rows.at(-1)) : null)},` +
    `"previous":${JSON.stringify(hasOlder ? pageUrl('before', rows[0]) : null)},` +
    `"cursor":${JSON.stringify(seal(positionAfter(page, rows, hasNewer, start ?? 0n)))}}`
  );
}

/**
 * The position to continue from. On the last page this is the end of the feed, so that events excluded by the filter
 * are not scanned again.
 */
function positionAfter({ end }: FeedPage, rows: readonly FeedRow[], hasNewer: boolean, start: bigint) {
  if (hasNewer) return rows.at(-1)?.position ?? start;
  return end > start ? end : start;
}

const scopeOf = (accountId: string) => `events|${accountId}`;

function parseCursor({ keys }: FeedContext, accountId: string, cursor: string | undefined, param: string) {
  if (cursor === undefined) return null;
  const position = decodeFeedCursor(keys, scopeOf(accountId), cursor);
  if (position !== null) return position;
  throw Problem.of(
    'invalid_parameter',
    `${param} must be a cursor from the next, previous or cursor field of this feed.`,
    { param },
  );
}
