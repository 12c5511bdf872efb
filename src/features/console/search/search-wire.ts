// Wire types of GET /operator/search.

export interface SearchHit {
  readonly kind: 'booking' | 'organization' | 'crew' | 'crew_member' | 'webhook_endpoint' | 'request';
  /** For a crew member, the id of the crew if there is one. */
  readonly id: string;
  readonly title: string;
  readonly note: string | null;
  readonly state: string | null;
  /** null for objects of the company. */
  readonly account_id: string | null;
}

export interface SearchAnswer {
  readonly data: SearchHit[];
}
