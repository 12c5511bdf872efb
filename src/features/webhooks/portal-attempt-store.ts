// Store: attempts of one delivery, and the payload of its event.
import { sql } from 'kysely';
import type { AccountDatabase } from '../../db/database.ts';
import type { AttemptOutcome, DeliveryTrigger } from '../../domain/webhook/webhook-delivery.ts';

export interface AttemptRow {
  readonly id: string;
  readonly number: number;
  readonly trigger: DeliveryTrigger;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly outcome: AttemptOutcome;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly remoteAddress: string | null;
  readonly requestUrl: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
  readonly responseIsBase64: boolean;
  readonly responseIsCut: boolean;
}

/** Returns the latest `limit` attempts, oldest first. */
export async function listAttemptRows(
  db: AccountDatabase,
  accountId: string,
  deliveryId: string,
  limit: number,
): Promise<AttemptRow[]> {
  const { rows } = await sql<AttemptRow>`
    select id, number, trigger, started_at as "startedAt", duration_ms as "durationMs", outcome, status_code as "statusCode",
      error, remote_address as "remoteAddress", request_url as "requestUrl", request_headers as "requestHeaders",
      response_headers as "responseHeaders", response_body as "responseBody", response_is_base64 as "responseIsBase64",
      response_is_cut as "responseIsCut"
    from webhook_attempt where account_id = ${accountId} and delivery_id = ${deliveryId}
    order by id desc limit ${limit}`.execute(db);
  return rows.reverse();
}

/** The payload byte for byte as it is sent; undefined after the event has been erased by retention. */
export async function findPayload(
  db: AccountDatabase,
  accountId: string,
  eventId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ payload: string }>`
    select payload::text from event where account_id = ${accountId} and id = ${eventId}`.execute(db);
  return rows[0]?.payload;
}
