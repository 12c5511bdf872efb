// waybill clients create | rotate | list
import type { Command } from 'commander';
import type { Scope } from '../domain/scopes.ts';
import type { GrantType } from '../features/oauth/grant-type.ts';
import { listClients } from '../features/oauth/system/client-admin-store.ts';
import { createClient } from '../features/oauth/system/create-client.ts';
import { rotateClient } from '../features/oauth/system/rotate-client.ts';
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

export function addClientCommands(program: Command): void {
  const clients = program.command('clients').description('API clients of organizations');

  clients
    .command('create')
    .description('create a client; its secret is shown this once')
    .requiredOption('--org <id>', 'the organization it acts for', parseOrganizationId)
    .requiredOption('--name <name>', 'what it is for', parseName)
    .option('--scopes <list>', 'the most its tokens may carry', parseScopes, ['org'])
    .option('--grants <list>', 'how it may get tokens', parseGrants, ['client_credentials'])
    .option('--redirect-uri <url>', 'for authorization_code; may be repeated', collectRedirectUri)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(create);

  clients
    .command('rotate')
    .description('give a client a new secret while the old one still works')
    .argument('<client-id>', 'the public name of the client')
    .option('--overlap-hours <hours>', 'how long the old secret works', parseHours, 24)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(rotate);

  clients
    .command('list')
    .description('list clients')
    .option('--org <id>', 'of this organization only', parseOrganizationId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(list);
}

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
    throw Problem.of('missing_parameter', 'The grant authorization_code needs --redirect-uri <url>.');
  }
  const client = await withAdmin(environment, (admin, origin) =>
    createClient(admin, { accountId: org, name, scopes, grants, redirectUris: redirectUri }, origin),
  );
  const view = { client_id: client.clientId, client_secret: client.clientSecret };
  if (json) return printJson(view);
  printFields(view);
  console.log('\nKeep the secret now: it is stored only as a hash and cannot be shown again.');
}

async function rotate(
  clientId: string,
  { overlapHours, environment, json }: AdminOptions & { overlapHours: number },
): Promise<void> {
  const rotated = await withAdmin(environment, (admin, origin) =>
    rotateClient(admin, { clientId, overlapHours }, origin),
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
  const clients = await withAdmin(environment, ({ system, clock }) => listClients(system, clock.now(), org));
  const rows = clients.map((client) => ({
    client_id: client.clientId,
    name: client.name,
    organization: client.accountName,
    scopes: client.scopes,
    grants: client.grants,
    redirect_uris: client.redirectUris,
    live_secrets: client.liveSecrets,
    last_token_at: client.lastTokenAt,
  }));
  if (json) return printJson(rows);
  printTable(
    ['CLIENT ID', 'NAME', 'ORGANIZATION', 'SCOPES', 'GRANTS', 'SECRETS', 'LAST TOKEN'],
    rows.map((row) => [
      row.client_id,
      row.name,
      row.organization,
      row.scopes.join(' '),
      row.grants.join(' '),
      String(row.live_secrets),
      row.last_token_at?.toISOString() ?? 'never',
    ]),
  );
}
