// First start of an embedded installation: creates a demo organization with a client, a user and an operator in each
// environment. Their random secrets are written to credentials.json before the database is filled, so that the next
// start completes an interrupted one.
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config } from '../config.ts';
import { isEmptyInstallation } from '../features/accounts/system/account-admin-store.ts';
import type { AdminContext } from '../features/accounts/system/admin-context.ts';
import { createOperator } from '../features/accounts/system/create-operator.ts';
import { createOrganization } from '../features/accounts/system/create-organization.ts';
import { createUser } from '../features/accounts/system/create-user.ts';
import { createClient } from '../features/oauth/system/create-client.ts';
import { type Credentials, loadOrCreateCredentials } from './credentials-file.ts';

const actor = { kind: 'command', id: 'first start', requestId: 'first-start' } as const;

export interface FirstStart {
  readonly path: string;
  readonly credentials: Credentials;
  /** Whether this start filled at least one environment. */
  readonly seeded: boolean;
}

export async function firstStart(
  config: Config,
  adminOf: (environment: EnvironmentName) => AdminContext,
): Promise<FirstStart> {
  const { path, credentials } = await loadOrCreateCredentials(config);
  const seeded = await Promise.all(config.environments.map(({ name }) => seed(adminOf(name), credentials)));
  return { path, credentials, seeded: seeded.includes(true) };
}

async function seed(admin: AdminContext, credentials: Credentials): Promise<boolean> {
  const pair = credentials[admin.environment];
  if (!pair) return false;
  return admin.system.transaction().execute(async (trx) => {
    // Two processes may start at once: the second waits for the first one's transaction and finds the data.
    if (!(await isEmptyInstallation(trx))) return false;
    const context = { ...admin, system: trx };
    const { id } = await createOrganization(
      context,
      { name: 'Demo Organization', contactEmail: null },
      actor,
    );
    await createClient(
      context,
      { ...demoClient, accountId: id, clientId: pair.client_id, clientSecret: pair.client_secret },
      actor,
    );
    await createUser(context, credentials.user, actor);
    await createOperator(context, { ...credentials.operator, name: 'Demo Operator', role: 'admin' }, actor);
    return true;
  });
}

const demoClient = {
  name: 'Demo client',
  scopes: ['org', 'user'],
  grants: ['client_credentials', 'password', 'authorization_code', 'refresh_token'],
  redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
} as const;
