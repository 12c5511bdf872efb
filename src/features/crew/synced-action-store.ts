// Results of reported actions. `applied` is written in the transaction of the effect, with the role of the booking's
// account; other results are written separately. The primary key guarantees one result per action id.
// Old results and photo entries are deleted here too.
import type { Insertable } from 'kysely';
import type { CrewAction as CrewActionTable } from '../../db/schema.generated.ts';
import { insertion, type Statement } from '../../db/statement.ts';
import type { SystemDatabase } from '../../db/system-database.ts';
import type { ReportKind, ReportRefusal } from '../../domain/dispatch/crew-step-check.ts';

export type StoredResult =
  | { readonly result: 'applied' | 'already_so'; readonly reason: null }
  | { readonly result: 'refused'; readonly reason: ReportRefusal };

export interface ReportedAction {
  readonly memberId: string;
  readonly id: string;
  /** null if the crew was never engaged in the booking. */
  readonly accountId: string | null;
  readonly bookingId: string;
  readonly stopId: string;
  readonly kind: ReportKind | 'note' | 'problem';
  readonly occurredAt: Date;
  readonly receivedAt: Date;
}

export async function findResults(
  db: SystemDatabase,
  memberId: string,
  ids: readonly string[],
): Promise<Map<string, StoredResult>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('crew_action')
    .select(['id', 'result', 'reason'])
    .where('member_id', '=', memberId)
    .where('id', 'in', [...ids])
    .execute();
  return new Map(rows.map(({ id, result, reason }) => [id, { result, reason } as StoredResult]));
}

/** For the transaction of the effect. Violates the primary key if the action was reported before. */
export function appliedInsertion(action: ReportedAction): Statement<never> {
  return insertion('crew_action', [rowOf(action, { result: 'applied', reason: null })]);
}

/** Stores the result unless one exists. Returns the stored result, which a concurrent request may have written. */
export async function storeResultOnce(
  db: SystemDatabase,
  action: ReportedAction,
  result: StoredResult,
): Promise<StoredResult & { readonly isFirst: boolean }> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('crew_action')
    .values(rowOf(action, result))
    .onConflict((conflict) => conflict.columns(['member_id', 'id']).doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows > 0n) return { ...result, isFirst: true };
  const stored = (await findResults(db, action.memberId, [action.id])).get(action.id);
  return { ...(stored ?? result), isFirst: false };
}

/** Deletes old results, and the records of the photos that were reported with them. */
export async function deleteOldReports(db: SystemDatabase, before: Date): Promise<void> {
  await db.deleteFrom('crew_action').where('received_at', '<', before).execute();
  await db.deleteFrom('crew_photo').where('created_at', '<', before).execute();
}

function rowOf(action: ReportedAction, { result, reason }: StoredResult): Insertable<CrewActionTable> {
  return {
    member_id: action.memberId,
    id: action.id,
    account_id: action.accountId,
    booking_id: action.bookingId,
    stop_id: action.stopId,
    kind: action.kind,
    result,
    reason,
    occurred_at: action.occurredAt,
    received_at: action.receivedAt,
  };
}
