// What pages and their server say to one another about the request log, in the portal and in the console. Times are ISO 8601.

/**
 * GET /portal/api/requests?status=&method=&path=&search=&from=&to=&after=&limit= → RequestPage, newest first; 50 on a page
 * unless said, at most 100. `status` is a class (`2xx`, `4xx`, `5xx`), `failed` or a number; `path` a part of the path;
 * `search` a request id or the id of a booking. Operators: GET /operator/requests, with `account_id` besides.
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
  /** The pattern, `/bookings/:id`; null: there is nothing at that address. */
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

/** What operators see of each besides. */
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
  /** null: nothing was sent, it was no JSON, or bodies of such calls are not kept. */
  readonly request_body: string | null;
  readonly request_bytes: number | null;
  readonly request_is_cut: boolean;
  readonly response_body: string | null;
  readonly response_bytes: number | null;
  readonly response_is_cut: boolean;
}
