// Who of the crews is asking, by which session.

export interface CrewPrincipal {
  readonly memberId: string;
  readonly firstName: string;
  /** null: in no crew at present. */
  readonly crewId: string | null;
  readonly hasPhoneNumber: boolean;
  /** Names the session without giving it away. */
  readonly sessionId: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on the routes of the crew's page before any handler runs. */
    crewMember: CrewPrincipal | null;
  }
}
