// waybill orgs cancellation-policy show | set | validate | clear
import type { Command } from 'commander';
import {
  clearCancellationPolicy,
  setCancellationPolicy,
  showCancellationPolicy,
  validateCancellationPolicy,
} from '../features/bookings/system/manage-cancellation-policy.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseAccountId } from './arguments.ts';
import { readDocument, refuseFaults } from './json-document-file.ts';
import { printJson } from './print.ts';

export function addCancellationPolicyCommands(orgs: Command): void {
  const group = orgs
    .command('cancellation-policy')
    .description('what it costs an account to cancel; nothing unless set');

  group
    .command('show')
    .description('print the policy as a JSON document that can be set')
    .argument('<org>', 'the id of the account', parseAccountId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(show);

  group
    .command('set')
    .description('replace the policy by a JSON document; it holds at once, also for bookings that exist')
    .argument('<org>', 'the id of the account', parseAccountId)
    .argument('<file>', 'the document; - for standard input')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(set);

  group
    .command('validate')
    .description('check a JSON document without storing it')
    .argument('<file>', 'the document; - for standard input')
    .addOption(jsonOption())
    .action(validate);

  group
    .command('clear')
    .description('let the account cancel for nothing again')
    .argument('<org>', 'the id of the account', parseAccountId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(clear);
}

async function show(org: string, { environment, json }: AdminOptions): Promise<void> {
  const policy = await withAdmin(environment, (admin) => showCancellationPolicy(admin, org));
  if (json || policy.tiers.length > 0) return printJson(policy);
  console.log('Cancelling is free: the account has no policy.');
}

async function set(org: string, file: string, { environment, json }: AdminOptions): Promise<void> {
  const document = await readDocument(file);
  const faults = await withAdmin(environment, (admin, origin) =>
    setCancellationPolicy(admin, org, document, origin),
  );
  refuseFaults(faults, json);
  if (json) return printJson({ set: true });
  console.log(`The policy holds from now on, in ${environment}.`);
}

async function validate(file: string, { json }: { json?: boolean }): Promise<void> {
  refuseFaults(validateCancellationPolicy(await readDocument(file)), json);
  if (json) printJson({ valid: true });
  else console.log('The document is fine.');
}

async function clear(org: string, { environment, json }: AdminOptions): Promise<void> {
  const cleared = await withAdmin(environment, (admin, origin) =>
    clearCancellationPolicy(admin, org, origin),
  );
  if (json) return printJson({ cleared });
  console.log(cleared ? 'Cancelling is free from now on.' : 'There was no policy; cancelling is free.');
}
