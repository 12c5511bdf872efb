// Routes for administrators: /operator/invitations, password reset links, and removal of lost second factors.

import { Type } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { operatorActor, operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { operatorNotFound } from '../../accounts/system/change-operator.ts';
import { inviteOperator, withdrawInvitation } from '../../accounts/system/invite-operator.ts';
import { type OperatorLink, operatorLinks } from '../../accounts/system/operator-link-store.ts';
import { createResetLink } from '../../accounts/system/reset-password.ts';
import { removeSecondFactor } from '../../accounts/system/second-factor.ts';
import { type ConsoleContext, linkContextOf } from '../console-context.ts';
import type { Invitation } from './sign-in-schemas.ts';
import {
  InvitationListSchema,
  MadeInvitationSchema,
  MadeResetSchema,
  NewInvitationSchema,
} from './sign-in-schemas.ts';

const noOperator = answer(ErrorSchema, 'There is no such operator, or the operator has no second factor.', [
  problemExample('not_found', 'No operator has this id.'),
]);

const operatorParams = idParams('operator');

const operation = operatorOperations<ConsoleContext>({ tag: 'Operators' });

export const invitationOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/invitations',
    role: 'admin',
    id: 'invitations.list',
    summary: 'List invitations',
    description: 'Returns open invitations, newest first.',
    responses: { 200: answer(InvitationListSchema, 'The open invitations.') },
    handler: async ({ context }) => {
      const purpose = { purpose: 'invitation' };
      const links = await operatorLinks.listOpen(context.system, context.clock.now(), purpose);
      return { data: links.map(presentInvitation) };
    },
  }),

  operation({
    method: 'POST',
    path: '/invitations',
    role: 'admin',
    needsStepUp: true,
    id: 'invitations.create',
    summary: 'Invite an operator',
    description:
      'Creates an invitation link, sends it by e-mail if a provider is configured, and always returns it. ' +
      'The link works once and expires after 72 hours. An earlier open invitation to the same address is ' +
      'withdrawn.',
    body: ref(NewInvitationSchema),
    responses: {
      201: answer(MadeInvitationSchema, 'The invitation with its link.'),
      400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
        problemExample('invalid_parameter', 'An operator with the address sam@example.com already exists.', {
          param: 'email',
        }),
      ]),
    },
    handler: async ({ context, request }) => {
      const operator = operatorOf(request);
      const invitation = { ...request.body, invitedBy: operator.name };
      const actor = operatorActor(request);
      const { link, url } = await inviteOperator(linkContextOf(context), invitation, actor);
      return { ...presentInvitation(link), url };
    },
  }),

  operation({
    method: 'DELETE',
    path: '/invitations/:id',
    role: 'admin',
    id: 'invitations.withdraw',
    summary: 'Withdraw an invitation',
    description: 'Invalidates the link of an open invitation.',
    params: idParams('invitation'),
    responses: {
      204: Type.Null({ description: 'The invitation is withdrawn.' }),
      404: noSuch('open invitation'),
    },
    handler: async ({ context, request }) => {
      const id = request.params.id;
      if (!isUuid(id)) throw Problem.of('not_found', 'No open invitation has this id.');
      await withdrawInvitation(context, id, operatorActor(request));
    },
  }),

  operation({
    method: 'POST',
    path: '/operators/:id/password-reset',
    role: 'admin',
    needsStepUp: true,
    id: 'operators.reset_password',
    summary: 'Create a password reset link',
    description:
      'Creates a reset link for an operator, sends it by e-mail if a provider is configured, and always ' +
      'returns it. The link works once and expires after one hour.',
    params: operatorParams,
    preValidation: refuseBody,
    responses: { 201: answer(MadeResetSchema, 'The reset link.'), 404: noOperator },
    handler: async ({ context, request }) => {
      const operator = operatorOf(request);
      const id = operatorIdOf(request.params.id);
      const actor = operatorActor(request);
      const { link, url } = await createResetLink(linkContextOf(context), id, operator.name, actor);
      return { url, expires_at: link.expiresAt, mail: link.mail };
    },
  }),

  operation({
    method: 'DELETE',
    path: '/operators/:id/second-factor',
    role: 'admin',
    needsStepUp: true,
    id: 'operators.remove_second_factor',
    summary: 'Remove the second factor of an operator',
    description:
      'Removes the second factor of an operator who lost their phone and recovery codes, and ends all their ' +
      'sessions. Verify their identity first.',
    params: operatorParams,
    responses: { 204: Type.Null({ description: 'The second factor is removed.' }), 404: noOperator },
    handler: async ({ context, request }) => {
      const id = operatorIdOf(request.params.id);
      await removeSecondFactor(context, id, operatorActor(request));
    },
  }),
];

function operatorIdOf(id: string): string {
  if (!isUuid(id)) throw operatorNotFound();
  return id;
}

function presentInvitation(link: OperatorLink): Invitation {
  return {
    id: link.id,
    email: link.email,
    role: link.role ?? 'viewer',
    invited_by: link.createdBy,
    created_at: link.createdAt,
    expires_at: link.expiresAt,
    mail: link.mail,
  };
}
