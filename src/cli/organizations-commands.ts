// waybill orgs create | list | cancellation-policy … | payment … | notifications … | message-limits … | names …
import type { Command } from 'commander';
import { listOrganizations } from '../features/accounts/system/account-admin-store.ts';
import { createOrganization } from '../features/accounts/system/create-organization.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseEmail, parseName } from './arguments.ts';
import { addCancellationPolicyCommands } from './cancellation-policy-commands.ts';
import { addMessageLimitCommands } from './message-limit-commands.ts';
import { addNameCommands } from './name-commands.ts';
import { addNotificationCommands } from './notification-commands.ts';
import { addPaymentCommands } from './payment-commands.ts';
import { printFields, printJson, printTable } from './print.ts';

export function addOrganizationCommands(program: Command): void {
  const orgs = program.command('orgs').description('Manage organizations');

  orgs
    .command('create')
    .description('Create an organization')
    .requiredOption('--name <name>', 'name of the organization', parseName)
    .option('--contact-email <address>', 'e-mail address for operational messages', parseEmail)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(create);

  orgs
    .command('list')
    .description('List organizations')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(list);

  addCancellationPolicyCommands(orgs);
  addPaymentCommands(orgs);
  addNotificationCommands(orgs);
  addMessageLimitCommands(orgs);
  addNameCommands(orgs);
}

async function create(options: AdminOptions & { name: string; contactEmail?: string }): Promise<void> {
  const account = await withAdmin(options.environment, (admin, actor) =>
    createOrganization(admin, { name: options.name, contactEmail: options.contactEmail ?? null }, actor),
  );
  const view = { id: account.id, name: account.name, contact_email: account.contactEmail };
  if (options.json) return printJson(view);
  printFields({ id: view.id, name: view.name, contact: view.contact_email ?? '-' });
  console.log(
    `\nNext: waybill clients create --org ${view.id} --name "…" --environment ${options.environment}`,
  );
}

async function list(options: AdminOptions): Promise<void> {
  const accounts = await withAdmin(options.environment, ({ system }) => listOrganizations(system));
  if (options.json) {
    return printJson(
      accounts.map(({ id, name, contactEmail, createdAt }) => ({
        id,
        name,
        contact_email: contactEmail,
        created_at: createdAt,
      })),
    );
  }
  printTable(
    ['ID', 'NAME', 'CONTACT', 'CREATED'],
    accounts.map(({ id, name, contactEmail, createdAt }) => [
      id,
      name,
      contactEmail ?? '-',
      createdAt.toISOString().slice(0, 10),
    ]),
  );
}
