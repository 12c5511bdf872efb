// GET and POST /oauth/authorize: sign-in and consent of a user (RFC 6749, 4.1). GET renders a form. POST processes it
// and responds with 303, so that reload and back do not submit the form again.
import cookies from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IpRateLimiter } from '../../http/limits/ip-rate-limit.ts';
import { sendPage } from '../../http/pages/page.ts';
import { acceptFormsOnly, renderErrorsAsPages } from '../../http/pages/page-middleware.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { Problem } from '../../lib/problem.ts';
import { loadAccount } from '../accounts/account-store.ts';
import { errorPageContent, refusalOf } from './authorize-error-page.ts';
import { consentContent, signInContent } from './authorize-page.ts';
import {
  type AuthorizeRequest,
  authorizationResponseUrl,
  readAuthorizeRequest,
} from './authorize-request.ts';
import { type FormPurpose, isFormTokenValid, signFormToken } from './form-csrf-token.ts';
import { issueAuthorizationCode } from './issue-token.ts';
import type { OAuthContext } from './oauth-context.ts';
import { destinationOf, policySource } from './redirect-uri.ts';
import { authorizeOperation } from './schemas.ts';
import {
  browserTokenOf,
  currentSession,
  type FailedAttempt,
  type FormFields,
  type SignInPages,
  type SignInVisit,
  signInPages,
  signOut,
  submitSignIn,
} from './sign-in-pages.ts';
import type { SignInSession } from './sign-in-session-store.ts';

export interface AuthorizeRoutesOptions {
  readonly context: OAuthContext;
  readonly ipRateLimiter: IpRateLimiter;
}

const path = '/oauth/authorize';
const urlOf = ({ query }: AuthorizeRequest) => `${path}?${query}`;

export async function authorizeRoutes(
  app: HttpServer,
  { context, ipRateLimiter }: AuthorizeRoutesOptions,
): Promise<void> {
  await app.register(cookies);
  acceptFormsOnly(app);
  renderErrorsAsPages(app, context.environment.name, (problem) => {
    const refusal = refusalOf(problem);
    return { title: refusal.title, content: errorPageContent(refusal) };
  });
  app.addHook('onRequest', async (request) => {
    ipRateLimiter.check(request.ip);
    ipRateLimiter.count(request.ip);
  });
  const pageContext = { ...signInPages(context), issuer: context.environment.publicUrl };
  app.get(path, { schema: authorizeOperation, attachValidation: true }, (request, reply) =>
    handleRequest(pageContext, request, reply, showForm),
  );
  app.post(path, { schema: { hide: true } }, (request, reply) =>
    handleRequest(pageContext, request, reply, submitForm),
  );
}

interface PageContext extends SignInPages {
  readonly issuer: string;
}

interface PageRequest extends PageContext, SignInVisit {
  readonly authorization: AuthorizeRequest;
}

async function handleRequest(
  pageContext: PageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: (page: PageRequest) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const read = await readAuthorizeRequest(pageContext.context.identity, pageContext.issuer, request.url);
  if ('refusal' in read) return reply.redirect(read.refusal, 303);
  return handler({ ...pageContext, request, reply, authorization: read.request });
}

async function showForm(page: PageRequest): Promise<FastifyReply> {
  const session = await currentSession(page);
  return session ? showConsent(page, session) : showSignIn(page);
}

async function showSignIn(page: PageRequest, failed?: FailedAttempt): Promise<FastifyReply> {
  const { context, reply, authorization } = page;
  const browserToken = browserTokenOf(page);
  return sendPage(reply, {
    title: failed ? 'Error: sign in' : 'Sign in',
    status: failed?.status ?? 200,
    environment: context.environment.name,
    formTargets: [policySource(authorization.redirectUri)],
    content: signInContent({
      client: await requestingClient(page),
      target: formTarget(page, { form: 'sign_in', browserToken }),
      username: failed?.username ?? '',
      fault: failed?.fault ?? null,
    }),
  });
}

