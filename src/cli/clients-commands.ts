// waybill clients create | rotate | end-old-secret | disable | enable | delete | list
import type { Command } from 'commander';
import type { Scope } from '../domain/account/scopes.ts';
import {
  deleteClient,
  endOldSecret,
  rotateClientSecret,
  setDisabled,
} from '../features/oauth/change-client.ts';
import type { ClientAdmin, ClientAdminContext } from '../features/oauth/client-admin.ts';
import { listClients } from '../features/oauth/client-admin-store.ts';
import type { GrantType } from '../features/oauth/grant-type.ts';
import { commandClientContext, createClient } from '../features/oauth/system/create-client.ts';
import { Problem } from '../lib/problem.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import {
  collectRedirectUri,
  parseGrants,
  parseHours,
  parseName,
  parseOrganizationId,
  parseScopes,
} from './arguments.ts';
import { printFields, printJson, printTable } from './print.ts';
import { requireKnownAccount } from './require-account.ts';

export function addClientCommands(program: Command): void {
  const clients = program.command('clients').description('Manage the API clients of organizations');

  clients
    .command('create')
    .description('Create a client; its secret is shown only once')
    .requiredOption('--org <id>', 'organization that owns the client', parseOrganizationId)
    .requiredOption('--name <name>', 'name of the client', parseName)
    .option('--scopes <list>', 'scopes its tokens may have', parseScopes, ['org'])
    .option('--grants <list>', 'OAuth grant types it may use', parseGrants, ['client_credentials'])
    .option('--redirect-uri <url>', 'redirect URI for authorization_code; repeatable', collectRedirectUri)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(create);

  clients
    .command('rotate')
    .description('Rotate the secret of a client; the old secret stays valid for a while')
    .argument('<client-id>', 'client id')
    .option('--overlap-hours <hours>', 'hours the old secret stays valid', parseHours, 24)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(rotate);

  for (const { name, description, run } of statusCommands) {
    clients
      .command(name)
      .description(description)
      .argument('<client-id>', 'client id')
      .addOption(environmentOption())
      .action(async (clientId: string, { environment }: AdminOptions) => {
        await withAdmin(environment, (admin, actor) => run(commandClientContext(admin), { clientId }, actor));
        console.log(`${clientId}: done`);
      });
  }

  clients
    .command('list')
    .description('List clients')
    .option('--org <id>', 'filter by organization', parseOrganizationId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(list);
}

const statusCommands = [
  {
    name: 'end-old-secret',
    description: 'Revoke the previous secret now instead of at the end of the overlap',
    run: endOldSecret,
  },
  {
    name: 'disable',
    description: 'Disable a client; its access tokens become invalid within two seconds',
    run: (keeping: ClientAdminContext, which: { clientId: string }, keeper: ClientAdmin) =>
      setDisabled(keeping, which, true, keeper),
  },
  {
    name: 'enable',
    description: 'Enable a disabled client',
    run: (keeping: ClientAdminContext, which: { clientId: string }, keeper: ClientAdmin) =>
      setDisabled(keeping, which, false, keeper),
  },
  {
    name: 'delete',
    description: 'Delete a client with its secrets and tokens',
    run: deleteClient,
  },
];

interface CreateOptions extends AdminOptions {
  readonly org: string;
  readonly name: string;
  readonly scopes: Scope[];
  readonly grants: GrantType[];
  readonly redirectUri?: string[];
}

async function create({
  org,
  name,
  scopes,
  grants,
  redirectUri = [],
  environment,
  json,
}: CreateOptions): Promise<void> {
  if (grants.includes('authorization_code') && redirectUri.length === 0) {
    throw Problem.of('missing_parameter', 'The grant type authorization_code requires --redirect-uri <url>.');
  }
  const client = await withAdmin(environment, (admin, actor) =>
    createClient(admin, { accountId: org, name, scopes, grants, redirectUris: redirectUri }, actor),
  );
  const view = { client_id: client.clientId, client_secret: client.clientSecret };
  if (json) return printJson(view);
  printFields(view);
  console.log('\nStore the secret now: it is stored only as a hash and cannot be shown again.');
}

async function rotate(
  clientId: string,
  { overlapHours, environment, json }: AdminOptions & { overlapHours: number },
): Promise<void> {
  const rotated = await withAdmin(environment, (admin, actor) =>
    rotateClientSecret(commandClientContext(admin), { clientId }, overlapHours, actor),
  );
  const view = {
    client_id: rotated.clientId,
    client_secret: rotated.clientSecret,
    old_secret_works_until: rotated.oldSecretWorksUntil.toISOString(),
  };
  if (json) return printJson(view);
  printFields(view);
}

async function list({ org, environment, json }: AdminOptions & { org?: string }): Promise<void> {
  const clients = await withAdmin(environment, async (admin) => {
    await requireKnownAccount(admin, org);
    return listClients(admin.system, { now: admin.clock.now(), accountId: org });
  });
  const rows = clients.map((client) => ({
    client_id: client.clientId,
    name: client.name,
    organization: client.accountName,
    scopes: client.scopes,
    grants: client.grants,
    redirect_uris: client.redirectUris,
    live_secrets: client.liveSecrets,
    last_token_at: client.lastTokenAt,
    last_used_at: client.lastUsedAt,
    old_secret_until: client.oldSecretUntil,
    disabled: client.disabledAt !== null,
  }));
  if (json) return printJson(rows);
  printTable(
    ['CLIENT ID', 'NAME', 'ORGANIZATION', 'SCOPES', 'GRANTS', 'SECRETS', 'LAST USED', 'STATE'],
    rows.map((row) => [
      row.client_id,
      row.name,
      row.organization,
      row.scopes.join(' '),
      row.grants.join(' '),
      String(row.live_secrets),
      row.last_used_at?.toISOString() ?? 'never',
      row.disabled ? 'disabled' : 'live',
    ]),
  );
}
