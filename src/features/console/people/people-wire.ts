// Organizations and operators as the console's pages see them. Published in openapi/operator.json.
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
