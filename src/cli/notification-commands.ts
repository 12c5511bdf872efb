// waybill orgs notifications show | set
import { type Command, Option } from 'commander';
import { findLanguage } from '../features/notifications/system/notification-setting-store.ts';
import { setLanguage } from '../features/notifications/system/set-language.ts';
import { LANGUAGES, type Language } from '../lib/language.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseOrganizationId } from './arguments.ts';
import { printFields, printJson } from './print.ts';
import { requireOrganization } from './require-account.ts';

interface NotificationOptions extends AdminOptions {
  readonly org: string;
  readonly language?: Language;
}

/** Subcommands of `waybill orgs`. */
export function addNotificationCommands(orgs: Command): void {
  const notifications = orgs
    .command('notifications')
    .description('Manage the language of messages to customers');
  const command = (name: string, description: string) =>
    notifications
      .command(name)
      .description(description)
      .requiredOption('--org <id>', 'organization id', parseOrganizationId)
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action(showOrSet);
  command('show', 'Show the message language of an organization');
  command('set', 'Set the language of future messages').addOption(
    new Option('--language <code>', 'language: en or es').choices(LANGUAGES).makeOptionMandatory(),
  );
}

async function showOrSet({ org, language, environment, json }: NotificationOptions): Promise<void> {
  const after = await withAdmin(environment, async (admin, actor) => {
    await requireOrganization(admin, org);
    if (language !== undefined) await setLanguage(admin, org, language, actor);
    return findLanguage(admin.system, org);
  });
  if (json) return printJson({ org, language: after });
  printFields({ org, language: after });
}
