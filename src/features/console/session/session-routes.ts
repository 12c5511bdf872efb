// Routes of /operator/sessions and /operator/session: sign in, retrieve the session, confirm it, sign out.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { csrfTokenOf } from '../../../http/surfaces/csrf-token.ts';
import { operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import type { OperatorPrincipal } from '../../../http/surfaces/operator-principal.ts';
import type { PageCookie } from '../../../http/surfaces/page-cookie.ts';
import { requireSameOrigin } from '../../../http/surfaces/same-origin.ts';
import { Problem } from '../../../lib/problem.ts';
import { operatorSessions, type SessionCarrier } from '../../accounts/system/operator-session-store.ts';
import { addDevice } from '../../sign-in-throttle/known-device.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { SignInLimits } from '../sign-in/sign-in-limits.ts';
import type { ConsoleSse } from '../stream/console-sse.ts';
import { confirmSession } from './confirm-session.ts';
import {
  findOperator,
  operatorAccount,
  startOperatorSession,
  type Visit,
  watchOperatorSignIn,
} from './operator-sessions.ts';
import type { OperatorSession } from './session-schemas.ts';
import {
  NewSessionSchema,
  OperatorSessionSchema,
  SessionConfirmationSchema,
  SignInSchema,
} from './session-schemas.ts';

export interface SessionRoutesContext extends ConsoleContext {
  readonly cookie: PageCookie;
  readonly streams: ConsoleSse;
  readonly deviceCookie: PageCookie;
  readonly limits: SignInLimits;
}

const operation = operatorOperations<SessionRoutesContext>({ tag: 'Session' });

export const signInOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'POST',
    path: '/sessions',
    id: 'session.start',
    summary: 'Sign in',
    description:
      "Starts a session. Sets a cookie for the console's own pages, or returns a bearer token if `token` is " +
      'true. The response is the same for a wrong password, an unknown address and a disabled operator. ' +
      'Repeated failures are followed by growing delays of up to 15 minutes, for wrong codes of up to an hour: ' +
      'requests then fail with 429 and `Retry-After`. Operators with a second factor must also send `code`.',
    body: ref(SignInSchema),
    responses: {
      201: answer(NewSessionSchema, 'The session has started.'),
      401: answer(ErrorSchema, 'The e-mail address, password or code is wrong, or the code is missing.', [
        problemExample('wrong_credentials', 'The e-mail address or password is wrong.'),
        problemExample('second_factor_required', 'This operator has a second factor. Send `code` as well.', {
          param: 'code',
        }),
        problemExample('wrong_code', 'The code is wrong, has been used before or has expired.'),
      ]),
      403: answer(ErrorSchema, 'The request was caused by another website.', [
        problemExample('request_not_trusted', 'This request does not come from our own pages.'),
      ]),
    },
    handler: async ({ context, request, reply }) => {
      requireSameOrigin(request, context.environment.publicUrl);
      const { email, password, code, token: wantsToken = false } = request.body;
      const carrier = wantsToken ? 'token' : 'cookie';
      const signIn = { ...visitOf(request, context, carrier), email, password, code };
      const token = await watchOperatorSignIn(context, signIn, () => startOperatorSession(context, signIn));
      return await beginSession(context, request, reply, { token, carrier });
    },
  }),
];

