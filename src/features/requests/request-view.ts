// Wire format of the request log.
import type { RequestDetailRow, RequestRow } from './request-store.ts';
import type { LoggedRequest, RequestDetail } from './requests-wire.ts';

export function presentRequest(row: RequestRow): LoggedRequest {
  return {
    id: row.id,
    request_id: row.requestId,
    at: row.startedAt.toISOString(),
    method: row.method,
    route: row.route,
    path: row.path,
    status: row.status,
    duration_ms: row.durationMs,
    client_id: row.clientId,
    error_code: row.errorCode,
    error_param: row.errorParam,
    replayed: row.replayed,
    booking_id: row.bookingId,
  };
}

export function presentRequestDetail(row: RequestDetailRow): RequestDetail {
  return {
    ...presentRequest(row),
    user_id: row.userId,
    scopes: row.scopes,
    ip_prefix: row.ipPrefix,
    headers: row.headers,
    request_body: row.requestBody,
    request_bytes: row.requestBytes,
    request_is_cut: row.requestIsCut,
    response_body: row.responseBody,
    response_bytes: row.responseBytes,
    response_is_cut: row.responseIsCut,
  };
}
