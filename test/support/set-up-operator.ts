// Sets up the first operator of production through the one-time link of `waybill operators setup-link`.
import { expect } from 'vitest';
import { OperatorClient } from './operator-client.ts';
import { runWaybill, type Variables } from './server-process.ts';

export interface SetUpOperator {
  readonly email: string;
  readonly password: string;
}

export async function setUpOperator(baseUrl: string, variables: Variables): Promise<SetUpOperator> {
  const { code, stdout, stderr } = await runWaybill(['operators', 'setup-link', '--json'], variables);
  expect(code, stderr).toBe(0);
  const { url, email } = JSON.parse(stdout) as { url: string; email: string };
  const password = 'a long enough password 42';
  const accepted = await acceptSetUp(baseUrl, url, password);
  expect(accepted.status, accepted.text).toBe(201);
  return { email, password };
}

export function acceptSetUp(baseUrl: string, url: string, password: string) {
  const token = new URL(url).hash.replace('#token=', '');
  return new OperatorClient(baseUrl).post('/invitations/accept', { token, name: 'Ona Perez', password });
}
