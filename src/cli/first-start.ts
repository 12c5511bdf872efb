// First start of an embedded installation: creates a demo organization with a client and a user in each environment, and
// an operator in the sandbox. Their random secrets are written to credentials.json before the database is filled, so that
// the next start completes an interrupted one. The first operator of production is set up by a one-time link, because a
// stored password of an administrator would open production to every reader of the file (decision 0059).
import type { EnvironmentName } from '../config/environment-name.ts';
import type { Config } from '../config.ts';
import { passwordMatches } from '../features/accounts/password.ts';
import { isEmptyInstallation } from '../features/accounts/system/account-admin-store.ts';
import type { CredentialAdminContext } from '../features/accounts/system/admin-context.ts';
import { createOperator } from '../features/accounts/system/create-operator.ts';
import { createOrganization } from '../features/accounts/system/create-organization.ts';
import { createUser } from '../features/accounts/system/create-user.ts';
import { hasSecondFactor } from '../features/accounts/system/operator-session-store.ts';
import { findOperatorCredentials } from '../features/accounts/system/operator-store.ts';
import { createClient } from '../features/oauth/system/create-client.ts';
import { type Credentials, type CredentialsFile, loadOrCreateCredentials } from './credentials-file.ts';

export const firstStartActor = { kind: 'command', id: 'first start', requestId: 'first-start' } as const;

export interface FirstStart extends CredentialsFile {
  /** Whether this start filled at least one environment. */
  readonly seeded: boolean;
}

/** `servedAlone`: environments whose URLs in credentials.json are updated. */
export async function firstStart(
  config: Config,
  adminOf: (environment: EnvironmentName) => CredentialAdminContext,
  servedAlone: readonly string[] = [],
): Promise<FirstStart | null> {
  const names = config.environments.map(({ name }) => name);
  const isEmpty = await Promise.all(names.map((name) => isEmptyInstallation(adminOf(name).system)));
  const file = await loadOrCreateCredentials(
    config,
    names.filter((_, index) => isEmpty[index]),
    servedAlone,
  );
  if (!file) return null;
  const { credentials } = file;
  const seeded = await Promise.all(config.environments.map(({ name }) => seed(adminOf(name), credentials)));
  return { ...file, seeded: seeded.includes(true) };
}

async function seed(admin: CredentialAdminContext, credentials: Credentials): Promise<boolean> {
  const pair = credentials[admin.environment];
  if (!pair) return false;
  return admin.system.transaction().execute(async (trx) => {
    // Two processes may start at once: the second waits for the first one's transaction and finds the data.
    if (!(await isEmptyInstallation(trx))) return false;
    const context = { ...admin, system: trx };
    const { id } = await createOrganization(
      context,
      { name: 'Demo Organization', contactEmail: null },
      firstStartActor,
    );
    await createClient(
      context,
      { ...demoClient, accountId: id, clientId: pair.client_id, clientSecret: pair.client_secret },
      firstStartActor,
    );
    await createUser(context, credentials.user, firstStartActor);
    if (admin.environment === 'sandbox')
      await createOperator(
        context,
        { ...credentials.operator, name: 'Demo Operator', role: 'admin' },
        firstStartActor,
      );
    return true;
  });
}

const demoClient = {
  name: 'Demo client',
  scopes: ['org', 'user'],
  grants: ['client_credentials', 'password', 'authorization_code', 'refresh_token'],
  redirectUris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
} as const;

/**
 * Whether the operator of credentials.json can still sign in to production with that password alone. Installations from
 * before decision 0059 have such an operator.
 */
export async function hasSeededPassword(
  { system }: Pick<CredentialAdminContext, 'system'>,
  { operator }: Credentials,
): Promise<boolean> {
  const found = await findOperatorCredentials(system, operator.email);
  if (!found || (await hasSecondFactor(system, found.id))) return false;
  return passwordMatches(found.passwordHash, operator.password);
}
