// OpenAPI operations of an operator's own account: password, second factor, sessions; and the sign-in policy.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import {
  CodeSchema,
  FactorSetupSchema,
  OwnPasswordSchema,
  OwnSessionListSchema,
  PasswordChangeSchema,
  RecoveryCodesSchema,
  SecondFactorSchema,
  SignInPolicySchema,
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

export const changePassword = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.change_password',
  summary: 'Change your password',
  description:
    'Sets a new password for the signed-in operator. Needs the current password. Ends all other sessions of ' +
    'the operator.',
  body: ref(PasswordChangeSchema),
  response: {
    204: Type.Null({ description: 'The password is changed.' }),
    400: wrongPassword('current_password'),
  },
};

export const readFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.get_second_factor',
  summary: 'Retrieve your second factor',
  description: 'Returns whether a second factor is set up and how many recovery codes are unused.',
  response: { 200: answer(SecondFactorSchema, 'State of the second factor.') },
};

export const beginFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.begin_second_factor',
  summary: 'Set up a second factor',
  description:
    'Returns the secret for an authenticator app (TOTP: SHA-1, six digits, 30 seconds). Needs the ' +
    'password. The second factor is not active until you confirm it with a first code.',
  body: ref(OwnPasswordSchema),
  response: {
    201: answer(FactorSetupSchema, 'The secret for the authenticator app.'),
    400: wrongPassword('password'),
    409: inUse,
  },
};

export const confirmFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.confirm_second_factor',
  summary: 'Confirm the second factor',
  description:
    'Activates the second factor with a first code and returns the recovery codes, which cannot be ' +
    'retrieved later. Every sign-in then needs a code. Ends all other sessions of the operator.',
  body: ref(CodeSchema),
  response: {
    200: answer(RecoveryCodesSchema, 'The second factor is active. Store the recovery codes.'),
    400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
      problemExample('wrong_code', 'The code is wrong, has been used before or has expired.', {
        param: 'code',
      }),
    ]),
    409: inUse,
  },
};

export const removeOwnFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.remove_second_factor',
  summary: 'Remove your second factor',
  description:
    'Removes your second factor and invalidates your recovery codes. Needs the password. If the sign-in ' +
    'policy demands a second factor, you must set up a new one before any other operation.',
  body: ref(OwnPasswordSchema),
  response: {
    204: Type.Null({ description: 'The second factor is removed.' }),
    400: wrongPassword('password'),
    404: notFound('The operator has no second factor.'),
  },
};

export const renewCodes = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.renew_recovery_codes',
  summary: 'Regenerate recovery codes',
  description:
    'Returns new recovery codes, which cannot be retrieved later, and invalidates the earlier ones. Needs ' +
    'the password.',
  body: ref(OwnPasswordSchema),
  response: {
    201: answer(RecoveryCodesSchema, 'The new recovery codes.'),
    400: wrongPassword('password'),
    409: inUse,
  },
};

export const listSessions = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.list_sessions',
  summary: 'List your sessions',
  description: 'Returns the sessions of the signed-in operator, last used first.',
  response: { 200: answer(OwnSessionListSchema, 'Your sessions.') },
};

export const endOthers = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.end_other_sessions',
  summary: 'End all other sessions',
  description: 'Ends all sessions of the signed-in operator except the current one.',
  response: { 204: Type.Null({ description: 'The other sessions have ended.' }) },
};

export const endOne = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.end_session',
  summary: 'End a session',
  description: 'Ends one session of the signed-in operator.',
  params: Type.Object({ id: Type.String({ description: 'Id of the session.' }) }),
  response: {
    204: Type.Null({ description: 'The session has ended.' }),
    404: notFound('You have no such session.'),
  },
};

export const readPolicy = {
  ...operatorOperation('Operators'),
  operationId: 'sign_in_policy.get',
  summary: 'Retrieve the sign-in policy',
  description: 'Returns whether all operators need a second factor.',
  response: { 200: answer(SignInPolicySchema, 'The sign-in policy.') },
};

export const setPolicy = {
  ...operatorOperation('Operators'),
  operationId: 'sign_in_policy.set',
  summary: 'Update the sign-in policy',
  description:
    'Sets whether all operators need a second factor. If so, requests of operators without one, including ' +
    'scripts, fail with 403 `second_factor_not_set_up` until they set it up. You need a second factor ' +
    'yourself to enable this.',
  body: ref(SignInPolicySchema),
  response: { 200: answer(SignInPolicySchema, 'The updated sign-in policy.') },
};
