// The authenticated crew member and session of a request.

export interface CrewPrincipal {
  readonly memberId: string;
  readonly firstName: string;
  /** null if the member belongs to no crew at present. */
  readonly crewId: string | null;
  readonly hasPhoneNumber: boolean;
  /** Identifies the session without revealing its token. */
  readonly sessionHash: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the crew middleware before any handler runs. */
    crewMember: CrewPrincipal | null;
  }
}
