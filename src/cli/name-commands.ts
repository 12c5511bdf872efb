// waybill orgs names list | approve | reject
import type { Command } from 'commander';
import { listOrganizations } from '../features/accounts/system/account-admin-store.ts';
import { decideName } from '../features/accounts/system/decide-name.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseName, parseOrganizationId } from './arguments.ts';
import { printFields, printJson, printTable } from './print.ts';
import { requireOrganization } from './require-account.ts';

interface DecisionOptions extends AdminOptions {
  readonly org: string;
  readonly name: string;
}

/** Subcommands of `waybill orgs`. */
export function addNameCommands(orgs: Command): void {
  const names = orgs.command('names').description('Approve names that partners have set');
  names
    .command('list')
    .description('List names that wait for approval')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(list);
  const command = (name: string, description: string, isApproved: boolean) =>
    names
      .command(name)
      .description(description)
      .requiredOption('--org <id>', 'organization id', parseOrganizationId)
      .requiredOption(
        '--name <name>',
        'the new name, exactly as "waybill orgs names list" shows it',
        parseName,
      )
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action((options: DecisionOptions) => decide(options, isApproved));
  command('approve', 'Approve a name: customers see it from now on', true);
  command('reject', 'Reject a name: customers and the partner see the approved name', false);
}

async function list({ environment, json }: AdminOptions): Promise<void> {
  const pending = await withAdmin(environment, ({ system }) =>
    listOrganizations(system, { hasPendingName: true }),
  );
  if (json)
    return printJson(
      pending.map(({ id, name, pendingName, pendingNameAt }) => ({
        id,
        name,
        pending_name: pendingName,
        pending_name_at: pendingNameAt,
      })),
    );
  printTable(
    ['ID', 'APPROVED NAME', 'NEW NAME', 'SET'],
    pending.map(({ id, name, pendingName, pendingNameAt }) => [
      id,
      name,
      pendingName ?? '-',
      pendingNameAt?.toISOString() ?? '-',
    ]),
  );
}

async function decide({ org, name, environment, json }: DecisionOptions, isApproved: boolean): Promise<void> {
  await withAdmin(environment, async (admin, actor) => {
    await requireOrganization(admin, org);
    await decideName(admin, org, { name, isApproved }, actor);
  });
  const decision = isApproved ? 'approved' : 'rejected';
  if (json) return printJson({ org, name, decision });
  printFields({ org, name, decision });
}
