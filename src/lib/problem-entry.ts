// Entry of the error catalogue.

export type ProblemKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'not_acceptable'
  | 'request_timeout'
  | 'conflict'
  | 'gone'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'unprocessable'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

export interface CatalogueEntry {
  readonly kind: ProblemKind;
  /** What happened, in one sentence. */
  readonly meaning: string;
  /** What the caller should do. */
  readonly remedy: string;
}

export const entry = (kind: ProblemKind, meaning: string, remedy: string): CatalogueEntry => ({
  kind,
  meaning,
  remedy,
});
