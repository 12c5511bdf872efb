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
  410: answer(ErrorSchema, 'The link was used, was withdrawn, or is too old.', [
    problemExample('link_expired', 'This link was used, was withdrawn, or is too old. Ask for a new one.'),
  ]),
  403: answer(ErrorSchema, 'Another site caused the request.', [
    problemExample('request_not_trusted', 'This request does not come from our own pages.'),
  ]),
};

export const checkLink = {
  ...operatorOperation('Sign-in'),
  operationId: 'links.check',
  summary: 'What is this link for?',
  description: 'Says whom a link is for before it is used. Looking does not use it up.',
  body: ref(LinkTokenSchema),
  response: { 200: answer(LinkFactsSchema, 'What it is about.'), ...spent },
};

export const accept = {
  ...operatorOperation('Sign-in'),
  operationId: 'invitations.accept',
  summary: 'Accept an invitation',
  description: 'Makes the operator and signs them in: sets a cookie for our own pages. Works once.',
  body: ref(AcceptanceSchema),
  response: { 201: answer(NewSessionSchema, 'You are an operator, and signed in.'), ...spent },
};

export const askReset = {
  ...operatorOperation('Sign-in'),
  operationId: 'password_resets.ask',
  summary: 'Ask for a new password',
  description:
    'Mails a link to the operator with this address, if there is one and mail is connected. The answer is the same in any case.',
  body: ref(ResetRequestSchema),
  response: {
    204: Type.Null({ description: 'If there is such an operator, they get mail.' }),
    403: spent[403],
  },
};

export const confirmReset = {
  ...operatorOperation('Sign-in'),
  operationId: 'password_resets.confirm',
  summary: 'Choose a new password',
  description:
    'By the link that was mailed or handed over. Ends every session of the operator; a second factor stays. Works once.',
  body: ref(ResetSchema),
  response: { 204: Type.Null({ description: 'The password is changed. Sign in with it.' }), ...spent },
};

export const listInvitations = {
  ...operatorOperation('Operators'),
  operationId: 'invitations.list',
  summary: 'List invitations',
  description: 'Those that are open, the newest first.',
  response: { 200: answer(InvitationListSchema, 'The invitations.') },
};

export const invite = {
  ...operatorOperation('Operators'),
  operationId: 'invitations.create',
  summary: 'Invite an operator',
  description:
    'Mails a link where mail is connected, and answers with it in any case. It works once, for 72 hours. An open invitation to the same address ends.',
  body: ref(NewInvitationSchema),
  response: {
    201: answer(MadeInvitationSchema, 'The invitation, with its link.'),
    400: answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [
      problemExample('invalid_parameter', 'There is already an operator with the address sam@example.com.', {
        param: 'email',
      }),
    ]),
  },
};

export const withdrawInvitation = {
  ...operatorOperation('Operators'),
  operationId: 'invitations.withdraw',
  summary: 'Withdraw an invitation',
  description: 'Its link no longer works.',
  params: Type.Object({ id: Type.String({ description: 'The id of the invitation.' }) }),
  response: {
    204: Type.Null({ description: 'Withdrawn.' }),
    404: answer(ErrorSchema, 'There is no such open invitation.', [
      problemExample('not_found', 'There is no such open invitation.'),
    ]),
  },
};

const noOperator = answer(ErrorSchema, 'There is no such operator, or nothing to remove.', [
  problemExample('not_found', 'There is no such operator.'),
]);
const operatorParams = Type.Object({ id: Type.String({ description: 'The id of the operator.' }) });

export const makeReset = {
  ...operatorOperation('Operators'),
  operationId: 'operators.reset_password',
  summary: 'Make a link for a new password',
  description:
    'For an operator who forgot theirs: mailed where mail is connected, and answered in any case. It works once, for an hour.',
  params: operatorParams,
  response: { 201: answer(MadeResetSchema, 'The link.'), 404: noOperator },
};

export const removeFactor = {
  ...operatorOperation('Operators'),
  operationId: 'operators.remove_second_factor',
  summary: 'Remove the second factor of an operator',
  description: 'For somebody who lost their phone and their recovery codes. Ends all their sessions.',
  params: operatorParams,
  response: { 204: Type.Null({ description: 'Removed.' }), 404: noOperator },
};
