// Database record of one attempt and its outcome.
import { type Conclusion, isManual } from '../../../domain/webhook/webhook-attempt-outcome.ts';
import type { Attempt } from './send-delivery.ts';

/** Keys are column names: the records are passed to PostgreSQL as one JSON array. */
export interface AttemptRecord {
  readonly attempt_id: string;
  readonly task_id: string;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly delivery_id: string;
  readonly trigger: string;
  readonly manual: boolean;
  /** Test events do not count in the statistics or the health of the endpoint. */
  readonly test: boolean;
  readonly started_at: Date;
  readonly finished_at: Date;
  readonly duration_ms: number;
  readonly outcome: string;
  readonly status_code: number | null;
  readonly error: string | null;
  readonly remote_address: string | null;
  readonly request_url: string;
  readonly request_headers: Readonly<Record<string, string>>;
  readonly response_headers: Readonly<Record<string, string>> | null;
  readonly response_body: string | null;
  readonly response_is_base64: boolean;
  readonly response_is_cut: boolean;
  readonly status: Conclusion['status'];
  readonly reason: Conclusion['reason'];
  readonly next_at: Date | null;
}

export function attemptRecord(
  id: string,
  { task, startedAt, finishedAt, requestHeaders, result }: Attempt,
  conclusion: Conclusion,
): AttemptRecord {
  const { response } = result;
  return {
    attempt_id: id,
    task_id: task.id,
    account_id: task.accountId,
    endpoint_id: task.endpointId,
    delivery_id: task.deliveryId,
    trigger: task.trigger,
    manual: isManual(task.trigger),
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
    status: conclusion.status,
    reason: conclusion.reason,
    next_at: conclusion.nextAtMs === null ? null : new Date(conclusion.nextAtMs),
  };
}

/** Replaces what PostgreSQL text cannot store: NUL characters and lone surrogates, which a receiver may send. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
