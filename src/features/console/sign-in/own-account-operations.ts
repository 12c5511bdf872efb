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
  answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [
    problemExample('wrong_credentials', 'This is not your password.', { param }),
  ]);
const inUse = answer(ErrorSchema, 'There is a second factor, or there is none: the message says which.', [
  problemExample('second_factor_in_use', 'There is a second factor already. Remove it first.'),
]);
const notFound = (message: string) =>
  answer(ErrorSchema, 'There is no such thing.', [problemExample('not_found', message)]);

export const changePassword = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.change_password',
  summary: 'Change your password',
  description: 'Ends every other session of yours.',
  body: ref(PasswordChangeSchema),
  response: { 204: Type.Null({ description: 'Changed.' }), 400: wrongPassword('current_password') },
};

export const readFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.get_second_factor',
  summary: 'Your second factor',
  description: 'Whether you have one, and how many recovery codes are left.',
  response: { 200: answer(SecondFactorSchema, 'How it stands.') },
};

export const beginFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.begin_second_factor',
  summary: 'Begin to set up a second factor',
  description:
    'Answers with what an authenticator app needs (TOTP: SHA-1, six digits, 30 seconds). Nothing is asked of you before a first code proves that the app has it.',
  body: ref(OwnPasswordSchema),
  response: {
    201: answer(FactorSetupSchema, 'What the app needs.'),
    400: wrongPassword('password'),
    409: inUse,
  },
};

export const confirmFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.confirm_second_factor',
  summary: 'Confirm the second factor',
  description:
    'With a first code. From now on every sign-in asks for one, and your other sessions end. The recovery codes are shown once.',
  body: ref(CodeSchema),
  response: {
    200: answer(RecoveryCodesSchema, 'It is in use. Keep these.'),
    400: answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [
      problemExample('wrong_code', 'The code is wrong, was used before, or is too old.', { param: 'code' }),
    ]),
    409: inUse,
  },
};

export const removeOwnFactor = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.remove_second_factor',
  summary: 'Remove your second factor',
  description:
    'Your recovery codes are worth nothing then. Where everybody needs one, set up another at once.',
  body: ref(OwnPasswordSchema),
  response: {
    204: Type.Null({ description: 'Removed.' }),
    400: wrongPassword('password'),
    404: notFound('There is no second factor to remove.'),
  },
};

export const renewCodes = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.renew_recovery_codes',
  summary: 'Get new recovery codes',
  description: 'Those before are worth nothing then. Shown once.',
  body: ref(OwnPasswordSchema),
  response: {
    201: answer(RecoveryCodesSchema, 'Keep these.'),
    400: wrongPassword('password'),
    409: inUse,
  },
};

export const listSessions = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.list_sessions',
  summary: 'Where you are signed in',
  description: 'Your sessions, the last used first.',
  response: { 200: answer(OwnSessionListSchema, 'Your sessions.') },
};

export const endOthers = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.end_other_sessions',
  summary: 'Sign out everywhere else',
  description: 'Ends every session of yours but this one.',
  response: { 204: Type.Null({ description: 'Ended.' }) },
};

export const endOne = {
  ...operatorOperation('Sign-in'),
  operationId: 'me.end_session',
  summary: 'Sign out elsewhere',
  description: 'Ends one of your sessions.',
  params: Type.Object({ id: Type.String({ description: 'The id of the session.' }) }),
  response: {
    204: Type.Null({ description: 'Ended.' }),
    404: notFound('There is no such session of yours.'),
  },
};

export const readPolicy = {
  ...operatorOperation('Operators'),
  operationId: 'sign_in_policy.get',
  summary: 'What is asked of every operator',
  description: 'Whether everybody needs a second factor.',
  response: { 200: answer(SignInPolicySchema, 'The policy.') },
};

export const setPolicy = {
  ...operatorOperation('Operators'),
  operationId: 'sign_in_policy.set',
  summary: 'Ask a second factor of everybody, or not',
  description:
    'Whoever has none then must set one up before anything else, scripts included: 403 `second_factor_not_set_up`. You need one yourself.',
  body: ref(SignInPolicySchema),
  response: { 200: answer(SignInPolicySchema, 'The policy as it is now.') },
};
