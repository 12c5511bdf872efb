// Who makes a change. Every use case that changes something takes an actor and records it in the audit trail.

export interface Actor {
  readonly kind: 'client' | 'user' | 'operator' | 'crew_member' | 'command' | 'system';
  /** Id of the client, user, operator or crew member; name of the operating system user (command) or part (system). */
  readonly id: string;
  /** Id of the request, command or job that makes the change. */
  readonly requestId: string;
}

/** An actor that works in one account. */
export interface AccountActor extends Actor {
  readonly accountId: string;
}
