// waybill privacy export | erase: requests of data subjects. `waybill people` is a deprecated alias.
import type { Command } from 'commander';
import { type Person, parseDataSubject } from '../features/privacy/data-subject.ts';
import { type ErasureReport, eraseDataSubject } from '../features/privacy/system/erase-data-subject.ts';
import { exportDataSubject, summarizeDataSubject } from '../features/privacy/system/export-data-subject.ts';
import { createPhotoStorage } from '../integrations/photo-storage/create-photo-storage.ts';
import type { Actor } from '../lib/actor.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseAccountId } from './arguments.ts';
import { deprecatedAlias } from './deprecated-alias.ts';
import { printFields, printJson } from './print.ts';
import { requireKnownAccount } from './require-account.ts';

interface PersonOptions extends AdminOptions {
  readonly phone?: string;
  readonly email?: string;
  readonly org?: string;
}

type PrintedFields = Readonly<Record<string, string | number>>;

export function addPrivacyCommands(program: Command): void {
  const ofPerson = (command: Command) =>
    command
      .option('--phone <number>', 'phone number of the person, in any notation')
      .option('--email <address>', 'e-mail address of the person')
      .option('--org <id>', 'only in this account', parseAccountId)
      .addOption(environmentOption());
  const description = 'Export or erase the personal data of a person';
  for (const group of [
    program.command('privacy').description(description),
    deprecatedAlias(program, 'people', 'privacy').description(description),
  ]) {
    ofPerson(group.command('export').description('Print all personal data of a person as JSON')).action(
      exportCommand,
    );
    ofPerson(group.command('erase').description('Show what would be erased; with --yes, erase it'))
      .option('--yes', 'erase the data; this cannot be undone')
      .option('--force', 'also erase bookings that are in progress')
      .addOption(jsonOption())
      .action(eraseCommand);
  }
}

async function exportCommand(options: PersonOptions): Promise<void> {
  const person = personOf(options);
  printJson(
    await withAdmin(options.environment, async (admin, actor) => {
      await requireKnownAccount(admin, options.org);
      return exportDataSubject(admin, person, actor);
    }),
  );
}

async function eraseCommand(options: PersonOptions & { yes?: boolean; force?: boolean }): Promise<void> {
  const person = personOf(options);
  const { environment, yes = false, force = false, json } = options;
  const view = await withAdmin<PrintedFields>(environment, async (admin, actor) => {
    await requireKnownAccount(admin, options.org);
    return yes ? eraseAll(admin, person, force, actor) : preview(admin, person);
  });
  if (json) return printJson(view);
  printFields(Object.fromEntries(Object.entries(view).map(([name, value]) => [name, String(value)])));
  if (!yes) console.log('\nNothing was changed. Add --yes to erase this data; this cannot be undone.');
}

async function preview({ system }: AdminSession, person: Person): Promise<PrintedFields> {
  const { bookings, ...counts } = await summarizeDataSubject(system, person);
  return { bookings: bookings.map(({ hid, state }) => `${hid} (${state})`).join(', ') || 'none', ...counts };
}

/** Erases in batches. An interrupted run is continued by running the command again. */
async function eraseAll(
  admin: AdminSession,
  person: Person,
  isForced: boolean,
  actor: Actor,
): Promise<PrintedFields> {
  const photos = createPhotoStorage(admin.config.photos, admin.config.dataDir, admin.environment);
  const total: Record<string, number> = {};
  let report: ErasureReport;
  do {
    report = await eraseDataSubject({ ...admin, photos }, person, { isForced }, actor);
    for (const [name, count] of Object.entries<number>({ ...report }))
      total[name] = (total[name] ?? 0) + count;
  } while (report.remaining > 0 && report.bookings > 0);
  return { ...total, remaining: report.remaining };
}

function personOf({ phone, email, org }: PersonOptions): Person {
  return parseDataSubject({ phone, email, accountId: org });
}
