// waybill orgs notifications show | set
import { type Command, Option } from 'commander';
import { findOrganization } from '../features/accounts/system/account-admin-store.ts';
import { findLanguage } from '../features/notifications/system/notification-setting-store.ts';
import { setLanguage } from '../features/notifications/system/set-language.ts';
import { LANGUAGES, type Language } from '../lib/language.ts';
import { Problem } from '../lib/problem.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseOrganizationId } from './arguments.ts';
import { printFields, printJson } from './print.ts';

interface NotificationOptions extends AdminOptions {
  readonly org: string;
  readonly language?: Language;
}

/** Subcommands of `waybill orgs`. */
export function addNotificationCommands(orgs: Command): void {
  const notifications = orgs.command('notifications').description('how its customers are spoken to');
  const command = (name: string, description: string) =>
    notifications
      .command(name)
      .description(description)
      .requiredOption('--org <id>', 'the organization', parseOrganizationId)
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action(showOrSet);
  command('show', 'show in which language');
  command('set', 'choose the language of messages from now on').addOption(
    new Option('--language <code>', 'en or es').choices(LANGUAGES).makeOptionMandatory(),
  );
}

async function showOrSet({ org, language, environment, json }: NotificationOptions): Promise<void> {
  const after = await withAdmin(environment, async (admin, origin) => {
    if (!(await findOrganization(admin.system, org)))
      throw Problem.of('not_found', `There is no organization ${org}; see "waybill orgs list".`);
    if (language !== undefined) await setLanguage(admin, org, language, origin);
    return findLanguage(admin.system, org);
  });
  if (json) return printJson({ org, language: after });
  printFields({ org, language: after });
}
