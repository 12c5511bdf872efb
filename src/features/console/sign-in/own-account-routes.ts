// Routes of /operator/me: own password, second factor and sessions.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { idParams, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { optionalBody } from '../../../http/server/optional-body.ts';
import { operatorActor, operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import { Problem } from '../../../lib/problem.ts';
import { changeOwnPassword } from '../../accounts/system/change-own-password.ts';
import { endOtherSessions, endOwnSession } from '../../accounts/system/end-operator-sessions.ts';
import { countRecoveryCodes, findFactor } from '../../accounts/system/operator-factor-store.ts';
import { listOwnSessions } from '../../accounts/system/operator-session-store.ts';
import {
  beginSetup,
  confirmSetup,
  removeOwnAuthenticator,
  renewRecoveryCodes,
} from '../../accounts/system/second-factor.ts';
import type { ConsoleContext } from '../console-context.ts';
import { checkPassword, throttleCode } from '../session/operator-sessions.ts';
import type { SessionRoutesContext } from '../session/session-routes.ts';
import {
  CodeSchema,
  FactorSetupSchema,
  OwnPasswordSchema,
  OwnSessionListSchema,
  PasswordChangeSchema,
  RecoveryCodesSchema,
  SecondFactorSchema,
} from './sign-in-schemas.ts';

const wrongPassword = (param: string) =>
  answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
    problemExample('wrong_credentials', 'The password is wrong.', { param }),
  ]);

const inUse = answer(
  ErrorSchema,
  'A second factor is already set up, or none is set up; the message says which.',
  [problemExample('second_factor_in_use', 'A second factor is already set up. Remove it first.')],
);

const notFound = (message: string) =>
  answer(ErrorSchema, 'There is no such object.', [problemExample('not_found', message)]);

const operation = operatorOperations<SessionRoutesContext>({
  tag: 'Sign-in',
  role: 'viewer',
  isBeforeSecondFactor: true,
});
export const ownPasswordOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'PUT',
    path: '/me/password',
    id: 'me.change_password',
    summary: 'Change your password',
    description:
      'Sets a new password for the signed-in operator. Needs the current password. Ends all other sessions of ' +
      'the operator.',
    body: ref(PasswordChangeSchema),
    responses: {
      204: Type.Null({ description: 'The password is changed.' }),
      400: wrongPassword('current_password'),
    },
    handler: async ({ context, request }) => {
      const { current_password: current, password } = request.body;
      await checkPasswordIfSent(context, request, current, 'current_password');
      const { operatorId, sessionHash } = operatorOf(request);
      const { id: requestId, ip: address } = request;
      await changeOwnPassword(context, { operatorId, password, sessionHash, requestId, address });
    },
  }),
];

