// Tokens that expired, were not used or lost their secret end everywhere at once: portal sessions, lists of users, cleanup.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IssuedClient } from '../../src/features/oauth/issue-client.ts';
import { oauthTasks } from '../../src/features/oauth/tasks.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';

let test: TestApp;
const clock = new TestClock();
beforeAll(async () => {
  test = await startTestApp({ clock });
});
afterAll(() => test.close());

describe('an access token that ended', () => {
  const dayMillis = 86_400_000;
  const variables = { ACCESS_TOKEN_IDLE_DAYS: '7' };
  let limited: TestApp;
  beforeAll(async () => {
    limited = await startTestApp({ clock, variables, sharing: test });
  });
  afterAll(() => limited.close());

  const tokensOf = (client: IssuedClient) =>
    queryAsOwner<{ is_revoked: boolean }>(
      test.connection,
      'select revoked_at is not null as is_revoked from access_token where api_client_id = $1',
      [client.id],
    );

  it('because it was not used ends its portal session too, and is revoked and deleted by the cleanup', async () => {
    const { client } = await test.organization();
    // Closing the process writes the use of the token, which opened the portal.
    const closing = await startTestApp({ clock, variables, sharing: test });
    const partner = await test.partner({ client });
    const { cookie } = await PortalClient.enter(partner.at(closing.baseUrl));
    await closing.close();
    const visitor = new PortalClient(limited.baseUrl);
    visitor.cookie = cookie;
    expect((await visitor.get('/endpoints')).status).toBe(200);
    const idleSince = new Date(clock.now().getTime() - 7 * dayMillis);
    await queryAsOwner(
      test.connection,
      'update access_token set last_used_at = $1 where api_client_id = $2',
      [idleSince, client.id],
    );
    expect((await partner.at(limited.baseUrl).get('/account')).status).toBe(401);
    expect((await visitor.get('/endpoints')).status).toBe(401);

    const [unlimited] = oauthTasks(test.system, clock, null);
    const [cleanup] = oauthTasks(test.system, clock, 7);
    await unlimited?.run();
    expect(await tokensOf(client)).toEqual([{ is_revoked: false }]);
    await cleanup?.run();
    expect(await tokensOf(client)).toEqual([{ is_revoked: true }]);
    clock.advance({ hours: 24, seconds: 1 });
    await cleanup?.run();
    expect(await tokensOf(client)).toEqual([]);
  });

  it('with its secret, or because it was not used, is no access of an application in the lists of users', async () => {
    const username = 'listed';
    const user = await test.user(username, 'correct horse battery staple');
    const { id: accountId } = await test.organization();
    const input = { scopes: ['user'], grants: ['password', 'refresh_token'] } as const;
    const [rotated, unused] = [await test.client(accountId, input), await test.client(accountId, input)];
    for (const { clientId: client_id, clientSecret: client_secret } of [rotated, unused]) {
      const fields = { client_id, client_secret, username, password: 'correct horse battery staple' };
      const { status } = await test.anonymous.post('/oauth/token', { grant_type: 'password', ...fields });
      expect(status).toBe(200);
    }
    const applications = async () => {
      const admin = await OperatorClient.enter(limited, 'admin');
      const { body } = await admin.get(`/users/${user.id}`);
      const { body: list } = await admin.get(`/users?username=${username}`);
      const names = body.applications.map(({ id }: { id: string }) => id);
      return { names, counted: body.application_count, listed: list.data[0].application_count };
    };
    expect(await applications()).toMatchObject({ counted: 2, listed: 2 });
    const admin = await OperatorClient.enter(test, 'admin');
    await admin.post(`/clients/${rotated.id}/rotate`, { overlap_hours: 1 });
    clock.advance({ hours: 1 });
    expect(await applications()).toEqual({ names: [unused.id], counted: 1, listed: 1 });
    // Longer than a refresh token lasts.
    clock.advance({ hours: 91 * 24 });
    expect(await applications()).toEqual({ names: [], counted: 0, listed: 0 });
  });
});
