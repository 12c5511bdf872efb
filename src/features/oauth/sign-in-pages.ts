// Sign-in form, sign-in session and cookies, shared by the pages under /oauth.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { setRetryHeaders } from '../../http/server/error-handler.ts';
import { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { mintToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { sessionHashOf } from '../sessions/session-store.ts';
import { addDevice, deviceCookieSeconds } from '../sign-in-throttle/known-device.ts';
import { type SignIn, startSession, userAccount } from './authenticate-user.ts';
import { waitFor } from './authorize-error-page.ts';
import type { OAuthContext } from './oauth-context.ts';
import { type SignInSession, signInSessions } from './sign-in-session-store.ts';

export interface SignInPages {
  readonly context: OAuthContext;
  readonly sessionCookie: PageCookie;
  /** Identifies the browser before sign-in; the CSRF token of the sign-in form is bound to it. */
  readonly browserCookie: PageCookie;
  readonly deviceCookie: PageCookie;
}

/** One request to one of the pages. */
export interface SignInVisit extends SignInPages {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export type FormFields = Readonly<Record<string, string | undefined>>;

export function signInPages(context: OAuthContext): SignInPages {
  return {
    context,
    sessionCookie: new PageCookie(context.environment, 'session', signInSessions.rules.lifetimeSeconds),
    browserCookie: new PageCookie(context.environment, 'browser'),
    deviceCookie: new PageCookie(context.environment, 'device', deviceCookieSeconds),
  };
}

/** The session of the browser. Null if it is not signed in. */
export async function currentSession({ context, sessionCookie, request }: SignInVisit) {
  const token = sessionCookie.read(request);
  return token ? signInSessions.find(context.identity, token, context.clock.now()) : null;
}

/** Token of the browser before sign-in. Sets the cookie at the first visit. */
export function browserTokenOf({ context, browserCookie, request, reply }: SignInVisit): string {
  const known = browserCookie.read(request);
  if (known) return known;
  const browserToken = mintToken(`wb_${context.environment.name}_browser`);
  browserCookie.set(reply, browserToken);
  return browserToken;
}

/** What the sign-in form shows after a failed attempt. */
export interface FailedAttempt {
  readonly status: number;
  readonly username: string;
  readonly fault: string;
}

/** Signs the browser in. Returns the reason if that fails. */
export async function submitSignIn(visit: SignInVisit, fields: FormFields): Promise<FailedAttempt | null> {
  const { username = '', password = '' } = fields;
  if (!username || !password) {
    return { status: 400, username, fault: 'Enter your user name and your password.' };
  }
  try {
    await startBrowserSession(visit, { username, password, surface: 'sign_in_page' });
  } catch (error) {
    return { username, ...passwordFault(visit.reply, error, 'The user name or password is wrong.') };
  }
  visit.browserCookie.clear(visit.reply);
  return null;
}

/**
 * Proves the password again. The session gets a new token and counts as just signed in. Returns the hash of its token,
 * or the reason if that fails.
 */
export async function confirmSignIn(
  visit: SignInVisit,
  { username, sessionHash }: SignInSession & { readonly sessionHash: string },
  password: string,
): Promise<string | Pick<FailedAttempt, 'status' | 'fault'>> {
  if (!password) return { status: 400, fault: 'Enter your password.' };
  try {
    const token = await startBrowserSession(visit, {
      username,
      password,
      surface: 'account_page',
      sessionId: sessionHash,
    });
    return sessionHashOf(token);
  } catch (error) {
    return passwordFault(visit.reply, error, 'The password is wrong.');
  }
}

/** Starts a session that replaces the one of the browser, and sets the cookies. Returns its token. */
async function startBrowserSession(
  { context, sessionCookie, deviceCookie, request, reply }: SignInVisit,
  credentials: Pick<SignIn, 'username' | 'password' | 'surface' | 'sessionId'>,
): Promise<string> {
  const device = deviceCookie.read(request);
  const { token, userId } = await startSession(context, {
    ...credentials,
    address: request.ip,
    requestId: request.id,
    deviceCookie: device,
    agent: request.headers['user-agent'],
    previousToken: sessionCookie.read(request),
  });
  sessionCookie.set(reply, token);
  deviceCookie.set(reply, addDevice(context.keys, device, userAccount(userId), context.clock.now()));
  return token;
}

/** Fault for the form. Sets Retry-After if the attempt was throttled, and throws every other error again. */
export function passwordFault(
  reply: FastifyReply,
  error: unknown,
  wrongPassword: string,
): Pick<FailedAttempt, 'status' | 'fault'> {
  if (error instanceof Problem && error.code === 'invalid_grant')
    return { status: 400, fault: wrongPassword };
  if (error instanceof Problem && error.kind === 'rate_limited') {
    setRetryHeaders(reply, error);
    return { status: 429, fault: waitFor(error) };
  }
  throw error;
}

export async function signOut({ context, sessionCookie, request, reply }: SignInVisit): Promise<void> {
  const token = sessionCookie.read(request);
  if (token) await signInSessions.end(context.identity, sessionHashOf(token));
  sessionCookie.clear(reply);
}
