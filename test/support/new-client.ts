// Creates an organization and its client with CLI commands, beside running servers.
import { expect } from 'vitest';
import type { ApiClient } from './api-client.ts';
import { signInWithRetry } from './retry-on-503.ts';
import { runWaybill, type Variables } from './server-process.ts';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

export async function newClient(variables: Variables, environment = 'production'): Promise<Credentials> {
  const runJson = async (...args: string[]) => {
    const { code, stdout, stderr } = await runWaybill([...args, '-e', environment, '--json'], variables);
    expect(code, stderr).toBe(0);
    return JSON.parse(stdout);
  };
  const { id } = await runJson('orgs', 'create', '--name', 'Acme');
  const client = await runJson('clients', 'create', '--org', id, '--name', 'shop');
  return { clientId: client.client_id, clientSecret: client.client_secret };
}

/** API client signed in at one of the servers. */
export async function newPartner(
  variables: Variables,
  baseUrl: string,
  environment?: string,
): Promise<ApiClient> {
  return signInWithRetry(baseUrl, await newClient(variables, environment));
}
