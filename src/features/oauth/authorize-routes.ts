// GET and POST /oauth/authorize: sign-in and consent of a user (RFC 6749, 4.1). GET renders a form. POST processes it
// and responds with 303, so that reload and back do not submit the form again.
import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AddressLimit } from '../../http/ip-rate-limit.ts';
import { sendPage } from '../../http/page.ts';
import { PageCookie } from '../../http/page-cookie.ts';
import { answerErrorsAsPages, takeFormsOnly } from '../../http/page-middleware.ts';
import type { HttpServer } from '../../http/server.ts';
import { hashToken, mintToken } from '../../lib/opaque-token.ts';
import { Problem } from '../../lib/problem.ts';
import { loadAccount } from '../accounts/account-store.ts';
import { refusalContent, refusalOf, waitFor } from './authorize-error-page.ts';
import { consentContent, signInContent } from './authorize-page.ts';
import { type AuthorizeRequest, answerTo, readAuthorizeRequest } from './authorize-request.ts';
import { type FormPurpose, isFormGenuine, signForm } from './form-csrf-token.ts';
import { grantCode } from './issue-authorization-code.ts';
import type { OAuthContext } from './oauth-context.ts';
import { destinationOf, policySource } from './redirect-uri.ts';
import { authorizeOperation } from './schemas.ts';
import { deleteSession, findSession, type SignInSession } from './session-store.ts';
import { sessionLifetimeSeconds, startSession } from './start-session.ts';

export interface AuthorizeRoutesOptions {
  readonly context: OAuthContext;
  readonly addressLimit: AddressLimit;
}

const path = '/oauth/authorize';
const addressOf = ({ query }: AuthorizeRequest) => `${path}?${query}`;

export async function authorizeRoutes(
  app: HttpServer,
  { context, addressLimit }: AuthorizeRoutesOptions,
): Promise<void> {
  await app.register(cookies);
  takeFormsOnly(app);
  answerErrorsAsPages(app, context.environment.name, (problem) => {
    const refusal = refusalOf(problem);
    return { title: refusal.title, content: refusalContent(refusal) };
  });
  app.addHook('onRequest', async (request) => {
    addressLimit.check(request.ip);
    addressLimit.count(request.ip);
  });
  const desk: Desk = {
    context,
    issuer: context.environment.publicUrl,
    sessionCookie: new PageCookie(context.environment, 'session', sessionLifetimeSeconds),
    browserCookie: new PageCookie(context.environment, 'browser'),
  };
  app.get(path, { schema: authorizeOperation, attachValidation: true }, (request, reply) =>
    answerRequest(desk, request, reply, showForm),
  );
  app.post(path, { schema: { hide: true } }, (request, reply) =>
    answerRequest(desk, request, reply, pressButton),
  );
}

interface Desk {
  readonly context: OAuthContext;
  readonly issuer: string;
  readonly sessionCookie: PageCookie;
  /** Identifies the browser before sign-in; the CSRF token of the sign-in form is bound to it. */
  readonly browserCookie: PageCookie;
}

interface Visit extends Desk {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly asked: AuthorizeRequest;
}

async function answerRequest(
  desk: Desk,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (visit: Visit) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const read = await readAuthorizeRequest(desk.context.identity, desk.issuer, request.url);
  if ('refusal' in read) return reply.redirect(read.refusal, 303);
  return answer({ ...desk, request, reply, asked: read.request });
}

async function showForm(visit: Visit): Promise<FastifyReply> {
  const session = await currentSession(visit);
  return session ? showConsent(visit, session) : showSignIn(visit);
}

async function currentSession({
  context,
  sessionCookie,
  request,
}: Visit): Promise<SignInSession | undefined> {
  const token = sessionCookie.read(request);
  return token ? findSession(context.identity, hashToken(token), context.clock.now()) : undefined;
}

interface FailedAttempt {
  readonly status: number;
  readonly username: string;
  readonly fault: string;
}

async function showSignIn(visit: Visit, failed?: FailedAttempt): Promise<FastifyReply> {
  const { context, browserCookie, request, reply, asked } = visit;
  let browserToken = browserCookie.read(request);
  if (!browserToken) {
    browserToken = mintToken(`wb_${context.environment.name}_browser`);
    browserCookie.set(reply, browserToken);
  }
  return sendPage(reply, {
    title: failed ? 'Error: sign in' : 'Sign in',
    status: failed?.status ?? 200,
    environment: context.environment.name,
    formTargets: [policySource(asked.redirectUri)],
    content: signInContent({
      client: await askingClient(visit),
      target: formTarget(visit, { form: 'sign_in', browserToken }),
      username: failed?.username ?? '',
      fault: failed?.fault ?? null,
    }),
  });
}

