// Which of the operators is calling, by which session.
import type { OperatorRole } from '../domain/operator-role.ts';

export interface OperatorPrincipal {
  readonly operatorId: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  /** `required`: everybody must have one, and they have none yet. */
  readonly secondFactor: 'on' | 'off' | 'required';
  /** Names the session without giving it away. */
  readonly sessionId: string;
  /** When the session ends, however much it is used. */
  readonly expiresAt: Date;
  /** When it ends if it is not used any more. */
  readonly idleAt: Date;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the routes of operators before any handler runs. */
    operator: OperatorPrincipal | null;
  }
}
