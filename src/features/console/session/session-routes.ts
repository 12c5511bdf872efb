// /operator/sessions and /operator/session: operators come in, see who they are, and leave.
import { Type } from 'typebox';
import { MinuteLimit } from '../../../http/minute-limit.ts';
import { operatorOperation } from '../../../http/operation.ts';
import type { OperatorPrincipal } from '../../../http/operator-principal.ts';
import { operatorOf } from '../../../http/operator-surface.ts';
import type { PageCookie } from '../../../http/page-cookie.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { requireSameOrigin } from '../../../http/same-origin.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { writeTokenOf } from '../../../http/write-token.ts';
import { Problem } from '../../../lib/problem.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { ConsoleStreams } from '../stream/console-streams.ts';
import { endOperatorSession, findOperator, startOperatorSession } from './operator-sessions.ts';
import { NewSessionSchema, OperatorSessionSchema, SignInSchema } from './session-schemas.ts';

export interface SessionRoutesOptions {
  readonly context: ConsoleContext;
  readonly cookie: PageCookie;
  readonly streams: ConsoleStreams;
}

/** Outside the operator surface: here operators come in. */
export async function signInRoutes(
  app: HttpServer,
  { context, cookie }: SessionRoutesOptions,
): Promise<void> {
  const failures = new MinuteLimit(30, 'Too many failed attempts to sign in came from this address.');
  app.post('/sessions', { schema: signInOperation }, async (request, reply) => {
    requireSameOrigin(request, context.environment.publicUrl);
    failures.check(request.ip);
    const { email, password, token: wantsToken = false } = request.body;
    const carrier = wantsToken ? 'token' : 'cookie';
    const previousToken = wantsToken ? undefined : cookie.read(request);
    const { ip: address, id: requestId } = request;
    try {
      const signIn = { email, password, carrier, address, previousToken, requestId } as const;
      const token = await startOperatorSession(context, signIn);
      const operator = await findOperator(context, token, carrier);
      if (!operator) throw Problem.of('session_ended', 'The session ended at once. Sign in again.');
      if (!wantsToken) cookie.set(reply, token);
      const secret = wantsToken ? { token } : { csrf_token: writeTokenOf(context.keys, token) };
      return await reply.code(201).send({ ...presentSession(context, operator), ...secret });
    } catch (error) {
      if (error instanceof Problem) failures.count(request.ip);
      throw error;
    }
  });
}

export async function sessionRoutes(
  app: HttpServer,
  { context, cookie, streams }: SessionRoutesOptions,
): Promise<void> {
  app.get('/session', { config: { role: 'viewer' }, schema: readOperation }, async (request, reply) => {
    const token = request.headers.authorization === undefined ? cookie.read(request) : undefined;
    return reply.send({
      ...presentSession(context, operatorOf(request)),
      ...(token !== undefined && { csrf_token: writeTokenOf(context.keys, token) }),
    });
  });

  app.delete('/session', { config: { role: 'viewer' }, schema: endOperation }, async (request, reply) => {
    const operator = operatorOf(request);
    await endOperatorSession(context, operator);
    await streams.endSession(operator.sessionId);
    if (request.headers.authorization === undefined) cookie.clear(reply);
    return reply.code(204).send(null);
  });
}

function presentSession({ environment }: ConsoleContext, operator: OperatorPrincipal) {
  const { operatorId: id, email, name, role, expiresAt, idleAt } = operator;
  return {
    operator: { id, email, name, role },
    environment: environment.name,
    expires_at: expiresAt.toISOString(),
    idle_expires_at: idleAt.toISOString(),
  };
}

const signInOperation = {
  ...operatorOperation('Session'),
  operationId: 'session.start',
  summary: 'Sign in',
  description:
    'Begins a session. Sets a cookie for our own pages, or answers with a bearer token where `token` is true. The answer is ' +
    'the same for a wrong password, an unknown address and a disabled operator; after ten failures in a minute it is 429.',
  body: ref(SignInSchema),
  response: {
    201: answer(NewSessionSchema, 'You are signed in.'),
    401: answer(ErrorSchema, 'The address or password is wrong.', [
      problemExample('wrong_credentials', 'The e-mail address or password is wrong.'),
    ]),
    403: answer(ErrorSchema, 'Another site caused the request.', [
      problemExample('request_not_trusted', 'This request does not come from our own pages.'),
    ]),
  },
};

const readOperation = {
  ...operatorOperation('Session'),
  operationId: 'session.get',
  summary: 'Who am I?',
  description: 'Who is signed in, with which role, and until when. Asking counts as using the session.',
  response: { 200: answer(OperatorSessionSchema, 'The session.') },
};

const endOperation = {
  ...operatorOperation('Session'),
  operationId: 'session.end',
  summary: 'Sign out',
  description: 'Ends this session and no other.',
  response: { 204: Type.Null({ description: 'Signed out.' }) },
};
