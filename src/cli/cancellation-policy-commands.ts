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
import { readDocument, requireNoFaults } from './json-document-file.ts';
import { printJson } from './print.ts';

export function addCancellationPolicyCommands(orgs: Command): void {
  const group = orgs
    .command('cancellation-policy')
    .description('Manage the cancellation policy of an account; cancelling is free without one');

  group
    .command('show')
    .description('Print the policy as a JSON document that can be set')
    .argument('<org>', 'account id', parseAccountId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(show);

  group
    .command('set')
    .description('Replace the policy with a JSON document; applies at once, including to existing bookings')
    .argument('<org>', 'account id', parseAccountId)
    .argument('<file>', 'JSON document; - reads standard input')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(set);

  group
    .command('validate')
    .description('Validate a JSON document without storing it')
    .argument('<file>', 'JSON document; - reads standard input')
    .addOption(jsonOption())
    .action(validate);

  group
    .command('clear')
    .description('Remove the policy: cancelling is free again')
    .argument('<org>', 'account id', parseAccountId)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(clear);
}

async function show(org: string, { environment, json }: AdminOptions): Promise<void> {
  const policy = await withAdmin(environment, (admin) => showCancellationPolicy(admin, org));
  if (json || policy.tiers.length > 0) return printJson(policy);
  console.log('The account has no cancellation policy: cancelling is free.');
}

async function set(org: string, file: string, { environment, json }: AdminOptions): Promise<void> {
  const document = await readDocument(file);
  const faults = await withAdmin(environment, (admin, actor) =>
    setCancellationPolicy(admin, org, document, actor),
  );
  requireNoFaults(faults, json);
  if (json) return printJson({ set: true });
  console.log(`The policy is now in effect in ${environment}.`);
}

async function validate(file: string, { json }: { json?: boolean }): Promise<void> {
  requireNoFaults(validateCancellationPolicy(await readDocument(file)), json);
  if (json) printJson({ valid: true });
  else console.log('The document is valid.');
}

async function clear(org: string, { environment, json }: AdminOptions): Promise<void> {
  const cleared = await withAdmin(environment, (admin, actor) => clearCancellationPolicy(admin, org, actor));
  if (json) return printJson({ cleared });
  console.log(
    cleared
      ? 'Removed the policy: cancelling is now free.'
      : 'The account has no policy: cancelling is free.',
  );
}
