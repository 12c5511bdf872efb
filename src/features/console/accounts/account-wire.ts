// Organizations and operators as the console's pages see them. Published in openapi/operator.json.
import type { TierDocument } from '../../../domain/cancellation-policy-document.ts';
import type { OperatorRole } from '../../../domain/operator-role.ts';

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

export type { TierDocument };

/** GET and PATCH /operator/organizations/{id} */
export interface OrganizationFacts extends Organization {
  readonly language: 'en' | 'es';
  /** As its document says; no tiers: cancelling is free. */
  readonly cancellation_policy: { readonly tiers: TierDocument[] };
}

/** GET /operator/operators answers `{data}` of these. */
export interface OperatorWire {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly disabled: boolean;
  readonly second_factor: boolean;
  readonly created_at: string;
}
