// Organizations and operators as the console's pages see them. Published in openapi/operator.json.

/** GET /operator/organizations */
export interface OrganizationList {
  readonly data: readonly Organization[];
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly contact_email: string | null;
  readonly created_at: string;
}
