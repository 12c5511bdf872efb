// What tests of user accounts do: sign in on the account page, grant access to an application, and read the audit trail.
import { expect } from 'vitest';
import type { TestResponse } from './api-client.ts';
import type { TestApp } from './app.ts';
import { type Authorization, password } from './authorization.ts';
import { queryAsOwner } from './database.ts';
import { bearerOf, requestToken } from './oauth.ts';
import type { ScriptlessBrowser } from './scriptless-browser.ts';

export const accountPage = '/oauth/account';

export async function signedIn(asked: Authorization, secret = password): Promise<ScriptlessBrowser> {
  const visitor = asked.visitor();
  await visitor.open(accountPage);
  const { status, text } = await visitor.press('sign_in', { username: asked.username, password: secret });
  expect(status, text).toBe(303);
  await visitor.open(accountPage);
  return visitor;
}

/** Tokens of a new sign-in through the application. */
export async function granted(asked: Authorization, parameters = {}): Promise<TestResponse> {
  const answer = await asked.exchange(await asked.code(parameters));
  expect(answer.status, answer.text).toBe(200);
  return answer;
}

/** Status of a request with the token in each of the processes. */
export async function tokenStatuses(apps: readonly TestApp[], answer: TestResponse): Promise<number[]> {
  const answers = await Promise.all(apps.map((app) => bearerOf(app, answer).get('/account')));
  return answers.map(({ status }) => status);
}

export function refreshTokens(
  test: TestApp,
  { client }: Authorization,
  answer: TestResponse,
): Promise<TestResponse> {
  return requestToken(test, {
    grant_type: 'refresh_token',
    client_id: client.clientId,
    client_secret: client.clientSecret,
    refresh_token: answer.body.refresh_token,
  });
}

/** Actions of the audit trail about the user. */
export async function actionsOf(test: TestApp, username: string): Promise<string[]> {
  const rows = await queryAsOwner<{ action: string }>(
    test.connection,
    `select e.action from audit_entry e join app_user u on u.id::text = e.subject_id
     where u.username = $1 and e.subject_kind = 'user' order by e.at, e.id`,
    [username],
  );
  return rows.map(({ action }) => action).filter((action) => action !== 'user.created');
}