async function showConsent(page: PageRequest, session: SignInSession): Promise<FastifyReply> {
  const { context, sessionCookie, request, reply, authorization } = page;
  const browserToken = sessionCookie.read(request) ?? '';
  return sendPage(reply, {
    title: `Allow ${authorization.client.name}?`,
    environment: context.environment.name,
    formTargets: [policySource(authorization.redirectUri)],
    content: consentContent({
      client: await requestingClient(page),
      target: formTarget(page, { form: 'consent', browserToken }),
      person: session,
      scopes: authorization.scopes,
      destination: destinationOf(authorization.redirectUri),
    }),
  });
}

async function requestingClient({ context, authorization: { client } }: PageRequest) {
  const { name } = await loadAccount(context.identity, client.accountId);
  return { name: client.name, ownerName: name };
}

function formTarget({ context, authorization }: PageRequest, purpose: Omit<FormPurpose, 'query'>) {
  return {
    action: urlOf(authorization),
    formToken: signFormToken(context.keys, { ...purpose, query: authorization.query }),
  };
}

interface FormAction {
  /** Forms that contain the button. */
  readonly forms: readonly FormPurpose['form'][];
  readonly run: (page: PageRequest, fields: FormFields) => Promise<FastifyReply>;
}

const formActions: ReadonlyMap<string | undefined, FormAction> = new Map([
  ['sign_in', { forms: ['sign_in'], run: signIn }],
  ['allow', { forms: ['consent'], run: allow }],
  ['cancel', { forms: ['sign_in', 'consent'], run: cancel }],
  ['sign_out', { forms: ['consent'], run: signOutAndRestart }],
]);

async function submitForm(page: PageRequest): Promise<FastifyReply> {
  const fields = (page.request.body ?? {}) as FormFields;
  const formAction = formActions.get(fields['action']);
  if (!formAction) throw Problem.of('invalid_request', 'action must be sign_in, allow, cancel or sign_out.');
  if (formAction.forms.some((form) => hasValidToken(page, form, fields['form_token']))) {
    return formAction.run(page, fields);
  }
  return sendPage(page.reply, {
    title: 'Out of date',
    status: 403,
    environment: page.context.environment.name,
    content: errorPageContent({
      title: 'This page is out of date',
      message: 'It was open for too long, or you signed in or out in another tab. Nothing was changed.',
      retryUrl: urlOf(page.authorization),
    }),
  });
}

function hasValidToken(page: PageRequest, form: FormPurpose['form'], formToken: string | undefined): boolean {
  const { context, sessionCookie, browserCookie, request, authorization } = page;
  const browserToken = (form === 'consent' ? sessionCookie : browserCookie).read(request);
  if (!browserToken) return false;
  return isFormTokenValid(context.keys, { form, browserToken, query: authorization.query }, formToken);
}

async function signIn(page: PageRequest, fields: FormFields): Promise<FastifyReply> {
  const failed = await submitSignIn(page, fields);
  return failed ? showSignIn(page, failed) : page.reply.redirect(urlOf(page.authorization), 303);
}

async function allow(page: PageRequest): Promise<FastifyReply> {
  const session = await currentSession(page);
  const code = session && (await issueAuthorizationCode(page.context, page.authorization, session));
  // The session ended while the consent form was open.
  if (code === null) return page.reply.redirect(urlOf(page.authorization), 303);
  return page.reply.redirect(authorizationResponseUrl(page.authorization, page.issuer, { code }), 303);
}

async function cancel({ reply, authorization, issuer }: PageRequest): Promise<FastifyReply> {
  const refusal = { error: 'access_denied', error_description: 'The user denied access.' };
  return reply.redirect(authorizationResponseUrl(authorization, issuer, refusal), 303);
}

async function signOutAndRestart(page: PageRequest): Promise<FastifyReply> {
  await signOut(page);
  return page.reply.redirect(urlOf(page.authorization), 303);
}
