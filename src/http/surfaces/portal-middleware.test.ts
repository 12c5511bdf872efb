import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { KeyRing } from '../../lib/key-ring.ts';
import { PerMinuteLimiter } from '../limits/per-minute-limiter.ts';
import { csrfTokenOf } from './csrf-token.ts';
import { PageCookie } from './page-cookie.ts';
import { pageApi, portalMiddleware, portalPrincipalOf } from './portal-middleware.ts';

const publicUrl = 'https://pages.example';
const cookie = new PageCookie({ name: 'production', publicUrl }, 'visit');
const keys = new KeyRing([{ id: 'k1', secret: Buffer.alloc(32, 1) }], 'production');
const visitor = {
  accountId: '00000000-0000-7000-8000-000000000001',
  createdBy: { kind: 'client', id: 'c' },
  member: null,
  scopes: ['public', 'org:write'],
  tokenId: '00000000-0000-7000-8000-000000000002',
  confirmedAt: null as Date | null,
  sessionId: '00000000-0000-7000-8000-000000000003',
  sessionHash: 'one',
  expiresAt: new Date(),
} as const;
const clock = { now: () => new Date('2030-01-15T10:00:00Z') };

let app: FastifyInstance | null = null;
afterEach(() => app?.close());

async function serve({
  requests = 100,
  invalidAttempts = 100,
  confirmedAt = null as Date | null,
} = {}): Promise<FastifyInstance> {
  app = Fastify();
  await pageApi(app, { publicUrl });
  await app.register(async (scope) => {
    portalMiddleware(scope, {
      cookie,
      keys,
      clock,
      findPortalPrincipal: async (token) => (token === 'right' ? { ...visitor, confirmedAt } : null),
      ipRateLimiter: new PerMinuteLimiter(invalidAttempts, 'Too many requests from this address.'),
      portalLimit: new PerMinuteLimiter(requests, 'Too many requests of this session.'),
    });
    const answer = async (request: Parameters<typeof portalPrincipalOf>[0]) => ({
      is: portalPrincipalOf(request).sessionHash,
    });
    scope.get('/thing', { config: { portalAccess: 'write' } }, answer);
    scope.post('/thing', { config: { portalAccess: 'write' } }, answer);
    scope.get('/session', { config: { portalAccess: 'session' } }, answer);
    scope.get('/bookings', { config: { portalAccess: 'read' } }, answer);
    scope.get('/keys', { config: { portalAccess: 'write', needsPortalStepUp: true } }, answer);
  });
  return app;
}

const cookies = (token: string) => ({ cookie: `${cookie.name}=${token}` });

describe('portal middleware', () => {
  it('authenticates the session and accepts writes with a CSRF token', async () => {
    const server = await serve();
    const read = await server.inject({ url: '/thing', headers: cookies('right') });
    expect(read.json()).toEqual({ is: 'one' });
    const headers = {
      ...cookies('right'),
      origin: publicUrl,
      'x-csrf-token': csrfTokenOf(keys, visitor.sessionId),
    };
    const write = await server.inject({ method: 'POST', url: '/thing', headers });
    expect(write.statusCode).toBe(200);
  });

  it('refuses what the scopes of the session do not permit', async () => {
    const server = await serve();
    const statusOf = async (url: string) =>
      (await server.inject({ url, headers: cookies('right') })).statusCode;
    expect(await statusOf('/session')).toBe(200);
    const refused = await server.inject({ url: '/bookings', headers: cookies('right') });
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'insufficient_scope']);
  });

  it('accepts a step-up for ten minutes', async () => {
    for (const [ageMinutes, status] of [
      [null, 403],
      [10, 403],
      [9.9, 200],
    ] as const) {
      const confirmedAt = ageMinutes === null ? null : new Date(clock.now().getTime() - ageMinutes * 60_000);
      const server = await serve({ confirmedAt });
      const answer = await server.inject({ url: '/keys', headers: cookies('right') });
      expect(answer.statusCode, String(ageMinutes)).toBe(status);
      if (status === 403) expect(answer.json().code).toBe('step_up_required');
      await server.close();
    }
  });

  it('refuses to start with a route that declares no access', async () => {
    app = Fastify();
    await pageApi(app, { publicUrl });
    const gate = { cookie, keys, clock, findPortalPrincipal: async () => null };
    const limit = new PerMinuteLimiter(1, '');
    const started = app.register(async (scope) => {
      portalMiddleware(scope, { ...gate, ipRateLimiter: limit, portalLimit: limit });
      scope.get('/open', async () => ({}));
    });
    await expect(started).rejects.toThrow('/open declares no access');
  });

  it('accepts a CSRF token signed with an older key', async () => {
    const older = new KeyRing([{ id: 'k0', secret: Buffer.alloc(32, 1) }], 'production');
    const server = await serve();
    const headers = { ...cookies('right'), 'x-csrf-token': csrfTokenOf(older, visitor.sessionId) };
    expect((await server.inject({ method: 'POST', url: '/thing', headers })).statusCode).toBe(200);
  });

  it('limits the rate of a session', async () => {
    const server = await serve({ requests: 3 });
    const statuses: number[] = [];
    for (let call = 0; call < 5; call += 1)
      statuses.push((await server.inject({ url: '/thing', headers: cookies('right') })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
  });

  it('limits the rate of an address that tries sessions, but not of one without a cookie', async () => {
    const server = await serve({ invalidAttempts: 2 });
    const statuses = async (headers: Record<string, string>) => {
      const seen: number[] = [];
      for (let call = 0; call < 4; call += 1)
        seen.push((await server.inject({ url: '/thing', headers })).statusCode);
      return seen;
    };
    expect(await statuses({})).toEqual([401, 401, 401, 401]);
    expect(await statuses(cookies('wrong'))).toEqual([401, 401, 429, 429]);
    // A valid session is not blocked by invalid attempts from the same address.
    expect((await server.inject({ url: '/thing', headers: cookies('right') })).statusCode).toBe(200);
  });

  it.each([
    ['the public URL', { origin: publicUrl }, 200],
    ['the host that the browser used', { origin: 'http://localhost', host: 'localhost' }, 200],
    ['another host', { origin: 'https://pages.example.evil.example' }, 403],
    ['another port', { origin: 'http://localhost:8080', host: 'localhost' }, 403],
    ['an invalid URL', { origin: 'pages' }, 403],
  ])('checks the origin: %s', async (_name, headers, status) => {
    const server = await serve();
    const answer = await server.inject({ url: '/thing', headers: { ...cookies('right'), ...headers } });
    expect(answer.statusCode).toBe(status);
  });
});
