// GET and POST /oauth/account: a signed-in user sees and revokes the access of applications, ends sign-in sessions and
// changes the password. POST responds with 303, so that reload and back do not submit a form again. Ten minutes after the
// sign-in, revoking access and ending sessions need the password again: a page asks for it and repeats the form.
import cookies from '@fastify/cookie';
import type { FastifyReply } from 'fastify';
import { confirmedUntil } from '../../domain/account/step-up.ts';
import type { IpRateLimiter } from '../../http/limits/ip-rate-limit.ts';
import { sendPage } from '../../http/pages/page.ts';
import { acceptFormsOnly, renderErrorsAsPages } from '../../http/pages/page-middleware.ts';
import type { HttpServer } from '../../http/server/server.ts';
import type { Actor } from '../../lib/actor.ts';
import { Problem } from '../../lib/problem.ts';
import { tokenValidityAt } from '../accounts/valid-token-store.ts';
import { accountContent, type PasswordFault } from './account-page.ts';
import { authenticateUser } from './authenticate-user.ts';
import { errorPageContent, refusalOf } from './authorize-error-page.ts';
import { signInContent } from './authorize-page.ts';
import { confirmContent, type PendingForm, pendingFormOf } from './confirm-page.ts';
import { type FormPurpose, isFormTokenValid, signFormToken } from './form-csrf-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import {
  browserTokenOf,
  confirmSignIn,
  currentSession,
  type FailedAttempt,
  type FormFields,
  passwordFault,
  type SignInVisit,
  signInPages,
  signOut,
  submitSignIn,
} from './sign-in-pages.ts';
import type { SignInSession } from './sign-in-session-store.ts';
import {
  endSession,
  endSessions,
  revokeGrants,
  setUserPassword,
  type UserAccessContext,
} from './user-access.ts';
import { listUserGrants, listUserSessions } from './user-access-store.ts';

export interface AccountRoutesOptions {
  readonly context: OAuthContext;
  readonly ipRateLimiter: IpRateLimiter;
}

const path = '/oauth/account';

export async function accountRoutes(
  app: HttpServer,
  { context, ipRateLimiter }: AccountRoutesOptions,
): Promise<void> {
  await app.register(cookies);
  acceptFormsOnly(app);
  renderErrorsAsPages(app, context.environment.name, (problem) => {
    const refusal = refusalOf(problem);
    return { title: refusal.title, content: errorPageContent({ ...refusal, retryUrl: path }) };
  });
  app.addHook('onRequest', async (request) => {
    ipRateLimiter.check(request.ip);
    ipRateLimiter.count(request.ip);
  });
  const pages = signInPages(context);
  app.get(path, { schema: { hide: true } }, async (request, reply) => {
    const visit = { ...pages, request, reply };
    const session = await currentSession(visit);
    return session ? showAccount(visit, session) : showSignIn(visit);
  });
  app.post(path, { schema: { hide: true } }, (request, reply) => submitForm({ ...pages, request, reply }));
}

type Session = SignInSession & { readonly sessionHash: string };

/** Confirmation that the page shows after the action, by the value of `done` in its URL. */
const notices: ReadonlyMap<string, string> = new Map([
  ['revoked', 'Access revoked.'],
  ['revoked_all', 'Access of all applications revoked.'],
  ['session_ended', 'Session ended.'],
  ['sessions_ended', 'You are signed out everywhere else.'],
  [
    'password_changed',
    'Password changed. You are signed out everywhere else, and no application has access any more.',
  ],
]);

