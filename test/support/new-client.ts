// Creates an organization and its client in the database of running servers, like `waybill orgs create` and `waybill
// clients create`: each command would be a process with half a second of processor time.
import type { EnvironmentName } from '../../src/config/environment-name.ts';
import { connectionFromUrl } from '../../src/db/connection-options.ts';
import { createPool } from '../../src/db/pool.ts';
import { createSystemDatabase } from '../../src/db/system-database.ts';
import type { CredentialAdminContext } from '../../src/features/accounts/system/admin-context.ts';
import { createOrganization } from '../../src/features/accounts/system/create-organization.ts';
import { createClient } from '../../src/features/oauth/system/create-client.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { ApiClient } from './api-client.ts';
import { signInWithRetry } from './retry-on-503.ts';
import { PATIENCE_MS } from './scale.ts';
import { testSecurityLog } from './security-log.ts';
import type { Variables } from './server-process.ts';

interface Credentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

const origin = { kind: 'command', id: 'test', requestId: 'test' } as const;

/** Runs `work` with the rights of `waybill` commands on the database of these variables. */
export async function asAdmin<T>(
  variables: Variables,
  work: (admin: CredentialAdminContext) => Promise<T>,
  environment: EnvironmentName = 'production',
): Promise<T> {
  const url = variables[environment === 'sandbox' ? 'SANDBOX_DATABASE_URL' : 'DATABASE_URL'];
  if (url === undefined) throw new Error(`the variables name no database of the ${environment} environment`);
  const connection = { ...connectionFromUrl(url), patienceMillis: PATIENCE_MS };
  const pool = createPool(connection, { role: 'waybill_system', max: 1, onError: () => {} });
  const system = createSystemDatabase(pool);
  try {
    return await work({
      system,
      clock: systemClock,
      ids: randomIds,
      environment,
      security: testSecurityLog(environment),
    });
  } finally {
    await pool.end();
  }
}

export function newClient(variables: Variables, environment?: EnvironmentName): Promise<Credentials> {
  return asAdmin(
    variables,
    async (admin) => {
      const { id } = await createOrganization(admin, { name: 'Acme', contactEmail: null }, origin);
      const client = {
        accountId: id,
        name: 'shop',
        scopes: ['org' as const],
        grants: ['client_credentials' as const],
        redirectUris: [],
      };
      return createClient(admin, client, origin);
    },
    environment,
  );
}

/** API client signed in at one of the servers. */
export async function newPartner(
  variables: Variables,
  baseUrl: string,
  environment?: EnvironmentName,
): Promise<ApiClient> {
  const { clientId, clientSecret } = await newClient(variables, environment);
  return signInWithRetry(baseUrl, { clientId, clientSecret });
}
