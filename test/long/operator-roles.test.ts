import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasRole, OPERATOR_ROLES, type OperatorRole } from '../../src/domain/account/operator-role.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';

interface Operation {
  readonly description: string;
  readonly security?: readonly unknown[];
}
const { paths } = JSON.parse(
  readFileSync(new URL('../../openapi/operator.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> };

/** Every operation that requires a session, with the role named in its description. */
const operations = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { security }]) => security === undefined)
    .map(([method, { description }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      // An id that does not exist: an authorized caller gets 404 or a validation error.
      path: path.replace('/operator', '').replace(/\{\w+\}/g, 'nothing'),
      role: /Requires the role `(\w+)`/.exec(description)?.[1] as OperatorRole,
    })),
);

describe('every operator operation', () => {
  let test: TestApp;
  let sandbox: TestApp;
  const callers = new Map<string, OperatorClient>();
  beforeAll(async () => {
    test = await startTestApp();
    sandbox = await startTestApp({ environment: 'sandbox' });
    for (const role of OPERATOR_ROLES) callers.set(role, await OperatorClient.enter(test, role));
    const as = (headers: Record<string, string>) => new OperatorClient(test.baseUrl, headers);
    const partner = await test.partner();
    callers.set('an anonymous caller', as({}));
    callers.set('a made-up token', as({ authorization: 'Bearer wop_production_garbage' }));
    callers.set('a header that is not a bearer token', as({ authorization: 'Basic b3A6ZXJhdG9y' }));
    callers.set('a partner', as({ authorization: `Bearer ${partner.token}` }));
    const { cookie } = await PortalClient.enter(partner);
    callers.set('a visitor of the portal', as({ cookie: cookie ?? '' }));
    const [, value] = (cookie ?? '').split('=');
    callers.set(
      'a portal session in the operator cookie',
      as({ cookie: `waybill_production_operator=${value}` }),
    );
    const { headers } = await OperatorClient.enter(sandbox, 'admin');
    callers.set('an operator of the sandbox', as(headers));
  });
  afterAll(() => Promise.all([test.close(), sandbox.close()]));

  it('names its role', () => {
    expect(operations.length).toBeGreaterThan(45);
    for (const { name, role } of operations) expect(OPERATOR_ROLES, name).toContain(role);
    for (const { name, method, role } of operations) {
      if (method === 'GET') continue;
      // Operations on the caller's own session and settings.
      if (/ \/operator\/(session|session\/confirmation(\/challenge)?|me\/.*)$/.test(name)) continue;
      expect(role, name).not.toBe('viewer');
    }
  });

  it.each(operations)('$name requires the role $role or above', async ({ method, path, role }) => {
    for (const [who, caller] of callers) {
      const isOperator = (OPERATOR_ROLES as readonly string[]).includes(who);
      if (isOperator && method === 'DELETE' && ['/session', '/me/sessions'].includes(path)) continue;
      const answer = await caller.call(method, path, method === 'GET' ? undefined : { nonsense: true });
      if (!isOperator) {
        expect(answer.status, `${who}: ${answer.text}`).toBe(401);
        expect(['invalid_token', 'session_ended']).toContain(answer.body.code);
      } else if (hasRole(who as OperatorRole, role)) {
        expect([200, 400, 404, 415], `${who}: ${answer.text}`).toContain(answer.status);
      } else {
        expectRefusal(answer, 403, 'insufficient_role');
        expect(answer.body.message).toBe(`This operation requires the role ${role}; your role is ${who}.`);
      }
    }
  });

  it('names the environment of a token from the other environment', async () => {
    const answer = await callers.get('an operator of the sandbox')?.get('/session');
    expect(answer?.body.message).toBe('The token belongs to sandbox, but this server is production.');
  });
});
