// Routes under /portal/api/session: exchange a portal link for a session, read the session, sign out.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import { MAX_ENDPOINTS } from '../../domain/webhook/webhook-endpoint.ts';
import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { csrfTokenOf } from '../../http/surfaces/csrf-token.ts';
import type { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { Problem } from '../../lib/problem.ts';
import { loadAccount } from '../accounts/account-store.ts';
import { endSession, exchangePortalLink, type SessionContext } from './portal-sessions.ts';
import type { PortalSseHub } from './portal-sse.ts';
import type { PortalSession } from './portal-wire.ts';

export interface PortalSessionOptions {
  readonly context: Pick<Context, 'db' | 'keys'> & SessionContext;
  readonly cookie: PageCookie;
  readonly streams: PortalSseHub;
  readonly retrySeconds: readonly number[];
  readonly retentionDays: number;
}

const path = '/portal/api/session';
const SessionRequestSchema = Type.Object(
  { token: Type.String({ minLength: 1, maxLength: 200 }) },
  { additionalProperties: false },
);

/** Not behind the session check: these routes start a session. */
export async function portalSignInRoutes(
  app: HttpServer,
  { context, cookie, streams }: PortalSessionOptions,
): Promise<void> {
  const failures = new PerMinuteLimiter(
    30,
    'Too many invalid portal links from this IP address. Wait a minute and try again.',
  );
  app.post(path, { schema: { body: SessionRequestSchema } }, async (request, reply) => {
    failures.check(request.ip);
    const { token: linkToken } = request.body;
    const previousToken = cookie.read(request);
    try {
      const started = await exchangePortalLink(context, { linkToken, previousToken, requestId: request.id });
      if (started.endedSessionId) await streams.endSession(started.endedSessionId);
      cookie.set(reply, started.token);
    } catch (error) {
      if (error instanceof Problem) failures.count(request.ip);
      throw error;
    }
    return reply.code(204).send();
  });
}

export async function portalSessionRoutes(app: HttpServer, options: PortalSessionOptions): Promise<void> {
  const { context, cookie, streams, retrySeconds, retentionDays } = options;

  app.get(path, async (request, reply) => {
    const { accountId, expiresAt } = portalPrincipalOf(request);
    const { name } = await loadAccount(context.db.forAccount(accountId), accountId);
    const session: PortalSession = {
      account: { id: accountId, name },
      environment: context.environment.name,
      api_url: context.environment.publicUrl,
      csrf_token: csrfTokenOf(context.keys, cookie.read(request) ?? ''),
      expires_at: expiresAt.toISOString(),
      endpoint_limit: MAX_ENDPOINTS,
      retry_seconds: retrySeconds,
      retention_days: retentionDays,
    };
    return reply.send(session);
  });

  app.delete(path, async (request, reply) => {
    const visitor = portalPrincipalOf(request);
    await endSession(context, visitor);
    await streams.endSession(visitor.sessionId);
    cookie.clear(reply);
    return reply.code(204).send();
  });
}