async function showConsent(visit: Visit, session: SignInSession): Promise<FastifyReply> {
  const { context, sessionCookie, request, reply, asked } = visit;
  const browserToken = sessionCookie.read(request) ?? '';
  return sendPage(reply, {
    title: `Allow ${asked.client.name}?`,
    environment: context.environment.name,
    formTargets: [policySource(asked.redirectUri)],
    content: consentContent({
      client: await askingClient(visit),
      target: formTarget(visit, { form: 'consent', browserToken }),
      person: session,
      scopes: asked.scopes,
      destination: destinationOf(asked.redirectUri),
    }),
  });
}

async function askingClient({ context, asked: { client } }: Visit) {
  const { name } = await loadAccount(context.identity, client.accountId);
  return { name: client.name, ownerName: name };
}

function formTarget({ context, asked }: Visit, made: Omit<FormPurpose, 'query'>) {
  return {
    action: addressOf(asked),
    formToken: signForm(context.keys, { ...made, query: asked.query }),
  };
}

type Fields = Readonly<Record<string, string | undefined>>;

interface Button {
  /** Forms that contain the button. */
  readonly forms: readonly FormPurpose['form'][];
  readonly press: (visit: Visit, fields: Fields) => Promise<FastifyReply>;
}

const buttons: ReadonlyMap<string | undefined, Button> = new Map([
  ['sign_in', { forms: ['sign_in'], press: signIn }],
  ['allow', { forms: ['consent'], press: allow }],
  ['cancel', { forms: ['sign_in', 'consent'], press: cancel }],
  ['sign_out', { forms: ['consent'], press: signOut }],
]);

async function pressButton(visit: Visit): Promise<FastifyReply> {
  const fields = (visit.request.body ?? {}) as Fields;
  const button = buttons.get(fields['action']);
  if (!button) throw Problem.of('invalid_request', 'action must be sign_in, allow, cancel or sign_out.');
  if (button.forms.some((form) => isGenuine(visit, form, fields['form_token']))) {
    return button.press(visit, fields);
  }
  return sendPage(visit.reply, {
    title: 'Out of date',
    status: 403,
    environment: visit.context.environment.name,
    content: refusalContent({
      title: 'This page is out of date',
      message: 'It was open for a long time, or you signed in or out elsewhere. Nothing was changed.',
      retryUrl: addressOf(visit.asked),
    }),
  });
}

function isGenuine(visit: Visit, form: FormPurpose['form'], formToken: string | undefined): boolean {
  const { context, sessionCookie, browserCookie, request, asked } = visit;
  const browserToken = (form === 'consent' ? sessionCookie : browserCookie).read(request);
  if (!browserToken) return false;
  return isFormGenuine(context.keys, { form, browserToken, query: asked.query }, formToken);
}

async function signIn(visit: Visit, fields: Fields): Promise<FastifyReply> {
  const { context, sessionCookie, browserCookie, request, reply, asked } = visit;
  const { username = '', password = '' } = fields;
  if (!username || !password) {
    return showSignIn(visit, { status: 400, username, fault: 'Enter your user name and your password.' });
  }
  const previousToken = sessionCookie.read(request);
  let token: string;
  try {
    token = await startSession(context, { username, password, address: request.ip, previousToken });
  } catch (error) {
    return showSignIn(visit, failedAttempt(reply, username, error));
  }
  sessionCookie.set(reply, token);
  browserCookie.clear(reply);
  return reply.redirect(addressOf(asked), 303);
}

function failedAttempt(reply: FastifyReply, username: string, error: unknown): FailedAttempt {
  if (error instanceof Problem && error.code === 'invalid_grant')
    return { status: 400, username, fault: 'The user name or password is wrong.' };
  if (error instanceof Problem && error.kind === 'rate_limited') {
    reply.header('retry-after', error.retryAfterSeconds);
    return { status: 429, username, fault: waitFor(error) };
  }
  throw error;
}

async function allow(visit: Visit): Promise<FastifyReply> {
  const session = await currentSession(visit);
  // The session expired while the consent form was open.
  if (!session) return visit.reply.redirect(addressOf(visit.asked), 303);
  const code = await grantCode(visit.context, visit.asked, session);
  return visit.reply.redirect(answerTo(visit.asked, visit.issuer, { code }), 303);
}

async function cancel({ reply, asked, issuer }: Visit): Promise<FastifyReply> {
  const refusal = { error: 'access_denied', error_description: 'The person said no.' };
  return reply.redirect(answerTo(asked, issuer, refusal), 303);
}

async function signOut({ context, sessionCookie, request, reply, asked }: Visit): Promise<FastifyReply> {
  const token = sessionCookie.read(request);
  if (token) await deleteSession(context.identity, hashToken(token));
  sessionCookie.clear(reply);
  return reply.redirect(addressOf(asked), 303);
}
