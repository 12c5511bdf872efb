// What a route says about itself beyond its schema.
import type { OperatorRole } from '../domain/operator-role.ts';
import type { Access } from '../domain/scopes.ts';
import type { ProblemKind } from '../lib/problem-catalogue.ts';

export type RouteStatuses = Partial<Record<ProblemKind, number>>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a partner's token must admit to; absent on routes that need no token. */
    access?: Access;
    /** Statuses that differ from the usual ones because the contract lists others for this operation. */
    statuses?: RouteStatuses;
    /** Set where a path refuses a method that it does not offer. */
    methodNotOffered?: boolean;
    /** The media type of a success that is no JSON; failures are JSON all the same. */
    produces?: string;
    /** Whether an Idempotency-Key is honoured. */
    idempotent?: boolean;
    /** What an operator must at least be; absent on routes that are not for operators. */
    role?: OperatorRole;
    /** Also for operators who must set up their second factor before anything else. */
    isBeforeSecondFactor?: boolean;
    /** Media types of a body that is no JSON. */
    uploads?: readonly string[];
    /** Its successes are left out of the log of calls. */
    isNotRecorded?: boolean;
    /** Failures are application/json, not the media type of the contract. */
    answersPlainJson?: boolean;
  }
}

export const needs = (
  access: Access,
  extra: { statuses?: RouteStatuses; produces?: string; isNotRecorded?: boolean } = {},
) => ({ access, ...extra });
