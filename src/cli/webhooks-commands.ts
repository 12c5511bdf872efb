// waybill webhooks list | failing | recover | disable | enable
import type { Command } from 'commander';
import {
  type EndpointFilter,
  type EndpointSummary,
  listAllEndpoints,
  listFailingEndpoints,
} from '../features/webhooks/system/endpoint-admin-store.ts';
import { recoverAsOperator, setDisabledAsOperator } from '../features/webhooks/system/manage-endpoints.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseAccountId, parseListLimit, parseSince } from './arguments.ts';
import { printFields, printJson, printTable } from './print.ts';
import { requireKnownAccount } from './require-account.ts';

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('Manage the webhook endpoints of all accounts');
  const lists = [
    ['list', 'List endpoints, newest first', listAllEndpoints],
    [
      'failing',
      'List failing and automatically disabled endpoints, longest-failing first',
      listFailingEndpoints,
    ],
  ] as const;
  for (const [name, description, read] of lists) {
    webhooks
      .command(name)
      .description(description)
      .option('--org <id>', 'filter by account', parseAccountId)
      .option('--limit <number>', 'maximum number of results', parseListLimit, 20)
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action((options: ListOptions) => list(options, read));
  }

  webhooks
    .command('recover')
    .description('Resend events that an endpoint missed: failed, discarded, or while it was disabled')
    .argument('<endpoint>', 'endpoint id')
    .requiredOption(
      '--since <time>',
      'resend events since 2030-01-31T09:00:00Z, or since 90m, 36h or 7d ago',
      parseSince,
    )
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(recover);

  for (const name of ['disable', 'enable'] as const) {
    webhooks
      .command(name)
      .description(
        name === 'disable'
          ? 'Disable an endpoint; its pending deliveries are discarded'
          : 'Enable an endpoint; use "recover" to resend what it missed',
      )
      .argument('<endpoint>', 'endpoint id')
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action((endpoint: string, options: AdminOptions) =>
        setDisabled(endpoint, name === 'disable', options),
      );
  }
}

interface ListOptions extends AdminOptions {
  readonly org?: string;
  readonly limit: number;
}

async function list(
  { org, limit, environment, json }: ListOptions,
  read: (system: AdminSession['system'], filter: EndpointFilter) => Promise<EndpointSummary[]>,
): Promise<void> {
  const endpoints = await withAdmin(environment, async (admin) => {
    await requireKnownAccount(admin, org);
    return read(admin.system, { accountId: org, limit });
  });
  if (json) return printJson(endpoints.map(toJson));
  printTable(
    ['STATE', 'FAILING SINCE', 'PENDING', 'ACCOUNT', 'URL', 'ID'],
    endpoints.map((endpoint) => [
      stateOf(endpoint),
      endpoint.failingSince?.toISOString() ?? '-',
      String(endpoint.pending),
      endpoint.accountName,
      endpoint.url,
      endpoint.id,
    ]),
  );
}

function toJson(endpoint: EndpointSummary) {
  return {
    id: endpoint.id,
    account_id: endpoint.accountId,
    account_name: endpoint.accountName,
    url: endpoint.url,
    description: endpoint.description,
    events: endpoint.events,
    disabled: endpoint.disabledReason !== null,
    disabled_reason: endpoint.disabledReason,
    disabled_at: endpoint.disabledAt,
    failing_since: endpoint.failingSince,
    failures_in_a_row: endpoint.failuresInARow,
    paused_until: endpoint.pausedUntil,
    last_success_at: endpoint.lastSuccessAt,
    last_failure_at: endpoint.lastFailureAt,
    pending: endpoint.pending,
    created_at: endpoint.createdAt,
  };
}

function stateOf({ disabledReason, failuresInARow, lastSuccessAt }: EndpointSummary): string {
  if (disabledReason) return `disabled (${disabledReason})`;
  if (failuresInARow > 0) return `failing (${failuresInARow})`;
  return lastSuccessAt ? 'healthy' : 'new';
}

interface RecoverOptions extends AdminOptions {
  readonly since: Date;
}

async function recover(endpoint: string, { since, environment, json }: RecoverOptions): Promise<void> {
  const order = await withAdmin(environment, ({ config, ...admin }, actor) =>
    recoverAsOperator({ ...admin, retentionDays: config.webhooks.retentionDays }, endpoint, since, actor),
  );
  if (json) return printJson(order);
  printFields({
    recovery: order.id,
    since: since.toISOString(),
    endpoint,
    note: 'a worker runs the recovery',
  });
}

async function setDisabled(
  endpoint: string,
  disabled: boolean,
  { environment, json }: AdminOptions,
): Promise<void> {
  const after = await withAdmin(environment, (admin, actor) =>
    setDisabledAsOperator(admin, endpoint, disabled, actor),
  );
  const { id, url, disabledReason } = after;
  if (json) return printJson({ id, url, disabled: disabledReason !== null, disabled_reason: disabledReason });
  printFields({ endpoint: id, url, state: disabledReason ? `disabled (${disabledReason})` : 'enabled' });
}
