// Wire types of invitations, password resets, second factor and own sessions. Published in openapi/operator.json.
import type { OperatorRole } from '../../../domain/operator-role.ts';

export type LinkMail = 'not_connected' | 'waiting' | 'sent' | 'failed';

/** Item of the response `{data}` of GET /operator/invitations. */
export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: OperatorRole;
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly mail: LinkMail;
}

/** Response of POST /operator/invitations. */
export interface MadeInvitation extends Invitation {
  readonly url: string;
}

/** Response of POST /operator/links/check. */
export interface LinkFacts {
  readonly purpose: 'invitation' | 'reset';
  readonly email: string;
  readonly role: OperatorRole | null;
  readonly created_by: string;
  readonly expires_at: string;
}

/** Response of POST /operator/operators/{id}/password-reset. */
export interface MadeReset {
  readonly url: string;
  readonly expires_at: string;
  readonly mail: LinkMail;
}

/** Body of GET and PUT /operator/sign-in-policy. */
export interface SignInPolicyWire {
  readonly require_second_factor: boolean;
}

/** Response of GET /operator/me/second-factor. */
export interface SecondFactor {
  readonly state: 'on' | 'off' | 'required';
  readonly recovery_codes_left: number;
}

/** Response of POST /operator/me/second-factor. */
export interface FactorSetup {
  readonly secret: string;
  readonly uri: string;
}

/** Response of POST /operator/me/second-factor/confirm and /operator/me/recovery-codes. */
export interface RecoveryCodes {
  readonly recovery_codes: readonly string[];
}

/** Item of the response `{data}` of GET /operator/me/sessions. */
export interface OwnSessionWire {
  readonly id: string;
  readonly current: boolean;
  readonly carrier: 'cookie' | 'token';
  readonly address: string | null;
  readonly agent: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
}
