// Routes of /operator/crew-members/{id}/access: access of crew members to the crew page.
import { Type } from 'typebox';
import { idParams, noSuch } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import {
  issueLink,
  issuePin,
  liftPinDelay,
  readAccess,
  revokeAccess,
  sendLinkBySms,
} from '../../crew/manage-access.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { CrewAccess, CrewAccessGrant } from './crew-access-schemas.ts';
import { AccessGrantSchema, AccessRequestSchema, AccessSchema } from './crew-access-schemas.ts';

const path = '/crew-members/:id/access';

const params = idParams('crew member');
const notFound = noSuch('crew member');

const operation = operatorOperations<ConsoleContext>({ tag: 'Crews' });

export const accessOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: path,
    role: 'viewer',
    id: 'access.get',
    summary: 'Retrieve crew access',
    description:
      'Returns whether a crew member has a PIN or an unused link, and on how many phones they are signed in.',
    params,
    responses: { 200: answer(AccessSchema, 'Access of the crew member.'), 404: notFound },
    handler: async ({ context, request }) => presentAccess(await readAccess(context, request.params.id)),
  }),

  operation({
    method: 'POST',
    path: path,
    role: 'dispatcher',
    id: 'access.grant',
    summary: 'Grant crew access',
    description:
      'Creates a one-time link or a PIN for the crew page. A link replaces an unused earlier link and is ' +
      'sent by SMS if a provider is configured and the phone number is known. A PIN replaces the earlier ' +
      'PIN, keeps its code and lifts the delay after wrong PINs. Existing sessions continue.',
    params,
    body: ref(AccessRequestSchema),
    responses: {
      201: answer(AccessGrantSchema, 'The link or PIN. It cannot be retrieved later.'),
      404: notFound,
    },
    handler: async ({ context, request }) => {
      const { kind } = request.body;
      const actor = operatorActor(request);
      if (kind === 'pin') {
        const { code, pin } = await issuePin(context, actor, request.params.id);
        const grant: CrewAccessGrant = { kind, code, pin };
        return grant;
      }
      const link = await issueLink(context, actor, request.params.id);
      const sms = await sendLinkBySms(context, link);
      return { kind, url: link.url, expires_at: link.expiresAt.toISOString(), sms };
    },
  }),

  operation({
    method: 'DELETE',
    path: path,
    role: 'dispatcher',
    id: 'access.revoke',
    summary: 'Revoke crew access',
    description:
      'Ends the link, the PIN and all sessions of a crew member immediately. Retiring the crew member has the ' +
      'same effect.',
    params,
    responses: { 204: Type.Null({ description: 'Access is revoked.' }), 404: notFound },
    handler: async ({ context, request }) => {
      await revokeAccess(context, operatorActor(request), request.params.id);
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/pin-delay`,
    role: 'dispatcher',
    id: 'access.lift_pin_delay',
    summary: 'Lift the PIN delay of a crew member',
    description:
      'Forgets the wrong PINs of a crew member, so that they can try again immediately. The PIN stays as it is. ' +
      'Has no effect if there is no delay.',
    params,
    responses: { 204: Type.Null({ description: 'There is no delay any more.' }), 404: notFound },
    handler: async ({ context, request }) => {
      await liftPinDelay(context, operatorActor(request), request.params.id);
    },
  }),
];

function presentAccess(access: Awaited<ReturnType<typeof readAccess>>): CrewAccess {
  return {
    code: access.code,
    pin_delayed_until: access.pinDelayedUntil?.toISOString() ?? null,
    link_expires_at: access.linkExpiresAt?.toISOString() ?? null,
    session_count: access.sessionCount,
    last_seen_at: access.lastSeenAt?.toISOString() ?? null,
  };
}
