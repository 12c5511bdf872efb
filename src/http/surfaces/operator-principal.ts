// The authenticated operator and session of a request.
import type { OperatorRole } from '../../domain/account/operator-role.ts';
import type { SecondFactorStatus } from '../../domain/account/second-factor-rule.ts';

export interface OperatorPrincipal {
  readonly operatorId: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** `required`: the operator needs a second factor and has none yet. */
  readonly secondFactor: SecondFactorStatus['secondFactor'];
  readonly secondFactorDueAt: SecondFactorStatus['secondFactorDueAt'];
  /** Hash of the token, in hex. */
  readonly sessionHash: string;
  /** Id of the session. Unlike `sessionHash`, it stays when the token is replaced. */
  readonly sessionId: string;
  /** Absolute expiry of the session. */
  readonly expiresAt: Date;
  /** Expiry of the session if it is not used again. */
  readonly idleAt: Date;
  /** Until when sensitive operations are allowed; null if the session was not confirmed recently. */
  readonly confirmedUntil: Date | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the operator middleware before any handler runs. */
    operator: OperatorPrincipal | null;
  }
}
