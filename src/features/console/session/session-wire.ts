// Wire types of operator sessions for the console's pages. Published in openapi/operator.json.
import type { OperatorRole } from '../../../domain/operator-role.ts';

export type { OperatorRole };

/** Request body of POST /operator/sessions. */
export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** Response of GET /operator/session and POST /operator/sessions. */
export interface OperatorSession {
  readonly operator: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly role: OperatorRole;
  };
  /** `required`: must be set up before any other operation. */
  readonly second_factor: 'on' | 'off' | 'required';
  readonly environment: 'production' | 'sandbox';
  readonly expires_at: string;
  readonly idle_expires_at: string;
  /** Sent with every write. */
  readonly csrf_token: string;
}
