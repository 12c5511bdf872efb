// /portal/api/members: people with access to the portal of the session's organization. For portal admins, and for sessions of
// API clients with all rights. Changes need a step-up: a person who is added keeps access after the session has ended.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { AnyDatabase } from '../../db/branded-database.ts';
import type { IdentityDatabase } from '../../db/identity-database.ts';
import { MAX_PORTAL_MEMBERS } from '../../domain/account/portal-member.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { Nullable, Uuid } from '../../http/operations/schemas.ts';
import { refuseBody } from '../../http/server/no-body.ts';
import type { SseHub } from '../../http/server/sse-hub.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { managesPeople, type PortalPrincipal } from '../../http/surfaces/portal-principal.ts';
import { Problem } from '../../lib/problem.ts';
import {
  addMember,
  type MemberAdmin,
  type MemberContext,
  removeMember,
  sendNewLink,
} from './manage-members.ts';
import {
  issuedMemberFields,
  memberEmail,
  memberFields,
  memberName,
  memberRole,
  presentIssued,
  presentMember,
} from './portal-member-fields.ts';
import { listMembers } from './portal-member-store.ts';

export interface PortalMemberContext
  extends Pick<Context, 'clock' | 'ids' | 'environment' | 'security' | 'messenger'> {
  readonly identity: IdentityDatabase;
  readonly streams: Pick<SseHub, 'endSession'>;
  /** Whether the session is valid. */
  readonly isSessionLive: (trx: AnyDatabase, sessionHash: string) => Promise<boolean>;
}

const path = '/portal/api/members';
const params = Type.Object({ id: Type.String() });
const { operation } = pageOperations<PortalMemberContext>();

const MemberSchema = Type.Object(memberFields, { $id: 'Member' });
const MemberListSchema = Type.Object(
  {
    data: Type.Array(MemberSchema),
    limit: Type.Integer(),
    own_id: Nullable(
      Uuid({ description: 'The person who is signed in; null: an access token opened the portal.' }),
    ),
  },
  { $id: 'MemberList' },
);
const IssuedMemberSchema = Type.Object(issuedMemberFields, { $id: 'IssuedMember' });
const NewMemberSchema = Type.Object(
  { name: memberName, email: memberEmail, role: memberRole },
  { additionalProperties: false, $id: 'NewMember' },
);

export const portalMemberOperations: readonly PageOperation<PortalMemberContext>[] = [
  operation({
    method: 'GET',
    path,
    access: 'write',
    summary: 'People with access to the portal of the organization, by name',
    responses: { 200: MemberListSchema },
    handler: async ({ context: { identity }, request }) => {
      const visitor = requireManager(request);
      const members = await listMembers(identity, visitor.accountId);
      const own_id = visitor.member?.id ?? null;
      return { data: members.map(presentMember), limit: MAX_PORTAL_MEMBERS, own_id };
    },
  }),

  operation({
    method: 'POST',
    path,
    access: 'write',
    needsStepUp: true,
    summary: 'Give a person access, and send a link',
    body: NewMemberSchema,
    responses: { 201: IssuedMemberSchema },
    handler: async ({ context, request }) => {
      const { accountId } = requireManager(request);
      const input = { ...request.body, accountId };
      return presentIssued(await addMember(memberContextOf(context), input, adminOf(context, request)));
    },
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/link`,
    access: 'write',
    needsStepUp: true,
    summary: 'Send a new link to a person; earlier unused links end',
    params,
    preValidation: refuseBody,
    responses: { 200: IssuedMemberSchema },
    handler: async ({ context, request }) => {
      const admin = adminOf(context, request);
      return presentIssued(await sendNewLink(memberContextOf(context), request.params.id, admin));
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'write',
    needsStepUp: true,
    summary: 'Remove a person, who is signed out at once; 409 for the last admin themselves',
    params,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      await removeMember(memberContextOf(context), request.params.id, adminOf(context, request));
    },
  }),
];

function requireManager(request: FastifyRequest): PortalPrincipal {
  const visitor = portalPrincipalOf(request);
  if (managesPeople(visitor)) return visitor;
  throw Problem.of(
    'insufficient_scope',
    'People are managed by portal admins of the organization, and by API clients with the scope org.',
  );
}

function adminOf({ isSessionLive }: PortalMemberContext, request: FastifyRequest): MemberAdmin {
  const { accountId, sessionHash } = requireManager(request);
  const requireSession = async (trx: AnyDatabase) => {
    if (!(await isSessionLive(trx, sessionHash)))
      throw Problem.of('session_ended', 'The session has ended. Sign in again.');
  };
  return { ...portalActor(request), within: { accountId, requireSession } };
}

function memberContextOf(context: PortalMemberContext): MemberContext {
  const { identity, clock, ids, environment, security, messenger, streams } = context;
  const isMailEnabled = messenger.carries.has('email');
  const endSession = (sessionHash: string) => streams.endSession(sessionHash);
  return { members: identity, clock, ids, environment, security, isMailEnabled, endSession };
}
