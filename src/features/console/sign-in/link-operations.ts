// OpenAPI operations of one-time links for operators: invitations and password resets.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import { NewSessionSchema } from '../session/session-schemas.ts';
import {
  AcceptanceSchema,
  InvitationListSchema,
  LinkFactsSchema,
  LinkTokenSchema,
  MadeInvitationSchema,
  MadeResetSchema,
  NewInvitationSchema,
  ResetRequestSchema,
  ResetSchema,
} from './sign-in-schemas.ts';

const spent = {
  410: answer(ErrorSchema, 'The link was used or withdrawn, or has expired.', [
    problemExample('link_expired', 'This link was used or withdrawn, or has expired. Ask for a new one.'),
  ]),
  403: answer(ErrorSchema, 'The request was caused by another website.', [
    problemExample('request_not_trusted', 'This request does not come from our own pages.'),
  ]),
};

export const checkLink = {
  ...operatorOperation('Sign-in'),
  operationId: 'links.check',
  summary: 'Check a one-time link',
  description:
    'Returns the purpose and recipient of an invitation or password reset link. Does not use up the link.',
  body: ref(LinkTokenSchema),
  response: { 200: answer(LinkFactsSchema, 'Purpose and recipient of the link.'), ...spent },
};

export const accept = {
  ...operatorOperation('Sign-in'),
  operationId: 'invitations.accept',
  summary: 'Accept an invitation',
  description:
    "Creates the operator and signs them in with a cookie for the console's own pages. The link works once.",
  body: ref(AcceptanceSchema),
  response: { 201: answer(NewSessionSchema, 'The operator is created and signed in.'), ...spent },
};

export const askReset = {
  ...operatorOperation('Sign-in'),
  operationId: 'password_resets.ask',
  summary: 'Request a password reset',
  description:
    'Sends a reset link to the operator with this e-mail address, if there is one and an e-mail provider ' +
    'is configured. The response is the same in all cases. Limited to 3 requests per e-mail address and 20 ' +
    'per client address per minute.',
  body: ref(ResetRequestSchema),
  response: {
    204: Type.Null({
      description: 'The request was accepted. If the operator exists, they receive an e-mail.',
    }),
    403: spent[403],
  },
};

export const confirmReset = {
  ...operatorOperation('Sign-in'),
  operationId: 'password_resets.confirm',
  summary: 'Confirm a password reset',
  description:
    'Sets a new password with a reset link. Ends all sessions of the operator; a second factor stays in ' +
    'place. The link works once.',
  body: ref(ResetSchema),
  response: { 204: Type.Null({ description: 'The password is changed.' }), ...spent },
};

export const listInvitations = {
  ...operatorOperation('Operators'),
  operationId: 'invitations.list',
  summary: 'List invitations',
  description: 'Returns open invitations, newest first.',
  response: { 200: answer(InvitationListSchema, 'The open invitations.') },
};

export const invite = {
  ...operatorOperation('Operators'),
  operationId: 'invitations.create',
  summary: 'Invite an operator',
  description:
    'Creates an invitation link, sends it by e-mail if a provider is configured, and always returns it. ' +
    'The link works once and expires after 72 hours. An earlier open invitation to the same address is ' +
    'withdrawn.',
  body: ref(NewInvitationSchema),
  response: {
    201: answer(MadeInvitationSchema, 'The invitation with its link.'),
    400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
      problemExample('invalid_parameter', 'An operator with the address sam@example.com already exists.', {
        param: 'email',
      }),
    ]),
  },
};

export const withdrawInvitation = {
  ...operatorOperation('Operators'),
  operationId: 'invitations.withdraw',
  summary: 'Withdraw an invitation',
  description: 'Invalidates the link of an open invitation.',
  params: Type.Object({ id: Type.String({ description: 'Id of the invitation.' }) }),
  response: {
    204: Type.Null({ description: 'The invitation is withdrawn.' }),
    404: answer(ErrorSchema, 'There is no such open invitation.', [
      problemExample('not_found', 'No open invitation has this id.'),
    ]),
  },
};

const noOperator = answer(ErrorSchema, 'There is no such operator, or the operator has no second factor.', [
  problemExample('not_found', 'No operator has this id.'),
]);
const operatorParams = Type.Object({ id: Type.String({ description: 'Id of the operator.' }) });

export const makeReset = {
  ...operatorOperation('Operators'),
  operationId: 'operators.reset_password',
  summary: 'Create a password reset link',
  description:
    'Creates a reset link for an operator, sends it by e-mail if a provider is configured, and always ' +
    'returns it. The link works once and expires after one hour.',
  params: operatorParams,
  response: { 201: answer(MadeResetSchema, 'The reset link.'), 404: noOperator },
};

export const removeFactor = {
  ...operatorOperation('Operators'),
  operationId: 'operators.remove_second_factor',
  summary: 'Remove the second factor of an operator',
  description:
    'Removes the second factor of an operator who lost their phone and recovery codes, and ends all their ' +
    'sessions. Verify their identity first.',
  params: operatorParams,
  response: { 204: Type.Null({ description: 'The second factor is removed.' }), 404: noOperator },
};
