// Token requests, and changes of the API client or user that they belong to, at the same time. Each request is stopped after its
// first locks until the other one waits too, so that a wrong lock order is a deadlock every time: PostgreSQL then fails one
// of the two, and its caller gets 503.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ApiClient, type TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Authorization, password, prepareAuthorization } from '../support/authorization.ts';
import { queryAsOwner } from '../support/database.ts';
import { holdLock } from '../support/held-lock.ts';
import { requestToken } from '../support/oauth.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';

let test: TestApp;
let admin: OperatorClient;
let asked: Authorization;
beforeAll(async () => {
  test = await startTestApp();
  admin = await OperatorClient.enter(test, 'admin');
});
afterAll(() => test.close());
beforeEach(async () => {
  asked = await prepareAuthorization(test, { grants: ['authorization_code', 'password', 'refresh_token'] });
});

/**
 * Runs both at the same time: `first` gets as far as the lock that `hold` takes, then `second` as far as it can, then the lock
 * is released.
 */
async function race<First, Second>(
  hold: string,
  first: () => Promise<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const held = await holdLock(test.connection, hold);
  try {
    const running = first();
    await held.othersWaiting(1);
    const following = second();
    const tooEarly = following.then((answer) => {
      throw new Error(`the second request did not wait: ${JSON.stringify(answer)}`);
    });
    await Promise.race([held.othersWaiting(2), tooEarly]);
    tooEarly.catch(() => {});
    await held.release();
    return await Promise.all([running, following]);
  } finally {
    await held.release();
  }
}

/** Stops transactions that are about to write an access token. Reads continue. */
const noTokenWrites = 'lock table access_token in share mode';

const credentials = () => ({ client_id: asked.client.clientId, client_secret: asked.client.clientSecret });
const signIn = () =>
  requestToken(test, { grant_type: 'password', ...credentials(), username: asked.username, password });
const refresh = ({ body }: TestResponse) =>
  requestToken(test, { grant_type: 'refresh_token', ...credentials(), refresh_token: body.refresh_token });

/** Each prepares a token request and returns it. */
const requests = {
  refresh: async () => {
    const signedIn = await signIn();
    return () => refresh(signedIn);
  },
  'code exchange': async () => {
    const code = await asked.code();
    return () => asked.exchange(code);
  },
  'password grant': async () => signIn,
};

const path = () => `/clients/${asked.client.id}`;
const changes = {
  'rotation without an overlap': () => admin.post(`${path()}/rotate`, { overlap_hours: 0 }),
  'revocation of all tokens': () => admin.delete(`${path()}/tokens`),
  'disabling of the client': () => admin.call('PATCH', path(), { disabled: true }),
  'deletion of the client': () => admin.delete(path()),
};

const cases = Object.entries(requests).flatMap(([request, prepare]) =>
  Object.entries(changes).map(([change, make]) => ({ request, prepare, change, make })),
);

describe('a token request and a change of its API client', () => {
  it.each(cases)('$request and $change: both succeed, and no token survives the change', async (each) => {
    const [issued, changed] = await race(noTokenWrites, await each.prepare(), each.make);
    expect([issued.status, changed.status < 300], issued.text + changed.text).toEqual([200, true]);
    expect((await new ApiClient(test.baseUrl, issued.body.access_token).get('/account')).status).toBe(401);
    expect((await refresh(issued)).status).toBe(400);
  });
});

describe('changes of a user and of an API client', () => {
  // A rotation revokes no codes, so that it does not wait for the other.
  const { 'rotation without an overlap': _, ...others } = changes;
  it.each(Object.entries(others))(
    'the end of all access of the user, and %s: both succeed',
    async (...[, make]) => {
      const issued = await signIn();
      const code = await asked.code();
      const [row] = await queryAsOwner<{ user: string; family: string }>(
        test.connection,
        `select u.id as user, t.family_id as family from app_user u join access_token t on t.user_id = u.id
       where u.username = $1`,
        [asked.username],
      );
      // The family lock of the sign-in: taken after the codes of the user are deleted, and before the tokens are revoked.
      const hold = `select pg_advisory_xact_lock(hashtextextended('${row?.family}', ${0x66616d}))`;
      const revokeGrant = () => admin.delete(`/users/${row?.user}/grants`);
      const [ended, changed] = await race(hold, revokeGrant, make);
      expect([ended.status < 300, changed.status < 300], ended.text + changed.text).toEqual([true, true]);
      expect((await refresh(issued)).status).toBe(400);
      expect((await asked.exchange(code)).status).toBe(400);
    },
  );
});

describe('two rotations without an overlap at the same time', () => {
  const held = () => `select from api_client where client_id = '${asked.client.clientId}' for update`;
  const worksWith = async (client_secret: string) => {
    const { client_id } = credentials();
    const { status } = await requestToken(test, {
      grant_type: 'client_credentials',
      client_id,
      client_secret,
    });
    return status === 200;
  };

  it('refuse the second one in the portal: the first one ended its session', async () => {
    const { client } = await test.organization();
    asked = { ...asked, client };
    const visitor = await (await PortalClient.enter(await test.partner({ client }))).confirm(client);
    const rotate = () => visitor.post(`/keys/${client.id}/rotate`, { overlap_hours: 0 });
    const [rotated, refused] = await race(held(), rotate, rotate);
    expect(rotated.status, rotated.text).toBe(200);
    expect([refused.status, refused.body.code]).toEqual([401, 'session_ended']);
    expect(await worksWith(rotated.body.client_secret)).toBe(true);
  });

  it('run one after the other for operators: the secret of the last one is valid', async () => {
    const { client } = await test.organization();
    asked = { ...asked, client };
    const rotate = () => admin.post(`/clients/${client.id}/rotate`, { overlap_hours: 0 });
    const both = await race(held(), rotate, rotate);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const [first, last] = both.map(({ body }) => body.client_secret);
    expect([await worksWith(first), await worksWith(last)]).toEqual([false, true]);
  });
});
