// What the console's pages and the server say to one another about who is signed in. Published in openapi/operator.json.
import type { OperatorRole } from '../../../domain/operator-role.ts';

export type { OperatorRole };

/** POST /operator/sessions */
export interface SignInRequest {
  readonly email: string;
  readonly password: string;
  readonly code?: string;
}

/** GET /operator/session; also the answer of POST /operator/sessions. */
export interface OperatorSession {
  readonly operator: {
    readonly id: string;
    readonly email: string;
    readonly name: string;
    readonly role: OperatorRole;
  };
  /** `required`: it must be set up before anything else. */
  readonly second_factor: 'on' | 'off' | 'required';
  readonly environment: 'production' | 'sandbox';
  readonly expires_at: string;
  readonly idle_expires_at: string;
  /** Goes with every write. */
  readonly csrf_token: string;
}
