// /portal/api/session: exchange a portal link for a session, read the session, sign out. /portal/api/stream: changes
// for open portal pages.
import { Type } from 'typebox';
import type { Context } from '../../context.ts';
import type { Branding } from '../../domain/account/branding.ts';
import { MAX_ENDPOINTS } from '../../domain/webhook/webhook-endpoint.ts';
import type { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { csrfTokenOf } from '../../http/surfaces/csrf-token.ts';
import type { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { managesPeople } from '../../http/surfaces/portal-principal.ts';
import { Problem } from '../../lib/problem.ts';
import { loadAccount, ownNameOf } from '../accounts/account-store.ts';
import { presentLook } from '../branding/page-look.ts';
import { PortalSessionSchema, SessionRequestSchema, StreamChangeSchema } from './portal-schemas.ts';
import { endSession, exchangePortalLink, type SessionContext } from './portal-sessions.ts';
import type { PortalSseHub } from './portal-sse.ts';

export interface PortalSessionContext extends SessionContext, Pick<Context, 'db' | 'keys' | 'security'> {
  readonly cookie: PageCookie;
  readonly streams: PortalSseHub;
  readonly retrySeconds: readonly number[];
  readonly retentionDays: number;
  /** The live branding of an account; null: the default look. */
  readonly findBranding: (accountId: string) => Promise<Branding | null>;
  readonly invalidLinks: PerMinuteLimiter;
}

const path = '/portal/api/session';
const { operation, stream } = pageOperations<PortalSessionContext>();

/** Not behind the session check: starts a session. */
export const portalSignInOperations: readonly PageOperation<PortalSessionContext>[] = [
  operation({
    method: 'POST',
    path,
    summary: 'Exchange the token of a portal link for a session cookie; 401 for a used or expired token',
    body: SessionRequestSchema,
    responses: { 204: Type.Null() },
    handler: async ({ context, request, reply }) => {
      const { cookie, streams, invalidLinks } = context;
      invalidLinks.check(request.ip);
      const { token: linkToken } = request.body;
      const previousToken = cookie.read(request);
      try {
        const { id: requestId, ip: address } = request;
        const attempt = {
          surface: 'portal_link',
          kind: 'link',
          name: linkToken,
          address,
          requestId,
        } as const;
        const started = await context.security.watch(context.identity, attempt, () =>
          exchangePortalLink(context, { linkToken, previousToken, requestId, address }),
        );
        if (started.endedSessionHash) await streams.endSession(started.endedSessionHash);
        cookie.set(reply, started.token);
      } catch (error) {
        if (error instanceof Problem) invalidLinks.count(request.ip);
        throw error;
      }
    },
  }),
];

export const portalSessionOperations: readonly PageOperation<PortalSessionContext>[] = [
  operation({
    method: 'GET',
    path,
    access: 'session',
    summary: 'The current session',
    responses: { 200: PortalSessionSchema },
    handler: async ({ context, request }) => {
      const visitor = portalPrincipalOf(request);
      const { accountId, expiresAt, sessionId, scopes, member } = visitor;
      const { db, keys, environment, retrySeconds, retentionDays } = context;
      const [account, branding] = await Promise.all([
        loadAccount(db.forAccount(accountId), accountId),
        context.findBranding(accountId),
      ]);
      return {
        account: { id: accountId, kind: account.kind, name: ownNameOf(account) },
        member: member && { name: member.name, email: member.email, role: member.role },
        manages_people: managesPeople(visitor),
        branding: branding && presentLook(branding),
        environment: environment.name,
        api_url: environment.publicUrl,
        csrf_token: csrfTokenOf(keys, sessionId),
        expires_at: expiresAt,
        scopes: [...scopes],
        endpoint_limit: MAX_ENDPOINTS,
        retry_seconds: retrySeconds,
        retention_days: retentionDays,
      };
    },
  }),

  operation({
    method: 'DELETE',
    path,
    access: 'session',
    summary: 'Sign out',
    responses: { 204: Type.Null() },
    handler: async ({ context, request, reply }) => {
      const visitor = portalPrincipalOf(request);
      await endSession(context, visitor);
      await context.streams.endSession(visitor.sessionHash);
      context.cookie.clear(reply);
    },
  }),

  stream({
    path: '/portal/api/stream',
    access: 'write',
    summary:
      'Events named `change`; the page then reloads what it shows. The server closes the connection when the ' +
      'session ends, on shutdown, and when it may have missed a change; the page reconnects and reloads everything. ' +
      '401 and 429 (more than 50 connections of an account) make EventSource give up; the page retries later.',
    event: StreamChangeSchema,
    open: async ({ context, request }, connect) => {
      const { accountId, sessionHash } = portalPrincipalOf(request);
      return context.streams.open(accountId, sessionHash, connect);
    },
  }),
];
