// Routes of /operator/crew-members/{id}/access: access of crew members to the crew page.
import { Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorActor } from '../../../http/operator-middleware.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import type { MemberAccess } from '../../crew/access-store.ts';
import { issueLink, issuePin, readAccess, revokeAccess, sendLinkBySms } from '../../crew/manage-access.ts';
import { idOf } from '../booking-action-routes.ts';
import { AccessGrantSchema, AccessRequestSchema, AccessSchema } from './crew-access-schemas.ts';
import type { WireAccess, WireGrant } from './crew-access-wire.ts';
import type { RosterOptions } from './roster-routes.ts';

const path = '/crew-members/:id/access';

export async function accessRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.get(path, { config: { role: 'viewer' }, schema: readOperation }, async (request, reply) =>
    reply.send(presentAccess(await readAccess(context, idOf(request)))),
  );

  app.post(path, { config: { role: 'dispatcher' }, schema: grantOperation }, async (request, reply) => {
    const { kind } = request.body;
    const actor = operatorActor(request);
    if (kind === 'pin') {
      const { code, pin } = await issuePin(context, actor, idOf(request));
      const grant: WireGrant = { kind, code, pin };
      return reply.code(201).send(grant);
    }
    const link = await issueLink(context, actor, idOf(request));
    const sms = await sendLinkBySms(context, link);
    return reply.code(201).send({ kind, url: link.url, expires_at: link.expiresAt.toISOString(), sms });
  });

  app.delete(path, { config: { role: 'dispatcher' }, schema: revokeOperation }, async (request, reply) => {
    await revokeAccess(context, operatorActor(request), idOf(request));
    return reply.code(204).send(null);
  });
}

function presentAccess(access: MemberAccess): WireAccess {
  return {
    code: access.code,
    pin_locked: access.isPinLocked,
    link_expires_at: access.linkExpiresAt?.toISOString() ?? null,
    session_count: access.sessionCount,
    last_seen_at: access.lastSeenAt?.toISOString() ?? null,
  };
}

const params = Type.Object({ id: Type.String({ description: 'Id of the crew member.' }) });
const notFound = answer(ErrorSchema, 'There is no such crew member.', [
  problemExample('not_found', 'No crew member has this id.'),
]);

const readOperation = {
  ...operatorOperation('Crews'),
  operationId: 'access.get',
  summary: 'Retrieve crew access',
  description:
    'Returns whether a crew member has a PIN or an unused link, and on how many phones they are signed in.',
  params,
  response: { 200: answer(AccessSchema, 'Access of the crew member.'), 404: notFound },
};

const grantOperation = {
  ...operatorOperation('Crews'),
  operationId: 'access.grant',
  summary: 'Grant crew access',
  description:
    'Creates a one-time link or a PIN for the crew page. A link replaces an unused earlier link and is ' +
    'sent by SMS if a provider is configured and the phone number is known. A PIN replaces the earlier ' +
    'PIN, keeps its code and clears a lock. Existing sessions continue.',
  params,
  body: ref(AccessRequestSchema),
  response: {
    201: answer(AccessGrantSchema, 'The link or PIN. It cannot be retrieved later.'),
    404: notFound,
  },
};

const revokeOperation = {
  ...operatorOperation('Crews'),
  operationId: 'access.revoke',
  summary: 'Revoke crew access',
  description:
    'Ends the link, the PIN and all sessions of a crew member immediately. Retiring the crew member has the ' +
    'same effect.',
  params,
  response: { 204: Type.Null({ description: 'Access is revoked.' }), 404: notFound },
};
