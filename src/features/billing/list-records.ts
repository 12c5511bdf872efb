// Use case of GET /billing/records: one page, with links to the neighbouring pages.
import type { Context } from '../../context.ts';
import { type PageQuery, readPage } from '../../http/operations/pagination.ts';
import { type BillingRecord, listRecords, type RecordFilter } from './record-store.ts';
import { presentRecord } from './record-view.ts';

export interface RecordQuery extends PageQuery {
  readonly filter: RecordFilter;
}

export async function listBillingRecords(
  context: Pick<Context, 'db' | 'keys' | 'environment'>,
  accountId: string,
  query: RecordQuery,
) {
  const { rows, next, previous } = await readPage(
    context,
    {
      path: '/billing/records',
      accountId,
      load: (page) =>
        listRecords(context.db.forAccount(accountId), accountId, { ...page, filter: query.filter }),
      placeOf: ({ bookedAt, id }: BillingRecord) => ({ atMs: bookedAt.getTime(), id }),
    },
    query,
  );
  return { data: rows.map(presentRecord), next, previous };
}