async function showAccount(
  visit: SignInVisit,
  session: Session,
  failed?: { readonly status: number; readonly fault: PasswordFault },
): Promise<FastifyReply> {
  const { context, request, reply } = visit;
  const { identity, clock, environment, tokenLifetime } = context;
  const done = new URL(request.url, environment.publicUrl).searchParams.get('done');
  const now = clock.now();
  const [grants, sessions] = await Promise.all([
    listUserGrants(identity, session.userId, tokenValidityAt(now, tokenLifetime.idleDays)),
    listUserSessions(identity, session.userId, now),
  ]);
  return sendPage(reply, {
    title: failed ? 'Error: your account' : 'Your account',
    status: failed?.status ?? 200,
    environment: environment.name,
    content: accountContent({
      target: formTarget(visit, 'account'),
      person: session,
      grants,
      sessions: sessions.map((row) => ({ ...row, isCurrent: row.sessionHash === session.sessionHash })),
      notice: failed || done === null ? null : (notices.get(done) ?? null),
      passwordFault: failed?.fault ?? null,
    }),
  });
}

function showSignIn(visit: SignInVisit, failed?: FailedAttempt): FastifyReply {
  return sendPage(visit.reply, {
    title: failed ? 'Error: sign in' : 'Sign in',
    status: failed?.status ?? 200,
    environment: visit.context.environment.name,
    content: signInContent({
      client: null,
      target: formTarget(visit, 'account_sign_in'),
      username: failed?.username ?? '',
      fault: failed?.fault ?? null,
    }),
  });
}

type AccountForm = Extract<FormPurpose['form'], 'account' | 'account_sign_in'>;

function formTarget(visit: SignInVisit, form: AccountForm) {
  const { context, sessionCookie, request } = visit;
  const browserToken = form === 'account' ? (sessionCookie.read(request) ?? '') : browserTokenOf(visit);
  return { action: path, formToken: signFormToken(context.keys, { form, browserToken, query: '' }) };
}

function hasValidToken(visit: SignInVisit, form: AccountForm, formToken: string | undefined): boolean {
  const { context, sessionCookie, browserCookie, request } = visit;
  const browserToken = (form === 'account' ? sessionCookie : browserCookie).read(request);
  if (!browserToken) return false;
  return isFormTokenValid(context.keys, { form, browserToken, query: '' }, formToken);
}

type AccountAction = (
  visit: SignInVisit,
  session: Session,
  fields: FormFields,
) => Promise<string | FastifyReply>;

/** Each returns the key of its notice, or has sent a page. */
const accountActions: ReadonlyMap<string | undefined, AccountAction> = new Map<string, AccountAction>([
  [
    'revoke',
    async (visit, { userId }, { client }) => {
      const apiClientId = required('client', client);
      await revokeGrants(accessContextOf(visit), { userId, apiClientId }, actorOf(visit, userId));
      return 'revoked';
    },
  ],
  [
    'revoke_all',
    async (visit, { userId }) => {
      await revokeGrants(accessContextOf(visit), { userId }, actorOf(visit, userId));
      return 'revoked_all';
    },
  ],
  [
    'end_session',
    async (visit, { userId }, { session }) => {
      const id = required('session', session);
      await endSession(accessContextOf(visit), userId, id, actorOf(visit, userId));
      return 'session_ended';
    },
  ],
  [
    'end_other_sessions',
    async (visit, { userId, sessionHash }) => {
      await endSessions(accessContextOf(visit), userId, sessionHash, actorOf(visit, userId));
      return 'sessions_ended';
    },
  ],
  ['change_password', changePassword],
]);

function required(param: string, value: string | undefined): string {
  if (value) return value;
  throw Problem.of('invalid_request', `${param} is required.`, { param });
}

