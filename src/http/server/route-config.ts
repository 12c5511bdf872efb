// Route configuration beyond the schema.
import type { OperatorRole } from '../../domain/account/operator-role.ts';
import type { Access } from '../../domain/account/scopes.ts';
import type { ProblemKind } from '../../lib/problem-entry.ts';

/** `session`: every portal session has it. `read` and `write` depend on the scopes of the session. */
export type PortalAccess = Access | 'session';

export type RouteStatuses = Partial<Record<ProblemKind, number>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access that the token must grant; absent on routes without a token. */
    access?: Access;
    /** Access that a portal session needs; every route of the portal declares it. */
    portalAccess?: PortalAccess;
    /** Whether a portal session needs a step-up within the last 10 minutes. */
    needsPortalStepUp?: boolean;
    /** Statuses that differ from the default because the API contract defines others for the operation. */
    statuses?: RouteStatuses;
    /** Media type of a successful response that is not JSON. Error responses are always JSON. */
    produces?: string;
    /** Whether Idempotency-Key is supported. */
    idempotent?: boolean;
    /** Minimum role; absent on routes that are not for operators. */
    role?: OperatorRole;
    /** Also allowed for operators who still have to set up their second factor. */
    isBeforeSecondFactor?: boolean;
    /** Only within 10 minutes of the last authentication of the operator's session. */
    needsStepUp?: boolean;
    /** Requests do not count as use of the operator's session. */
    isPassive?: boolean;
    /** Media types of a binary body. */
    uploads?: readonly string[];
    /** Successful requests are not logged in the request log. */
    isNotLogged?: boolean;
  }
}
