// Routes that work with a one-time link and without a session: /operator/links, /invitations/accept and
// /password-resets.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { requireSameOrigin } from '../../../http/surfaces/same-origin.ts';
import { hashToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { acceptInvitation } from '../../accounts/system/invite-operator.ts';
import { linkExpired } from '../../accounts/system/operator-link.ts';
import { operatorLinks } from '../../accounts/system/operator-link-store.ts';
import { resetPassword } from '../../accounts/system/reset-password.ts';
import { openSession } from '../session/operator-sessions.ts';
import type { SessionRoutesContext } from '../session/session-routes.ts';
import { beginSession, visitOf } from '../session/session-routes.ts';
import { NewSessionSchema } from '../session/session-schemas.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import {
  AcceptanceSchema,
  LinkFactsSchema,
  LinkTokenSchema,
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

const operation = operatorOperations<SessionRoutesContext>({ tag: 'Sign-in' });

export const linkOperations: readonly OperatorOperation<SessionRoutesContext>[] = [
  operation({
    method: 'POST',
    path: '/links/check',
    id: 'links.check',
    summary: 'Check a one-time link',
    description:
      'Returns the purpose and recipient of an invitation or password reset link. Does not use up the link.',
    body: ref(LinkTokenSchema),
    responses: { 200: answer(LinkFactsSchema, 'Purpose and recipient of the link.'), ...spent },
    handler: ({ context, request }) =>
      tryLink(context, request, async () => {
        const token_hash = hashToken(request.body.token);
        const [link] = await operatorLinks.listOpen(context.system, context.clock.now(), { token_hash });
        if (!link) throw linkExpired();
        const { purpose, email, role, createdBy, isSetUp, expiresAt } = link;
        return { purpose, email, role, created_by: createdBy, is_set_up: isSetUp, expires_at: expiresAt };
      }),
  }),

  operation({
    method: 'POST',
    path: '/invitations/accept',
    id: 'invitations.accept',
    summary: 'Accept an invitation',
    description:
      "Creates the operator and signs them in with a cookie for the console's own pages. The link works once.",
    body: ref(AcceptanceSchema),
    responses: { 201: answer(NewSessionSchema, 'The operator is created and signed in.'), ...spent },
    handler: ({ context, request, reply }) =>
      tryLink(context, request, async () => {
        const visit = visitOf(request, context, 'cookie');
        const acceptance = { ...request.body, requestId: request.id, address: request.ip };
        const token = await acceptInvitation(context, acceptance, (system, operator) =>
          openSession({ ...context, system }, operator, visit),
        );
        context.changes.announce({ kind: 'operators' });
        return await beginSession(context, request, reply, { token, carrier: 'cookie' });
      }),
  }),

  operation({
    method: 'POST',
    path: '/password-resets/confirm',
    id: 'password_resets.confirm',
    summary: 'Confirm a password reset',
    description:
      'Sets a new password with a reset link. Ends all sessions of the operator; a second factor stays in ' +
      'place. The link works once.',
    body: ref(ResetSchema),
    responses: { 204: Type.Null({ description: 'The password is changed.' }), ...spent },
    handler: ({ context, request }) =>
      tryLink(context, request, async () => {
        await resetPassword(context, { ...request.body, requestId: request.id, address: request.ip });
      }),
  }),

  operation({
    method: 'POST',
    path: '/password-resets',
    id: 'password_resets.ask',
    summary: 'Request a password reset',
    description:
      'Sends a reset link to the operator with this e-mail address, if there is one and an e-mail provider ' +
      'is configured. The response is the same in all cases. Limited to 3 requests per e-mail address and 20 ' +
      'per client address per minute.',
    body: ref(ResetRequestSchema),
    responses: {
      204: Type.Null({
        description: 'The request was accepted. If the operator exists, they receive an e-mail.',
      }),
      403: spent[403],
    },
    handler: async ({ context, request }) => {
      requireSameOrigin(request, context.environment.publicUrl);
      const email = request.body.email.toLowerCase();
      const { resetsOfAddress, resetsOfOperator } = context.limits;
      resetsOfAddress.check(request.ip);
      resetsOfOperator.check(email);
      resetsOfAddress.count(request.ip);
      resetsOfOperator.count(email);
      await requestPasswordReset(context, { email, requestId: request.id, address: request.ip });
    },
  }),
];

async function tryLink<Result>(
  { environment, limits: { invalidLinks }, security, system }: SessionRoutesContext,
  request: FastifyRequest & { readonly body: { readonly token: string } },
  work: () => Promise<Result>,
): Promise<Result> {
  requireSameOrigin(request, environment.publicUrl);
  const { ip: address, id: requestId, body } = request;
  const attempt = { surface: 'operator_link', kind: 'link', name: body.token, address, requestId } as const;
  invalidLinks.check(request.ip);
  try {
    return await security.watch(system, attempt, work);
  } catch (error) {
    if (error instanceof Problem) invalidLinks.count(request.ip);
    throw error;
  }
}
