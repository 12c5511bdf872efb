import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { type Authorization, password, prepareAuthorization } from '../support/authorization.ts';
import { OperatorClient } from '../support/operator-client.ts';
import {
  accountPage,
  actionsOf,
  granted,
  refreshTokens,
  signedIn,
  tokenStatuses,
} from '../support/user-account.ts';

// Two processes of one environment: a token must be refused by the one that did not revoke it.
let test: TestApp;
let other: TestApp;
let admin: OperatorClient;
beforeAll(async () => {
  test = await startTestApp();
  other = await startTestApp({ sharing: test });
  admin = await OperatorClient.enter(test, 'admin');
});
afterAll(async () => {
  await other.close();
  await test.close();
});

const statuses = (answer: TestResponse) => tokenStatuses([test, other], answer);
const refresh = (asked: Authorization, answer: TestResponse) => refreshTokens(test, asked, answer);

describe('an operator who manages users', () => {
  async function userOf(asked: Authorization) {
    const { status, body, text } = await admin.get(`/users?username=${asked.username}`);
    expect(status, text).toBe(200);
    expect(body.data).toHaveLength(1);
    return body.data[0];
  }

  it('finds a user and sees applications and sessions, but no secrets', async () => {
    const asked = await prepareAuthorization(test);
    await granted(asked);
    const user = await userOf(asked);
    expect(user).toMatchObject({
      username: asked.username,
      disabled: false,
      application_count: 1,
      session_count: 1,
    });
    const details = await admin.get(`/users/${user.id}`);
    expect(details.body.applications).toMatchObject([
      {
        client_id: asked.client.clientId,
        name: 'Northwind Planner',
        organization: 'Northwind Furniture',
        scopes: ['public', 'user'],
      },
    ]);
    expect(details.body.sessions).toHaveLength(1);
    expect(details.text).not.toMatch(/hash|password|argon/);
  });

  it('disables a user: tokens are refused at once on every process, sign-in like a wrong password', async () => {
    const asked = await prepareAuthorization(test, {
      grants: ['password', 'authorization_code', 'refresh_token'],
    });
    const tokens = await granted(asked);
    expect(await statuses(tokens)).toEqual([200, 200]);
    const visitor = await signedIn(asked);
    const { id } = await userOf(asked);
    const answer = await admin.patch(`/users/${id}`, { disabled: true });
    expect(answer.body).toMatchObject({ disabled: true, applications: [], sessions: [] });
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect((await refresh(asked, tokens)).body.error).toBe('invalid_grant');
    expect((await visitor.open(accountPage)).text).toContain('to manage your account');
    const right = await visitor.press('sign_in', { username: asked.username, password });
    await visitor.open(accountPage);
    const wrong = await visitor.press('sign_in', { username: asked.username, password: 'wrong' });
    expect([right.status, right.text]).toEqual([wrong.status, wrong.text]);
    await admin.patch(`/users/${id}`, { disabled: false });
    expect(await statuses(tokens)).toEqual([401, 401]);
    await signedIn(asked);
    expect(await actionsOf(test, asked.username)).toEqual(
      expect.arrayContaining(['user.disabled', 'user.enabled']),
    );
  });

  it('ends sessions without touching applications, and the reverse', async () => {
    const asked = await prepareAuthorization(test);
    const tokens = await granted(asked);
    const visitor = await signedIn(asked);
    const { id } = await userOf(asked);
    expect((await admin.delete(`/users/${id}/sessions`)).status).toBe(204);
    expect((await visitor.open(accountPage)).text).toContain('to manage your account');
    expect(await statuses(tokens)).toEqual([200, 200]);
    const again = await signedIn(asked);
    expect((await admin.delete(`/users/${id}/grants`)).status).toBe(204);
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect((await again.open(accountPage)).text).toContain('Where you are signed in');
  });

  it('revokes the access of one application and leaves the others', async () => {
    const asked = await prepareAuthorization(test);
    const tokens = await granted(asked);
    const { id } = await userOf(asked);
    const [application] = (await admin.get(`/users/${id}`)).body.applications;
    const stranger = await admin.delete(`/users/${id}/grants/${randomUUID()}`);
    expect([stranger.status, stranger.body.message]).toEqual([404, 'This application has no access.']);
    expect(await statuses(tokens)).toEqual([200, 200]);
    expect((await admin.delete(`/users/${id}/grants/${application.id}`)).status).toBe(204);
    expect(await statuses(tokens)).toEqual([401, 401]);
    expect((await refresh(asked, tokens)).body.error).toBe('invalid_grant');
    expect((await admin.get(`/users/${id}`)).body).toMatchObject({ applications: [], sessions: [{}] });
    expect((await admin.delete(`/users/${id}/grants/${application.id}`)).status).toBe(404);
  });

  it('needs the role admin, and gets the same 404 for unknown ids of every kind', async () => {
    const { id: organizationId } = await test.organization();
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    expect((await dispatcher.get('/users')).status).toBe(403);
    const texts = new Set<string>();
    for (const id of [randomUUID(), organizationId, 'x']) {
      for (const [method, path, body] of [
        ['GET', '', undefined],
        ['PATCH', '', { disabled: true }],
        ['DELETE', '/sessions', undefined],
        ['DELETE', '/grants', undefined],
        ['DELETE', `/grants/${randomUUID()}`, undefined],
      ] as const) {
        const answer = await admin.call(method, `/users/${id}${path}`, body);
        expect(answer.status).toBe(404);
        texts.add(answer.text.replace(/"request_id":"[^"]*"/, ''));
      }
    }
    expect(texts.size).toBe(1);
  });

  it('pages through users with signed cursors', async () => {
    for (let count = 0; count < 3; count += 1) await prepareAuthorization(test);
    const first = await admin.get('/users?limit=2');
    expect(first.body.data).toHaveLength(2);
    const { pathname, search } = new URL(first.body.next);
    const second = await admin.get(pathname.replace('/operator', '') + search);
    const seen = [...first.body.data, ...second.body.data].map(({ id }) => id);
    expect(new Set(seen).size).toBe(4);
    expect((await admin.get('/users?after=forged')).status).toBe(400);
  });
});
