// Use cases of the portal's delivery log: list deliveries, and read one with its attempts.
import type { Context } from '../../context.ts';
import type { AccountDatabase } from '../../db/database.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import {
  type DeliveryFilter,
  findDeliveryRow,
  findPayload,
  listAttempts,
  listDeliveryRows,
} from './portal-delivery-store.ts';
import type { DeliveryDetail, DeliveryPage, PortalDelivery } from './portal-schemas.ts';

/** Bounds the response: automatic retries stop after about a dozen attempts, but manual resends are unlimited. */
const maxAttemptsShown = 100;

export interface DeliveryReader extends Pick<Context, 'db'> {
  /** Ids of the account's bookings with this confirmation code or order number. */
  readonly findBookingIds: (accountId: string, text: string) => Promise<string[]>;
}

export interface DeliveryQuery {
  readonly filter: Omit<DeliveryFilter, 'about'>;
  readonly search: string | undefined;
  readonly after: string | undefined;
  readonly limit: number;
}

export async function readDeliveries(
  { db, findBookingIds }: DeliveryReader,
  accountId: string,
  { filter, search, after, limit }: DeliveryQuery,
): Promise<DeliveryPage> {
  const about = search === undefined ? undefined : await resolveSearch(findBookingIds, accountId, search);
  if (about && about.bookingIds.length + about.eventIds.length === 0) return { data: [], next: null };
  // Reads one row more than requested to find out whether there is a further page.
  const page = { filter: { ...filter, about }, after, limit: limit + 1 };
  const rows = await listDeliveryRows(db.forAccount(accountId), accountId, page);
  const data = rows.slice(0, limit);
  return { data, next: rows.length > limit ? (data.at(-1)?.id ?? null) : null };
}

async function resolveSearch(
  findBookingIds: DeliveryReader['findBookingIds'],
  accountId: string,
  search: string,
): Promise<NonNullable<DeliveryFilter['about']>> {
  if (isUuid(search)) return { bookingIds: [search], eventIds: [search] };
  return { bookingIds: await findBookingIds(accountId, search), eventIds: [] };
}

export async function readDelivery(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  id: string,
): Promise<DeliveryDetail> {
  // Repeatable read: the delivery and its attempts are written in one transaction and must be read from one snapshot.
  const snapshot = db.forAccount(accountId).transaction().setIsolationLevel('repeatable read');
  return snapshot.execute(async (trx) => {
    const delivery = await loadDelivery(trx, accountId, id);
    const [payload = null, log] = await Promise.all([
      findPayload(trx, accountId, delivery.event_id),
      listAttempts(trx, accountId, id, maxAttemptsShown),
    ]);
    return { ...delivery, payload, log };
  });
}

export async function loadDelivery(
  db: AccountDatabase,
  accountId: string,
  id: string,
): Promise<PortalDelivery> {
  const delivery = isUuid(id) ? await findDeliveryRow(db, accountId, id) : undefined;
  if (!delivery) throw Problem.of('not_found', 'There is no such delivery.');
  return delivery;
}
