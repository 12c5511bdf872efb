// Routes that work with a one-time link and without a session: /operator/links, /invitations/accept and
// /password-resets.
import type { FastifyRequest } from 'fastify';
import { PerMinuteLimiter } from '../../../http/per-minute-limiter.ts';
import { requireSameOrigin } from '../../../http/same-origin.ts';
import type { HttpServer } from '../../../http/server.ts';
import { hashToken } from '../../../lib/opaque-token.ts';
import { Problem } from '../../../lib/problem.ts';
import { acceptInvitation } from '../../accounts/system/invite-operator.ts';
import { linkExpired } from '../../accounts/system/operator-link.ts';
import { findOpenLink } from '../../accounts/system/operator-link-store.ts';
import { resetPassword } from '../../accounts/system/reset-password.ts';
import { openSession } from '../session/operator-sessions.ts';
import { beginSession, type SessionRoutesOptions, visitOf } from '../session/session-routes.ts';
import * as operations from './link-operations.ts';
import { requestPasswordReset } from './request-password-reset.ts';

/** Registered outside the authenticated scope. */
export async function linkRoutes(app: HttpServer, options: SessionRoutesOptions): Promise<void> {
  const { context, cookie } = options;
  const tryLink = limitFailures(context.environment.publicUrl);

  app.post('/links/check', { schema: operations.checkLink }, (request, reply) =>
    tryLink(request, async () => {
      const link = await findOpenLink(context.system, hashToken(request.body.token), context.clock.now());
      if (!link) throw linkExpired();
      const { purpose, email, role, createdBy, expiresAt } = link;
      return reply.send({ purpose, email, role, created_by: createdBy, expires_at: expiresAt.toISOString() });
    }),
  );

  app.post('/invitations/accept', { schema: operations.accept }, (request, reply) =>
    tryLink(request, async () => {
      const operator = await acceptInvitation(context, { ...request.body, requestId: request.id });
      const token = await openSession(context, operator, visitOf(request, cookie, 'cookie'));
      context.changes.announce({ kind: 'operators' });
      return reply.code(201).send(await beginSession(options, reply, token, 'cookie'));
    }),
  );

  app.post('/password-resets/confirm', { schema: operations.confirmReset }, (request, reply) =>
    tryLink(request, async () => {
      await resetPassword(context, { ...request.body, requestId: request.id });
      return reply.code(204).send(null);
    }),
  );

  const byAddress = new PerMinuteLimiter(
    20,
    'Too many password resets were requested from this address. Wait a minute and try again.',
  );
  const byEmail = new PerMinuteLimiter(
    3,
    'A password reset for this e-mail address was requested a moment ago. Wait a minute and try again.',
  );
  app.post('/password-resets', { schema: operations.askReset }, async (request, reply) => {
    requireSameOrigin(request, context.environment.publicUrl);
    const email = request.body.email.toLowerCase();
    byAddress.check(request.ip);
    byEmail.check(email);
    byAddress.count(request.ip);
    byEmail.count(email);
    await requestPasswordReset(context, { email, requestId: request.id });
    return reply.code(204).send(null);
  });
}

/** Tokens cannot be guessed; the limit keeps brute-force attempts from loading the database. */
function limitFailures(publicUrl: string) {
  const failures = new PerMinuteLimiter(
    30,
    'Too many invalid links were tried from this address. Wait a minute and try again.',
  );
  return async <Answer>(request: FastifyRequest, work: () => Promise<Answer>): Promise<Answer> => {
    requireSameOrigin(request, publicUrl);
    failures.check(request.ip);
    try {
      return await work();
    } catch (error) {
      if (error instanceof Problem) failures.count(request.ip);
      throw error;
    }
  };
}