async function submitForm(visit: SignInVisit): Promise<FastifyReply> {
  const fields = (visit.request.body ?? {}) as FormFields;
  const { action, form_token: formToken } = fields;
  if (action === 'sign_in') {
    if (!hasValidToken(visit, 'account_sign_in', formToken)) return showOutOfDate(visit);
    const failed = await submitSignIn(visit, fields);
    return failed ? showSignIn(visit, failed) : visit.reply.redirect(path, 303);
  }
  const run = accountActions.get(action);
  if (!run && action !== 'sign_out') {
    const names = ['sign_in', 'sign_out', ...accountActions.keys()].join(', ');
    throw Problem.of('invalid_request', `action must be one of ${names}.`, { param: 'action' });
  }
  if (!hasValidToken(visit, 'account', formToken)) return showOutOfDate(visit);
  if (!run) {
    await signOut(visit);
    return visit.reply.redirect(path, 303);
  }
  const session = await currentSession(visit);
  // The session ended while the page was open.
  if (!session) return visit.reply.redirect(path, 303);
  const pending = pendingFormOf(fields);
  const isRecent = confirmedUntil(session.signedInAt, visit.context.clock.now()) !== null;
  const current =
    pending === null || isRecent ? session : await confirmSession(visit, session, fields, pending);
  if (current === null) return visit.reply;
  const done = await run(visit, current, fields);
  return typeof done === 'string' ? visit.reply.redirect(`${path}?done=${done}`, 303) : done;
}

/** The session after the user proved the password. Null if the page that asks for it was sent. */
async function confirmSession(
  visit: SignInVisit,
  session: Session,
  { current_password: password }: FormFields,
  pending: PendingForm,
): Promise<Session | null> {
  const confirmed = password === undefined ? null : await confirmSignIn(visit, session, password);
  if (typeof confirmed === 'string') return { ...session, sessionHash: confirmed };
  sendPage(visit.reply, {
    title: confirmed ? 'Error: confirm that it is you' : 'Confirm that it is you',
    status: confirmed?.status ?? 200,
    environment: visit.context.environment.name,
    content: confirmContent({
      target: formTarget(visit, 'account'),
      username: session.username,
      pending,
      fault: confirmed?.fault ?? null,
    }),
  });
  return null;
}

function showOutOfDate({ context, reply }: SignInVisit): FastifyReply {
  return sendPage(reply, {
    title: 'Out of date',
    status: 403,
    environment: context.environment.name,
    content: errorPageContent({
      title: 'This page is out of date',
      message: 'It was open for too long, or you signed in or out in another tab. Nothing was changed.',
      retryUrl: path,
    }),
  });
}

async function changePassword(
  visit: SignInVisit,
  session: Session,
  { current_password: current = '', new_password: password = '' }: FormFields,
): Promise<string | FastifyReply> {
  const { context, request, reply } = visit;
  const { userId, username, sessionHash } = session;
  const refuse = (
    field: PasswordFault['field'],
    { status, fault }: Pick<FailedAttempt, 'status' | 'fault'>,
  ) => showAccount(visit, session, { status, fault: { field, text: fault } });
  if (!current) return refuse('current_password', { status: 400, fault: 'Enter your current password.' });
  if (!password) return refuse('new_password', { status: 400, fault: 'Enter a new password.' });
  if (password === current)
    return refuse('new_password', {
      status: 400,
      fault: 'The new password must differ from the current one.',
    });
  try {
    const { ip: address, id: requestId } = request;
    const guess = { username, password: current, address, requestId, sessionId: sessionHash };
    const user = await authenticateUser(context, { ...guess, surface: 'account_page' });
    const change = { userId, password, keptSessionHash: sessionHash, provenHash: user.passwordHash };
    await setUserPassword(accessContextOf(visit), change, actorOf(visit, userId));
  } catch (error) {
    if (error instanceof Problem && error.code === 'invalid_parameter')
      return refuse('new_password', { status: 400, fault: `The new ${error.message}` });
    return refuse('current_password', passwordFault(reply, error, 'The current password is wrong.'));
  }
  return 'password_changed';
}

function accessContextOf({ context }: SignInVisit): UserAccessContext {
  const { identity, clock, security, tokens } = context;
  return { users: identity, clock, security, announceRevoked: (hashes) => tokens.announceRevoked(hashes) };
}

function actorOf({ request }: SignInVisit, userId: string): Actor {
  return { kind: 'user', id: userId, requestId: request.id, address: request.ip };
}
