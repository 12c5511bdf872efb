// Response types of the request log, for the portal and the console. Times are ISO 8601.

/**
 * GET /portal/api/requests?status=&method=&path=&search=&from=&to=&after=&limit= → RequestPage, newest first; 50 per
 * page by default, at most 100. `status` is a class (`2xx`, `4xx`, `5xx`), `failed` or a number; `path` is part of the
 * path; `search` is a request id or a booking id. Operators: GET /operator/requests, also with `account_id`.
 */
export interface RequestPage {
  readonly data: readonly LoggedRequest[];
  /** For `after`; null on the last page. */
  readonly next: string | null;
}

export interface LoggedRequest {
  readonly id: string;
  readonly request_id: string;
  readonly at: string;
  readonly method: string;
  /** Route pattern such as `/bookings/:id`; null if no route matched. */
  readonly route: string | null;
  readonly path: string;
  readonly status: number;
  readonly duration_ms: number;
  readonly client_id: string;
  readonly error_code: string | null;
  readonly error_param: string | null;
  readonly replayed: boolean;
  readonly booking_id: string | null;
}

/** Additional fields for operators. */
export interface OperatorRequest extends LoggedRequest {
  readonly account: { readonly id: string; readonly name: string };
}
export interface OperatorRequestPage {
  readonly data: readonly OperatorRequest[];
  readonly next: string | null;
}
export type OperatorRequestDetail = RequestDetail & OperatorRequest;

/** GET /portal/api/requests/{id}; operators: GET /operator/requests/{id}. */
export interface RequestDetail extends LoggedRequest {
  readonly user_id: string | null;
  readonly scopes: readonly string[];
  readonly ip_prefix: string;
  readonly headers: Readonly<Record<string, string>>;
  /** null if there was no body, it was not JSON, or bodies of such requests are not logged. */
  readonly request_body: string | null;
  readonly request_bytes: number | null;
  readonly request_is_cut: boolean;
  readonly response_body: string | null;
  readonly response_bytes: number | null;
  readonly response_is_cut: boolean;
}