export const sessionOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'GET',
    path: '/session',
    role: 'viewer',
    isBeforeSecondFactor: true,
    id: 'session.get',
    summary: 'Retrieve the current session',
    description:
      'Returns the signed-in operator, their role and the expiry times. Counts as use of the session.',
    responses: { 200: answer(OperatorSessionSchema, 'The session.') },
    handler: async ({ context, request }) => {
      const operator = operatorOf(request);
      return {
        ...(await presentSession(context, operator)),
        ...(carrierOf(request) === 'cookie' && {
          csrf_token: csrfTokenOf(context.keys, operator.sessionId),
        }),
      };
    },
  }),

  operation({
    method: 'POST',
    path: '/session/confirmation',
    role: 'viewer',
    isBeforeSecondFactor: true,
    id: 'session.confirm',
    summary: 'Confirm the session',
    description:
      'Proves the identity of the operator again. Sensitive operations are then allowed for 10 minutes; ' +
      'without it they fail with 403 `step_up_required`. Send the password, and the code if you have a second ' +
      'factor; or the response of a passkey to `POST /operator/session/confirmation/challenge`. Replaces the token of the session: cookie sessions ' +
      'get a new cookie, scripts continue with the new `token`. Throttled like a sign-in.',
    body: ref(SessionConfirmationSchema),
    responses: {
      200: answer(NewSessionSchema, 'The session is confirmed. Its previous token is no longer valid.'),
      400: answer(ErrorSchema, 'The password or code is wrong, or the code is missing; `param` names it.', [
        problemExample('wrong_credentials', 'The password is wrong.', { param: 'password' }),
        problemExample('second_factor_required', 'This operator has a second factor. Send `code` as well.', {
          param: 'code',
        }),
      ]),
    },
    handler: async ({ context, request, reply }) => {
      const { password, code, passkey } = request.body;
      const { ip: address, id: requestId } = request;
      const operator = operatorOf(request);
      const confirmation = {
        password,
        code,
        passkey,
        address,
        requestId,
      };
      const token = await confirmSession(context, operator, confirmation);
      // Open pages reconnect with the new cookie.
      await context.streams.endSession(operator.sessionHash);
      return await beginSession(context, request, reply, { token, carrier: carrierOf(request) });
    },
  }),

  operation({
    method: 'DELETE',
    path: '/session',
    role: 'viewer',
    isBeforeSecondFactor: true,
    id: 'session.end',
    summary: 'Sign out',
    description: 'Ends the current session. Other sessions continue.',
    responses: { 204: Type.Null({ description: 'The session has ended.' }) },
    handler: async ({ context, request, reply }) => {
      const { sessionHash } = operatorOf(request);
      await operatorSessions.end(context.system, sessionHash);
      await context.streams.endSession(sessionHash);
      if (carrierOf(request) === 'cookie') context.cookie.clear(reply);
    },
  }),
];

function carrierOf({ headers }: FastifyRequest): SessionCarrier {
  return headers.authorization === undefined ? 'cookie' : 'token';
}

export function visitOf(
  request: FastifyRequest,
  { cookie, deviceCookie }: Pick<SessionRoutesContext, 'cookie' | 'deviceCookie'>,
  carrier: SessionCarrier,
): Visit {
  const { ip: address, id: requestId } = request;
  const agent = request.headers['user-agent'] ?? null;
  const previousToken = carrier === 'cookie' ? cookie.read(request) : undefined;
  const device = deviceCookie.read(request);
  return { carrier, address, deviceCookie: device, agent, previousToken, requestId };
}

/** Response to a successful sign-in. A browser also gets a device cookie. */
export async function beginSession(
  context: SessionRoutesContext,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, carrier }: { readonly token: string; readonly carrier: SessionCarrier },
) {
  const operator = await findOperator(context, token, { carrier, isUse: true });
  if (!operator) throw Problem.of('session_ended', 'The session ended immediately. Sign in again.');
  if (carrier === 'cookie') {
    const { keys, cookie, deviceCookie, clock } = context;
    cookie.set(reply, token);
    const account = operatorAccount(operator.operatorId);
    deviceCookie.set(reply, addDevice(keys, deviceCookie.read(request), account, clock.now()));
  }
  const secret =
    carrier === 'token' ? { token } : { csrf_token: csrfTokenOf(context.keys, operator.sessionId) };
  return { ...(await presentSession(context, operator)), ...secret };
}

async function presentSession(
  { environment, pageMap }: ConsoleContext,
  operator: OperatorPrincipal,
): Promise<Omit<OperatorSession, 'csrf_token'>> {
  const { operatorId: id, email, name, role, expiresAt, idleAt, confirmedUntil } = operator;
  return {
    operator: { id, email, name, role },
    second_factor: operator.secondFactor,
    second_factor_due_at: operator.secondFactorDueAt?.toISOString() ?? null,
    environment: environment.name,
    expires_at: expiresAt.toISOString(),
    idle_expires_at: idleAt.toISOString(),
    confirmed_until: confirmedUntil?.toISOString() ?? null,
    map: await pageMap(),
  };
}
