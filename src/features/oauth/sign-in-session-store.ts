// Sessions of users on the pages under /oauth. They are valid while the user is enabled.
import { sql } from 'kysely';
import { SessionStore } from '../sessions/session-store.ts';

export interface SignInSession {
  readonly userId: string;
  readonly accountId: string;
  readonly username: string;
  readonly accountName: string;
  /** Last proof of the password: a confirmation replaces the session. */
  readonly signedInAt: Date;
}

export const signInSessions = new SessionStore<'identity', 'sign_in_session', SignInSession>({
  table: 'sign_in_session',
  tokenPrefix: (environment) => `wb_${environment}_session`,
  lifetimeSeconds: 8 * 60 * 60,
  columns: sql`u.id as "userId", u.account_id as "accountId", u.username, a.name as "accountName",
    s.created_at as "signedInAt"`,
  join: sql`join app_user u on u.id = s.user_id join account a on a.id = u.account_id`,
  isOwnerActive: sql`u.disabled_at is null`,
});
