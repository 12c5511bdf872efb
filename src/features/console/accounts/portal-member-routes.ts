// Routes of /operator/organizations/{id}/portal-members and /operator/portal-members: people who sign in to the portal of an
// organization by e-mail.
import { Type } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import {
  addMember,
  type MemberContext,
  removeMember,
  sendNewLink,
} from '../../portal-members/manage-members.ts';
import { presentIssued, presentMember } from '../../portal-members/portal-member-fields.ts';
import { listMembers } from '../../portal-members/portal-member-store.ts';
import type { ConsoleContext } from '../console-context.ts';
import { loadOrganization, noOrganization, organizationParams } from './account-routes.ts';
import {
  IssuedPortalMemberSchema,
  NewPortalMemberSchema,
  PortalMemberListSchema,
} from './portal-member-schemas.ts';

const noMember = noSuch('person');
const ofMember = idParams('person');
const operation = operatorOperations<ConsoleContext>({ tag: 'Organizations' });

export const portalMemberOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/organizations/:id/portal-members',
    role: 'viewer',
    id: 'portal_members.list',
    summary: 'List people with portal access',
    description: 'Returns the people who can sign in to the portal of an organization by e-mail, by name.',
    params: organizationParams,
    responses: { 200: answer(PortalMemberListSchema, 'The people.'), 404: noOrganization },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      return { data: (await listMembers(context.system, id)).map(presentMember) };
    },
  }),

  operation({
    method: 'POST',
    path: '/organizations/:id/portal-members',
    role: 'admin',
    needsStepUp: true,
    id: 'portal_members.create',
    summary: 'Give a person portal access',
    description:
      'Adds a person to an organization and sends a link to the portal by e-mail. The link works once and expires after ' +
      '72 hours; later the person requests links on the sign-in page of the portal. If no e-mail service is configured, ' +
      'the response contains the link instead. An organization can have at most 100 people with portal access.',
    params: organizationParams,
    body: ref(NewPortalMemberSchema),
    responses: {
      201: answer(IssuedPortalMemberSchema, 'The person.'),
      400: answer(ErrorSchema, 'A parameter is invalid, or the organization already has 100 people.', [
        problemExample(
          'invalid_parameter',
          'A person with the address ana@partner.example already has access to the portal of this organization. To change the name or the role, remove the person and add them again.',
          { param: 'email' },
        ),
      ]),
      404: noOrganization,
    },
    handler: async ({ context, request }) => {
      const { id: accountId } = await loadOrganization(context, request.params.id);
      const input = { ...request.body, accountId };
      return presentIssued(await addMember(memberContextOf(context), input, operatorActor(request)));
    },
  }),

  operation({
    method: 'POST',
    path: '/portal-members/:id/link',
    role: 'admin',
    needsStepUp: true,
    id: 'portal_members.send_link',
    summary: 'Send a new portal link',
    description:
      'Sends a new link to a person by e-mail, and ends earlier links that are not used. The link works once and ' +
      'expires after 72 hours. If no e-mail service is configured, the response contains the link instead.',
    params: ofMember,
    preValidation: refuseBody,
    responses: { 200: answer(IssuedPortalMemberSchema, 'The person.'), 404: noMember },
    handler: async ({ context, request }) =>
      presentIssued(await sendNewLink(memberContextOf(context), request.params.id, operatorActor(request))),
  }),

  operation({
    method: 'DELETE',
    path: '/portal-members/:id',
    role: 'admin',
    id: 'portal_members.remove',
    summary: 'Remove portal access',
    description:
      'Ends the access of a person: links, sessions and open pages end at once. The audit trail keeps what the person did.',
    params: ofMember,
    responses: { 204: Type.Null({ description: 'The person has no access any more.' }), 404: noMember },
    handler: async ({ context, request }) => {
      await removeMember(memberContextOf(context), request.params.id, operatorActor(request));
    },
  }),
];

function memberContextOf(context: ConsoleContext): MemberContext {
  const { system, clock, ids, environment, security, messenger, endPortalSession } = context;
  const isMailEnabled = messenger.carries.has('email');
  return {
    members: system,
    clock,
    ids,
    environment,
    security,
    isMailEnabled,
    endSession: endPortalSession,
  };
}
