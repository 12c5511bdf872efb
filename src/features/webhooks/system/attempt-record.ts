// Database record of one attempt and its outcome.
import { type Conclusion, isManual } from '../../../domain/webhook/webhook-attempt-outcome.ts';
import type { Attempt } from './send-delivery.ts';

/** Keys are column names; see attempt-columns-store.ts. */
export type AttemptRecord = Readonly<ReturnType<typeof attemptRecord>>;

export function attemptRecord(
  id: string,
  { task, startedAt, finishedAt, requestHeaders, result }: Attempt,
  { status, reason, nextAtMs }: Conclusion,
) {
  const { response } = result;
  return {
    /** Whether it has a row is known when the record is written. */
    task,
    attempt_id: id,
    account_id: task.accountId,
    endpoint_id: task.endpointId,
    delivery_id: task.deliveryId,
    trigger: task.trigger,
    manual: isManual(task.trigger),
    /** Test events do not count in the statistics or the health of the endpoint. */
    test: task.isTest,
    started_at: startedAt,
    finished_at: finishedAt,
    duration_ms: Math.round(result.durationMs),
    outcome: result.outcome,
    status_code: response?.statusCode ?? null,
    error: result.error && storable(result.error),
    remote_address: result.remoteAddress,
    request_url: task.url,
    request_headers: requestHeaders,
    response_headers: response?.headers ?? null,
    response_body: response?.body == null ? null : storable(response.body),
    response_is_base64: response?.isBase64 ?? false,
    response_is_cut: response?.isCut ?? false,
    status,
    reason,
    next_at: nextAtMs === null ? null : new Date(nextAtMs),
  };
}

/** Replaces what PostgreSQL text cannot store: NUL characters and lone surrogates, which a receiver may send. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
