// An attempt and what follows from it, as the log keeps it.
import { type Conclusion, isManual } from '../../../domain/webhook-attempt-outcome.ts';
import type { Attempt } from './send-delivery.ts';

/** In the names of the columns: it travels as JSON. */
export interface AttemptRecord {
  readonly attempt_id: string;
  readonly task_id: string;
  readonly account_id: string;
  readonly endpoint_id: string;
  readonly delivery_id: string;
  readonly trigger: string;
  readonly manual: boolean;
  /** Leaves no trace in sums and health: it says how somebody tried, not how deliveries fare. */
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

/** Receivers may say anything; PostgreSQL keeps no NUL and no half of a character. */
function storable(text: string): string {
  return text.replaceAll('\0', '\uFFFD').toWellFormed();
}