export const secondFactorOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'GET',
    path: '/me/second-factor',
    id: 'me.get_second_factor',
    summary: 'Retrieve your second factor',
    description: 'Returns whether a second factor is set up and how many recovery codes are unused.',
    responses: { 200: answer(SecondFactorSchema, 'State of the second factor.') },
    handler: async ({ context, request }) => {
      const { operatorId, secondFactor: state } = operatorOf(request);
      const factor = await findFactor(context.system, operatorId);
      const left = await countRecoveryCodes(context.system, operatorId);
      return { state, authenticator_app: Boolean(factor?.confirmedAt), recovery_codes_left: left };
    },
  }),

  operation({
    method: 'POST',
    path: '/me/second-factor',
    needsStepUp: true,
    id: 'me.begin_second_factor',
    summary: 'Set up an authenticator app',
    description:
      'Returns the secret for an authenticator app (TOTP: SHA-1, six digits, 30 seconds). The second factor ' +
      'is not active until you confirm it with a first code.',
    body: ref(OwnPasswordSchema),
    preValidation: optionalBody,
    responses: {
      201: answer(FactorSetupSchema, 'The secret for the authenticator app.'),
      400: wrongPassword('password'),
      409: inUse,
    },
    handler: async ({ context, request }) => {
      await checkPasswordIfSent(context, request, request.body.password, 'password');
      const { operatorId: id, email } = operatorOf(request);
      const issuer = context.environment.name === 'sandbox' ? 'Waybill Sandbox' : 'Waybill';
      return await beginSetup(context, { id, email }, issuer);
    },
  }),

  operation({
    method: 'POST',
    path: '/me/second-factor/confirm',
    id: 'me.confirm_second_factor',
    summary: 'Confirm the second factor',
    description:
      'Activates the second factor with a first code and returns the recovery codes, which cannot be ' +
      'retrieved later. Every sign-in then needs a code. Ends all other sessions of the operator.',
    body: ref(CodeSchema),
    responses: {
      200: answer(RecoveryCodesSchema, 'The second factor is active. Store the recovery codes.'),
      400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
        problemExample('wrong_code', 'The code is wrong, has been used before or has expired.', {
          param: 'code',
        }),
      ]),
      409: inUse,
    },
    handler: async ({ context, request }) => {
      const { operatorId, sessionHash, sessionId } = operatorOf(request);
      const confirmation = { operatorId, code: request.body.code, sessionHash };
      const guess = { code: confirmation.code, address: request.ip, sessionId };
      const codes = await throttleCode(context, operatorId, guess, () =>
        confirmSetup(context, confirmation, operatorActor(request)),
      );
      return { recovery_codes: codes };
    },
  }),

  operation({
    method: 'POST',
    path: '/me/second-factor/remove',
    needsStepUp: true,
    id: 'me.remove_second_factor',
    summary: 'Remove your authenticator app',
    description:
      'Removes the authenticator app. Without a passkey, sign-in then needs the password alone, and the recovery ' +
      'codes are invalid. Refused if you need a second factor and have no passkey.',
    body: ref(OwnPasswordSchema),
    preValidation: optionalBody,
    responses: {
      204: Type.Null({ description: 'The second factor is removed.' }),
      400: wrongPassword('password'),
      404: notFound('The operator has no authenticator app.'),
      409: answer(ErrorSchema, 'It is your last second factor, and you need one.', [
        problemExample(
          'last_second_factor',
          'You need a second factor, and this is your last one. Add another one first.',
        ),
      ]),
    },
    handler: async ({ context, request }) => {
      await checkPasswordIfSent(context, request, request.body.password, 'password');
      const operator = operatorOf(request);
      const actor = operatorActor(request);
      await removeOwnAuthenticator(context, operator.operatorId, actor, operator.sessionHash);
    },
  }),

  operation({
    method: 'POST',
    path: '/me/recovery-codes',
    needsStepUp: true,
    id: 'me.renew_recovery_codes',
    summary: 'Regenerate recovery codes',
    description:
      'Returns new recovery codes, which cannot be retrieved later, and invalidates the earlier ones.',
    body: ref(OwnPasswordSchema),
    preValidation: optionalBody,
    responses: {
      201: answer(RecoveryCodesSchema, 'The new recovery codes.'),
      400: wrongPassword('password'),
      409: inUse,
    },
    handler: async ({ context, request }) => {
      await checkPasswordIfSent(context, request, request.body.password, 'password');
      const operator = operatorOf(request);
      const actor = operatorActor(request);
      const codes = await renewRecoveryCodes(context, operator.operatorId, actor);
      return { recovery_codes: codes };
    },
  }),
];

export const ownSessionOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'GET',
    path: '/me/sessions',
    id: 'me.list_sessions',
    summary: 'List your sessions',
    description: 'Returns the sessions of the signed-in operator, last used first.',
    responses: { 200: answer(OwnSessionListSchema, 'Your sessions.') },
    handler: async ({ context, request }) => ({
      data: await listOwnSessions(context, operatorOf(request), context.clock.now()),
    }),
  }),

  operation({
    method: 'DELETE',
    path: '/me/sessions',
    needsStepUp: true,
    id: 'me.end_other_sessions',
    summary: 'End all other sessions',
    description: 'Ends all sessions of the signed-in operator except the current one.',
    responses: { 204: Type.Null({ description: 'The other sessions have ended.' }) },
    handler: async ({ context, request }) => {
      const ended = await endOtherSessions(context, operatorOf(request), operatorActor(request));
      await endStreams(context, ended);
    },
  }),

  operation({
    method: 'DELETE',
    path: '/me/sessions/:id',
    needsStepUp: true,
    id: 'me.end_session',
    summary: 'End a session',
    description: 'Ends one session of the signed-in operator.',
    params: idParams('session'),
    responses: {
      204: Type.Null({ description: 'The session has ended.' }),
      404: notFound('You have no such session.'),
    },
    handler: async ({ context, request }) => {
      const { operatorId } = operatorOf(request);
      const ended = await endOwnSession(context, operatorId, request.params.id, operatorActor(request));
      await endStreams(context, ended);
    },
  }),
];

/** Asks for the password again: an open page may be used by another person. Operations with step-up do not need it. */
async function checkPasswordIfSent(
  context: ConsoleContext,
  request: FastifyRequest,
  password: string | undefined,
  param: string,
): Promise<void> {
  if (password === undefined) return;
  const { email, sessionId } = operatorOf(request);
  try {
    await checkPassword(context, { email, password, address: request.ip, sessionId });
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'wrong_credentials') throw error;
    throw Problem.of('wrong_credentials', 'The password is wrong.', { param, kind: 'invalid' });
  }
}

async function endStreams(
  { streams }: SessionRoutesContext,
  sessionHashes: readonly string[],
): Promise<void> {
  for (const sessionHash of sessionHashes) await streams.endSession(sessionHash);
}
