// waybill clients create | rotate | end-old-secret | disable | enable | delete | disable-derived | list | tokens |
// revoke-token | revoke-tokens
import type { Command } from 'commander';
import type { Scope } from '../domain/account/scopes.ts';
import {
  deleteClient,
  disableDerived,
  endOldSecret,
  rotateClientSecret,
  setDisabled,
} from '../features/oauth/change-client.ts';
import type { ClientAdmin, ClientAdminContext } from '../features/oauth/client-admin.ts';
import { listClients } from '../features/oauth/client-admin-store.ts';
import { type ClientToken, readLastTokenTimes } from '../features/oauth/client-token-store.ts';
import { readClientTokens, revokeTokens } from '../features/oauth/client-tokens.ts';
import { presentToken } from '../features/oauth/client-view.ts';
import type { GrantType } from '../features/oauth/grant-type.ts';
import { commandClientContext, createClient } from '../features/oauth/system/create-client.ts';
import type { Actor } from '../lib/actor.ts';
import { Problem } from '../lib/problem.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import {
  collectRedirectUri,
  parseGrants,
  parseHours,
  parseName,
  parseOrganizationId,
  parseScopes,
  parseTokenId,
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

  for (const { name, description, result, run } of statusCommands) {
    clients
      .command(name)
      .description(description)
      .argument('<client-id>', 'client id')
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action(async (clientId: string, { environment, json }: AdminOptions) => {
        await withClients(environment, clientId, (context, actor) => run(context, { clientId }, actor));
        if (json) return printJson({ client_id: clientId, result });
        console.log(`${clientId}: ${result.replaceAll('_', ' ')}`);
      });
  }

  clients
    .command('disable-derived')
    .description('Disable all clients that portal sessions of a client created, directly or in turn')
    .argument('<client-id>', 'client id')
    .option('--token <id>', 'only those that descend from this access token', parseTokenId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(async (clientId: string, { environment, json, token }: AdminOptions & { token?: string }) => {
      const disabled = await withClients(environment, clientId, (context, actor) =>
        disableDerived(context, { clientId }, token, actor),
      );
      if (json) return printJson({ client_id: clientId, disabled });
      for (const each of disabled) console.log(`${each}: disabled`);
      if (disabled.length === 0) console.log('No enabled client was created by portal sessions of this one.');
    });

  clients
    .command('tokens')
    .description('List the live access tokens of a client, newest first')
    .argument('<client-id>', 'client id')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(tokens);

  clients
    .command('revoke-token')
    .description('Revoke an access token of a client; it becomes invalid within two seconds')
    .argument('<client-id>', 'client id')
    .argument('<token-id>', 'id of the token; "waybill clients tokens" shows it', parseTokenId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(async (clientId: string, id: string, { environment, json }: AdminOptions) => {
      await withClients(environment, clientId, (context, actor) =>
        revokeTokens(context, { clientId }, { id }, actor),
      );
      if (json) return printJson({ client_id: clientId, token_id: id, result: 'revoked' });
      console.log(`${id}: revoked`);
    });

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
    description: 'Revoke the previous secret and its tokens now instead of at the end of the overlap',
    result: 'old_secret_ended',
    run: endOldSecret,
  },
  {
    name: 'revoke-tokens',
    description: 'Revoke all access and refresh tokens of a client; they become invalid within two seconds',
    result: 'tokens_revoked',
    run: (context: ClientAdminContext, which: { clientId: string }, admin: ClientAdmin) =>
      revokeTokens(context, which, 'all', admin),
  },
  {
    name: 'disable',
    description: 'Disable a client; its access tokens become invalid within two seconds',
    result: 'disabled',
    run: (context: ClientAdminContext, which: { clientId: string }, admin: ClientAdmin) =>
      setDisabled(context, which, true, admin),
  },
  {
    name: 'enable',
    description: 'Enable a disabled client',
    result: 'enabled',
    run: (context: ClientAdminContext, which: { clientId: string }, admin: ClientAdmin) =>
      setDisabled(context, which, false, admin),
  },
  {
    name: 'delete',
    description: 'Delete a client with its secrets and tokens',
    result: 'deleted',
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

const passwordGrantWarning =
  'The password grant is legacy (RFC 9700, 2.4): the application sees the passwords of users. Prefer authorization_code.';

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
  if (grants.includes('password')) console.log(`\n${passwordGrantWarning}`);
  console.log('\nStore the secret now: it is stored only as a hash and cannot be shown again.');
}

async function rotate(
  clientId: string,
  { overlapHours, environment, json }: AdminOptions & { overlapHours: number },
): Promise<void> {
  const rotated = await withClients(environment, clientId, (context, actor) =>
    rotateClientSecret(context, { clientId }, overlapHours, actor),
  );
  const view = {
    client_id: rotated.clientId,
    client_secret: rotated.clientSecret,
    old_secret_until: rotated.oldSecretWorksUntil.toISOString(),
  };
  if (json) return printJson(view);
  printFields(view);
  console.log(
    '\nTokens end with the secret that obtained them. Store the new secret now: it cannot be shown again.',
  );
}

async function tokens(clientId: string, { environment, json }: AdminOptions): Promise<void> {
  const rows = await withClients(environment, clientId, async (clients, actor, { config }) => {
    const context = { ...clients, idleDays: config.tokenLifetime.idleDays };
    const found: ClientToken[] = [];
    let after: string | undefined;
    do {
      const page = await readClientTokens(context, { clientId }, { after, limit: 100 }, actor);
      found.push(...page.tokens);
      after = page.next ?? undefined;
    } while (after !== undefined);
    return found;
  });
  if (json) return printJson(rows.map(presentToken));
  printTable(
    ['TOKEN ID', 'CREATED', 'LAST USED', 'ADDRESS', 'SCOPES', 'GRANT', 'EXPIRES', 'DERIVED CLIENTS'],
    rows.map((row) => [
      row.id,
      row.createdAt.toISOString(),
      row.lastUsedAt?.toISOString() ?? 'never',
      row.lastAddress ?? '-',
      row.scopes.join(' '),
      row.grantType ?? 'unknown',
      row.expiresAt?.toISOString() ?? 'never',
      String(row.derivedClients),
    ]),
  );
}

/** The prefix of a client id names its environment. */
async function withClients<T>(
  environment: AdminOptions['environment'],
  clientId: string,
  work: (context: ClientAdminContext, actor: Actor, admin: AdminSession) => Promise<T>,
): Promise<T> {
  const [, named] = /^wb_(production|sandbox)_client_/.exec(clientId) ?? [];
  if (named !== undefined && named !== environment)
    throw Problem.of(
      'invalid_parameter',
      `${clientId} is a client of ${named}, and this command works on ${environment}. Add --environment ${named}.`,
    );
  return withAdmin(environment, (admin, actor) => work(commandClientContext(admin), actor, admin));
}

async function list({ org, environment, json }: AdminOptions & { org?: string }): Promise<void> {
  const { found, lastTokens } = await withAdmin(environment, async (admin) => {
    await requireKnownAccount(admin, org);
    const found = await listClients(admin.system, { now: admin.clock.now(), accountId: org });
    return { found, lastTokens: await readLastTokenTimes(admin.system) };
  });
  const rows = found.map((client) => ({
    client_id: client.clientId,
    name: client.name,
    organization: client.accountName,
    scopes: client.scopes,
    grants: client.grants,
    redirect_uris: client.redirectUris,
    live_secrets: client.liveSecrets,
    last_token_at: lastTokens.get(client.id) ?? null,
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
      row.disabled ? 'disabled' : 'active',
    ]),
  );
}
