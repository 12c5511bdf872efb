// waybill migrate
import type { Command } from 'commander';
import { readConfig } from '../config.ts';
import { jsonOption } from './admin-session.ts';
import { createCommandLogger } from './command-logger.ts';
import { openInstallation } from './installation.ts';
import { printJson } from './print.ts';
import { START_WAIT_SECONDS } from './wait-for-databases.ts';

export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('Apply pending database migrations; "serve" does so too. Safe to run concurrently')
    .addOption(jsonOption())
    .action(migrateCommand);
}

async function migrateCommand({ json }: { json?: boolean }): Promise<void> {
  const config = readConfig();
  const installation = await openInstallation(config, createCommandLogger(), {
    creates: true,
    migrates: true,
    wait: {
      seconds: START_WAIT_SECONDS,
      announce: ({ server, seconds, reason }) =>
        console.error(`Waiting up to ${seconds} seconds for PostgreSQL at ${server}: ${reason}`),
    },
  });
  await installation.close();
  const names = config.environments.map(({ name }) => name);
  if (json) printJson({ up_to_date: names });
  else {
    if (installation.isNew) console.log(`Created a new installation in ${config.dataDir}.`);
    console.log(`Up to date: ${names.join(', ')}.`);
  }
}
