// Routes of /operator/me: own password, second factor and sessions. And /operator/sign-in-policy, which applies to all
// operators.
import type { FastifyRequest } from 'fastify';
import { operatorActor, operatorOf } from '../../../http/operator-middleware.ts';
import type { HttpServer } from '../../../http/server.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { changeOwnPassword } from '../../accounts/system/change-own-password.ts';
import { countRecoveryCodes } from '../../accounts/system/operator-factor-store.ts';
import { deleteOwnSessions, listOwnSessions } from '../../accounts/system/own-session-store.ts';
import {
  beginSetup,
  confirmSetup,
  removeSecondFactor,
  renewRecoveryCodes,
} from '../../accounts/system/second-factor.ts';
import { setSignInPolicy } from '../../accounts/system/set-sign-in-policy.ts';
import { findSignInPolicy } from '../../accounts/system/sign-in-policy-store.ts';
import { throttleAttempts } from '../../oauth/throttle-attempts.ts';
import { idOf } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import { checkPassword, hashOf, momentOf } from '../session/operator-sessions.ts';
import type { ConsoleSse } from '../stream/console-sse.ts';
import * as operations from './own-account-operations.ts';
import type { OwnSessionWire } from './sign-in-wire.ts';

export interface OwnAccountOptions {
  readonly context: ConsoleContext;
  readonly streams: ConsoleSse;
}

const own = { role: 'viewer', isBeforeSecondFactor: true } as const;
const failedCodesPerMinute = 10;

/** Asks for the password again: an open page may be used by another person. */
async function requirePassword(
  context: ConsoleContext,
  request: FastifyRequest,
  password: string,
  param: string,
): Promise<void> {
  const { email } = operatorOf(request);
  try {
    await checkPassword(context, { email, password, address: request.ip });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'wrong_credentials') throw error;
    throw Problem.of('wrong_credentials', 'The password is wrong.', { param, kind: 'invalid' });
  }
}

export async function ownPasswordRoutes(app: HttpServer, { context }: OwnAccountOptions): Promise<void> {
  app.put('/me/password', { config: own, schema: operations.changePassword }, async (request, reply) => {
    const { current_password: current, password } = request.body;
    await requirePassword(context, request, current, 'current_password');
    const { operatorId, sessionId } = operatorOf(request);
    const sessionHash = hashOf(sessionId);
    await changeOwnPassword(context, { operatorId, password, sessionHash, requestId: request.id });
    return reply.code(204).send(null);
  });
}

export async function secondFactorRoutes(app: HttpServer, { context }: OwnAccountOptions): Promise<void> {
  const path = '/me/second-factor';

  app.get(path, { config: own, schema: operations.readFactor }, async (request, reply) => {
    const { operatorId, secondFactor: state } = operatorOf(request);
    const left = await countRecoveryCodes(context.system, operatorId);
    return reply.send({ state, recovery_codes_left: left });
  });

  app.post(path, { config: own, schema: operations.beginFactor }, async (request, reply) => {
    await requirePassword(context, request, request.body.password, 'password');
    const { operatorId: id, email } = operatorOf(request);
    const issuer = context.environment.name === 'sandbox' ? 'Waybill Sandbox' : 'Waybill';
    return reply.code(201).send(await beginSetup(context, { id, email }, issuer));
  });

  app.post(`${path}/confirm`, { config: own, schema: operations.confirmFactor }, async (request, reply) => {
    const operator = operatorOf(request);
    const { operatorId, sessionId } = operator;
    const confirmation = { operatorId, code: request.body.code, sessionHash: hashOf(sessionId) };
    const codes = await throttleAttempts(
      context.identity,
      `operator-code:${operatorId}`,
      failedCodesPerMinute,
      () => confirmSetup(context, confirmation, operatorActor(request)),
    );
    return reply.send({ recovery_codes: codes });
  });

  app.post(`${path}/remove`, { config: own, schema: operations.removeOwnFactor }, async (request, reply) => {
    await requirePassword(context, request, request.body.password, 'password');
    const operator = operatorOf(request);
    const actor = operatorActor(request);
    await removeSecondFactor(context, operator.operatorId, actor, hashOf(operator.sessionId));
    return reply.code(204).send(null);
  });

  app.post('/me/recovery-codes', { config: own, schema: operations.renewCodes }, async (request, reply) => {
    await requirePassword(context, request, request.body.password, 'password');
    const operator = operatorOf(request);
    const actor = operatorActor(request);
    const codes = await renewRecoveryCodes(context, operator.operatorId, actor);
    return reply.code(201).send({ recovery_codes: codes });
  });
}

export async function ownSessionRoutes(
  app: HttpServer,
  { context, streams }: OwnAccountOptions,
): Promise<void> {
  app.get('/me/sessions', { config: own, schema: operations.listSessions }, async (request, reply) => {
    const { operatorId, sessionId } = operatorOf(request);
    const sessions = await listOwnSessions(context.system, operatorId, momentOf(context.clock.now()));
    const data = sessions.map(
      (session): OwnSessionWire => ({
        id: session.id,
        current: session.sessionHash.toString('hex') === sessionId,
        carrier: session.carrier,
        address: session.address,
        agent: session.agent,
        created_at: session.createdAt.toISOString(),
        last_used_at: session.lastUsedAt.toISOString(),
      }),
    );
    return reply.send({ data });
  });

  const end = async (hashes: readonly Buffer[]) => {
    for (const hash of hashes) await streams.endSession(hash.toString('hex'));
  };

  app.delete('/me/sessions', { config: own, schema: operations.endOthers }, async (request, reply) => {
    const { operatorId, sessionId } = operatorOf(request);
    await end(await deleteOwnSessions(context.system, operatorId, { allBut: hashOf(sessionId) }));
    return reply.code(204).send(null);
  });

  app.delete('/me/sessions/:id', { config: own, schema: operations.endOne }, async (request, reply) => {
    const id = idOf(request);
    const { operatorId } = operatorOf(request);
    const ended = isUuid(id) ? await deleteOwnSessions(context.system, operatorId, { id }) : [];
    if (ended.length === 0) throw Problem.of('not_found', 'You have no such session.');
    await end(ended);
    return reply.code(204).send(null);
  });
}

export async function signInPolicyRoutes(app: HttpServer, { context }: OwnAccountOptions): Promise<void> {
  const path = '/sign-in-policy';

  app.get(path, { config: { role: 'viewer' }, schema: operations.readPolicy }, async (_request, reply) => {
    const { requiresSecondFactor } = await findSignInPolicy(context.system);
    return reply.send({ require_second_factor: requiresSecondFactor });
  });

  app.put(path, { config: { role: 'admin' }, schema: operations.setPolicy }, async (request, reply) => {
    const operator = operatorOf(request);
    const { require_second_factor: requiresSecondFactor } = request.body;
    // An administrator without a second factor would lock themselves out.
    if (requiresSecondFactor && operator.secondFactor !== 'on')
      throw Problem.of('second_factor_not_set_up', 'Set up your own second factor first.');
    await setSignInPolicy(context, { requiresSecondFactor }, operatorActor(request));
    return reply.send({ require_second_factor: requiresSecondFactor });
  });
}
