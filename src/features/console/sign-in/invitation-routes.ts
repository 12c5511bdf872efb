// Routes for administrators: /operator/invitations, password reset links, and removal of lost second factors.
import { refuseBody } from '../../../http/no-body.ts';
import { operatorActor, operatorOf } from '../../../http/operator-middleware.ts';
import type { HttpServer } from '../../../http/server.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { operatorNotFound } from '../../accounts/system/change-operator.ts';
import { inviteOperator, withdrawInvitation } from '../../accounts/system/invite-operator.ts';
import { listOpenInvitations, type OperatorLink } from '../../accounts/system/operator-link-store.ts';
import { createResetLink } from '../../accounts/system/reset-password.ts';
import { removeSecondFactor } from '../../accounts/system/second-factor.ts';
import { idOf } from '../booking-action-routes.ts';
import { type ConsoleContext, linkContextOf } from '../console-context.ts';
import * as operations from './link-operations.ts';
import type { Invitation } from './sign-in-wire.ts';

export async function invitationRoutes(
  app: HttpServer,
  { context }: { readonly context: ConsoleContext },
): Promise<void> {
  const config = { role: 'admin' } as const;

  app.get('/invitations', { config, schema: operations.listInvitations }, async (_request, reply) => {
    const links = await listOpenInvitations(context.system, context.clock.now());
    return reply.send({ data: links.map(presentInvitation) });
  });

  app.post('/invitations', { config, schema: operations.invite }, async (request, reply) => {
    const operator = operatorOf(request);
    const invitation = { ...request.body, invitedBy: operator.name };
    const actor = operatorActor(request);
    const { link, url } = await inviteOperator(linkContextOf(context), invitation, actor);
    return reply.code(201).send({ ...presentInvitation(link), url });
  });

  app.delete(
    '/invitations/:id',
    { config, schema: operations.withdrawInvitation },
    async (request, reply) => {
      const id = idOf(request);
      if (!isUuid(id)) throw Problem.of('not_found', 'No open invitation has this id.');
      await withdrawInvitation(context, id, operatorActor(request));
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/operators/:id/password-reset',
    { config, schema: operations.makeReset, preValidation: refuseBody },
    async (request, reply) => {
      const operator = operatorOf(request);
      const id = operatorIdOf(idOf(request));
      const actor = operatorActor(request);
      const { link, url } = await createResetLink(linkContextOf(context), id, operator.name, actor);
      return reply.code(201).send({ url, expires_at: link.expiresAt.toISOString(), mail: link.mail });
    },
  );

  app.delete(
    '/operators/:id/second-factor',
    { config, schema: operations.removeFactor },
    async (request, reply) => {
      const id = operatorIdOf(idOf(request));
      await removeSecondFactor(context, id, operatorActor(request));
      return reply.code(204).send(null);
    },
  );
}

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
    created_at: link.createdAt.toISOString(),
    expires_at: link.expiresAt.toISOString(),
    mail: link.mail,
  };
}
