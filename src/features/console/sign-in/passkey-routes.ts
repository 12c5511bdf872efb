// Routes of passkeys: sign-in, step-up challenges, and /operator/me/passkeys.
import { Type } from 'typebox';
import { idParams, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { operatorActor, operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import { requireSameOrigin } from '../../../http/surfaces/same-origin.ts';
import { Problem } from '../../../lib/problem.ts';
import { type ListedPasskey, listPasskeys } from '../../accounts/system/passkey-store.ts';
import {
  beginConfirmation,
  beginRegistration,
  beginSignIn,
  finishRegistration,
  removePasskey,
} from '../../accounts/system/passkeys.ts';
import { startPasskeySession } from '../session/passkey-session.ts';
import { beginSession, type SessionRoutesContext, visitOf } from '../session/session-routes.ts';
import { NewSessionSchema } from '../session/session-schemas.ts';
import {
  AddedPasskeySchema,
  NewPasskeySchema,
  PasskeyChallengeSchema,
  PasskeyListSchema,
  PasskeySignInSchema,
} from './passkey-schemas.ts';

const unavailable = answer(ErrorSchema, 'Passkeys cannot be used here; the message says why.', [
  problemExample(
    'passkeys_unavailable',
    'Passkeys need a host name. Set PUBLIC_URL to a URL with a host name.',
  ),
]);
const foreign = answer(ErrorSchema, 'The request was caused by another website.', [
  problemExample('request_not_trusted', 'This request does not come from our own pages.'),
]);
const wrongPasskey = answer(ErrorSchema, 'The passkey or its response is not valid.', [
  problemExample(
    'wrong_passkey',
    'The passkey is not registered, was removed, or its response is not valid.',
  ),
]);
const challenge = answer(PasskeyChallengeSchema, 'The challenge.');

const anonymous = operatorOperations<SessionRoutesContext>({ tag: 'Session' });

export const passkeySignInOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  anonymous({
    method: 'POST',
    path: '/passkey-challenges',
    id: 'session.challenge_passkey',
    summary: 'Create a challenge to sign in with a passkey',
    description:
      'Returns options for `navigator.credentials.get()`. The device offers its passkeys for this host. Limited to ' +
      '30 challenges per client address per minute.',
    preValidation: refuseBody,
    responses: { 201: challenge, 403: foreign, 409: unavailable },
    handler: ({ context, request }) => {
      requireSameOrigin(request, context.environment.publicUrl);
      const { passkeyChallenges } = context.limits;
      passkeyChallenges.check(request.ip);
      passkeyChallenges.count(request.ip);
      return beginSignIn(context);
    },
  }),

  anonymous({
    method: 'POST',
    path: '/sessions/passkey',
    id: 'session.start_with_passkey',
    summary: 'Sign in with a passkey',
    description:
      'Starts a session. A passkey needs user verification on the device, and so replaces password and second ' +
      'factor. Sets a cookie, or returns a bearer token if `token` is true.',
    body: ref(PasskeySignInSchema),
    responses: {
      201: answer(NewSessionSchema, 'The session has started.'),
      401: wrongPasskey,
      403: foreign,
      409: unavailable,
    },
    handler: async ({ context, request, reply }) => {
      requireSameOrigin(request, context.environment.publicUrl);
      const { failedPasskeys } = context.limits;
      failedPasskeys.check(request.ip);
      const { email, token: wantsToken = false, ...proof } = request.body;
      const carrier = wantsToken ? 'token' : 'cookie';
      try {
        const visit = visitOf(request, context, carrier);
        const token = await startPasskeySession(context, visit, proof, email);
        return await beginSession(context, request, reply, { token, carrier });
      } catch (error) {
        if (error instanceof Problem) failedPasskeys.count(request.ip);
        throw error;
      }
    },
  }),
];

const operation = operatorOperations<SessionRoutesContext>({
  tag: 'Sign-in',
  role: 'viewer',
  isBeforeSecondFactor: true,
});

export const passkeyOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'POST',
    path: '/session/confirmation/challenge',
    id: 'session.challenge_confirmation',
    summary: 'Create a challenge to confirm the session',
    description: 'Returns options for `navigator.credentials.get()` with your passkeys.',
    preValidation: refuseBody,
    responses: { 201: challenge, 409: unavailable },
    handler: ({ context, request }) => {
      const { operatorId, sessionId } = operatorOf(request);
      return beginConfirmation(context, operatorId, sessionId);
    },
  }),

  operation({
    method: 'GET',
    path: '/me/passkeys',
    id: 'me.list_passkeys',
    summary: 'List your passkeys',
    description: 'Returns the passkeys of the signed-in operator, oldest first.',
    responses: { 200: answer(PasskeyListSchema, 'Your passkeys.') },
    handler: async ({ context, request }) => {
      const passkeys = await listPasskeys(context.system, operatorOf(request).operatorId);
      return { data: passkeys.map(presentPasskey) };
    },
  }),

  operation({
    method: 'POST',
    path: '/me/passkey-challenges',
    needsStepUp: true,
    id: 'me.challenge_passkey',
    summary: 'Create a challenge to add a passkey',
    description: 'Returns options for `navigator.credentials.create()`.',
    preValidation: refuseBody,
    responses: { 201: challenge, 409: unavailable },
    handler: ({ context, request }) => {
      const operator = operatorOf(request);
      return beginRegistration(context, operator, operator.sessionId);
    },
  }),

  operation({
    method: 'POST',
    path: '/me/passkeys',
    needsStepUp: true,
    id: 'me.add_passkey',
    summary: 'Add a passkey',
    description:
      'Registers the passkey that the device created for a challenge. If it is your first second factor, it returns ' +
      'recovery codes and ends all your other sessions.',
    body: ref(NewPasskeySchema),
    responses: {
      201: answer(AddedPasskeySchema, 'The passkey.'),
      400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
        problemExample('wrong_passkey', 'The response of the device is not valid.', { param: 'credential' }),
      ]),
      409: answer(ErrorSchema, 'The passkey is already registered, or passkeys cannot be used here.', [
        problemExample('passkey_in_use', 'This passkey is already registered.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const { operatorId, sessionHash, sessionId } = operatorOf(request);
      const { challenge_id: challengeId, name, credential } = request.body;
      const registration = { challengeId, name, credential, sessionHash, sessionId };
      const { passkey, recoveryCodes } = await finishRegistration(
        context,
        operatorId,
        registration,
        operatorActor(request),
      ).catch(asInvalidCredential);
      return { ...presentPasskey(passkey), recovery_codes: [...recoveryCodes] };
    },
  }),

  operation({
    method: 'DELETE',
    path: '/me/passkeys/:id',
    needsStepUp: true,
    id: 'me.remove_passkey',
    summary: 'Remove a passkey',
    description:
      'Removes a passkey and ends your other sessions. Refused if you need a second factor and have no other.',
    params: idParams('passkey'),
    responses: {
      204: Type.Null({ description: 'The passkey is removed.' }),
      404: answer(ErrorSchema, 'There is no such object.', [
        problemExample('not_found', 'You have no such passkey.'),
      ]),
      409: answer(ErrorSchema, 'It is your last second factor, and you need one.', [
        problemExample(
          'last_second_factor',
          'You need a second factor, and this is your last one. Add another one first.',
        ),
      ]),
    },
    handler: async ({ context, request }) => {
      await removePasskey(context, operatorOf(request), request.params.id, operatorActor(request));
    },
  }),
];

/** 400, not 401: the session itself is valid. */
function asInvalidCredential(error: unknown): never {
  if (!(error instanceof Problem) || error.code !== 'wrong_passkey') throw error;
  throw Problem.of('wrong_passkey', error.message, { param: 'credential', kind: 'invalid' });
}

function presentPasskey({ id, name, createdAt, lastUsedAt }: ListedPasskey) {
  return { id, name, created_at: createdAt, last_used_at: lastUsedAt };
}
