// waybill audit list | export | events: security events in the audit trail.
import { once } from 'node:events';
import { type Command, InvalidArgumentError, Option } from 'commander';
import {
  isSecurityEventName,
  type SecurityEventName,
  type Severity,
  securityEventNames,
  securityEvents,
  severities,
} from '../domain/account/security-event.ts';
import {
  type ExportFormat,
  exportSecurityEvents,
  MAX_EXPORTED_EVENTS,
} from '../features/accounts/system/export-security-events.ts';
import {
  listSecurityEvents,
  type SecurityEventQuery,
} from '../features/accounts/system/list-security-events.ts';
import type { NamedReference } from '../features/accounts/system/security-event-list-store.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseAccountId, parseListLimit, parseSince } from './arguments.ts';
import { printJson, printTable } from './print.ts';
import { requireKnownAccount } from './require-account.ts';

interface FilterOptions extends AdminOptions {
  readonly event?: SecurityEventName;
  readonly severity?: Severity;
  readonly actor?: string;
  readonly subject?: string;
  readonly org?: string;
  readonly from?: Date;
  readonly to?: Date;
}

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('Read security events in the audit trail');
  withFilters(audit.command('list').description('List security events, newest first'))
    .option('--limit <number>', 'maximum number of results', parseListLimit, 20)
    .addOption(jsonOption())
    .action(list);
  const limit = MAX_EXPORTED_EVENTS.toLocaleString('en-US');
  withFilters(
    audit.command('export').description(`Write security events to the standard output, at most ${limit}`),
  )
    .addOption(new Option('--format <format>', 'file format').choices(['csv', 'ndjson']).default('csv'))
    .action(exportAll);
  audit
    .command('events')
    .description('Show the names, severities and meanings of security events')
    .addOption(jsonOption())
    .action(showEvents);
}

function withFilters(command: Command): Command {
  return command
    .option('--event <name>', 'filter by event; "waybill audit events" shows the names', parseEvent)
    .addOption(new Option('--severity <severity>', 'filter by severity').choices(severities))
    .option('--actor <reference>', 'filter by actor: id, kind, or kind:id')
    .option('--subject <reference>', 'filter by subject: id, kind, or kind:id')
    .option('--org <id>', 'filter by account', parseAccountId)
    .option('--from <time>', 'events at or after this time, or an age such as 36h or 7d', parseSince)
    .option('--to <time>', 'events before this time, or an age', parseSince)
    .addOption(environmentOption());
}

function queryOf({ event, severity, actor, subject, org, from, to }: FilterOptions): SecurityEventQuery {
  return { event, severity, actor, subject, accountId: org, from, to };
}

async function list({ limit, json, ...options }: FilterOptions & { readonly limit: number }): Promise<void> {
  const { data } = await withAdmin(options.environment, async (admin) => {
    await requireKnownAccount(admin, options.org);
    return listSecurityEvents(admin.system, queryOf(options), { limit });
  });
  if (json) return printJson(data);
  printTable(
    ['TIME', 'SEVERITY', 'EVENT', 'ACTOR', 'SUBJECT', 'ACCOUNT', 'ADDRESS'],
    data.map(({ at, severity, event, actor, subject, account, address }) => [
      at.toISOString(),
      severity,
      event,
      shown(actor),
      shown(subject),
      account?.name ?? '-',
      address ?? '-',
    ]),
  );
}

const shown = ({ kind, id, name }: NamedReference) => (name === null ? `${kind}:${id}` : `${kind} ${name}`);

async function exportAll({ format, ...options }: FilterOptions & { readonly format: ExportFormat }) {
  await withAdmin(options.environment, async (admin, actor) => {
    await requireKnownAccount(admin, options.org);
    const pieces = await exportSecurityEvents(admin, queryOf(options), format, actor);
    for await (const piece of pieces) if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
  });
}

function showEvents({ json }: { readonly json?: boolean }): void {
  const rows = securityEventNames.map((event) => ({ event, ...securityEvents[event] }));
  if (json) printJson(rows);
  else
    printTable(
      ['EVENT', 'SEVERITY', 'MEANING'],
      rows.map(({ event, severity, description }) => [event, severity, description]),
    );
}

function parseEvent(text: string): SecurityEventName {
  if (!isSecurityEventName(text))
    throw new InvalidArgumentError(
      'Enter the name of a security event; "waybill audit events" shows the names.',
    );
  return text;
}
