// GET /operator/search: what pages are told of what was found.

export interface SearchHit {
  readonly kind: 'booking' | 'organization' | 'crew' | 'crew_member' | 'webhook_endpoint' | 'request';
  /** Of a crew member: of the crew, where there is one. */
  readonly id: string;
  readonly title: string;
  readonly note: string | null;
  readonly state: string | null;
  /** Whose it is; null: the company's own. */
  readonly account_id: string | null;
}

export interface SearchAnswer {
  readonly data: SearchHit[];
}
