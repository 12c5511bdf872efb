// Wire types of organizations and operators, used by the console's pages. Published in openapi/operator.json.
import type { TierDocument } from '../../../domain/cancellation-policy-document.ts';
import type { OperatorRole } from '../../../domain/operator-role.ts';

/** Response of GET /operator/organizations. */
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

/** Response of GET and PATCH /operator/organizations/{id}. */
export interface OrganizationFacts extends Organization {
  readonly language: 'en' | 'es';
  /** No tiers: cancellation is free. */
  readonly cancellation_policy: { readonly tiers: TierDocument[] };
}

/** Item of the response `{data}` of GET /operator/operators. */
export interface OperatorWire {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly disabled: boolean;
  readonly second_factor: boolean;
  readonly created_at: string;
}
