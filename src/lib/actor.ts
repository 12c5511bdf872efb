// Who makes a change. Every use case that changes something takes an actor and records it in the audit trail.

export interface Actor {
  readonly kind:
    | 'client'
    | 'user'
    | 'portal_member'
    | 'operator'
    | 'crew_member'
    | 'command'
    | 'system'
    | 'anonymous';
  /**
   * Id of the client, user, portal member, operator or crew member; name of the operating system user (command) or part (system); the
   * surface that refused an unauthenticated caller (anonymous).
   */
  readonly id: string;
  /** Id of the request, command or job that makes the change. */
  readonly requestId: string;
  /** Client address of the request. Security events keep it, other audit entries do not. */
  readonly address?: string;
}

/** An actor that works in one account. */
export interface AccountActor extends Actor {
  readonly accountId: string;
}
