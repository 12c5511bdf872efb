// Parses the command line and turns whatever goes wrong into a message and an exit code:
// 0 done · 1 failed · 2 the command line is wrong.

import { Command, CommanderError } from 'commander';
import { Problem } from '../lib/problem.ts';
import { readVersion } from '../lib/version.ts';
import { AlreadyTold } from './already-told.ts';
import { addAreaCommands } from './areas-commands.ts';
import { addBackupCommand } from './backup-command.ts';
import { addBookingCommands } from './bookings-commands.ts';
import { addClientCommands } from './clients-commands.ts';
import { addConfigCommands } from './config-commands.ts';
import { addCrewCommands } from './crews-commands.ts';
import { addDemoCommand } from './demo-command.ts';
import { addDoctorCommand } from './doctor-command.ts';
import { addExportCommand } from './export-command.ts';
import { addImportCommand } from './import-command.ts';
import { addMessageCommands } from './messages-commands.ts';
import { addMigrateCommand } from './migrate-command.ts';
import { addOperatorCommands } from './operators-commands.ts';
import { addOrganizationCommands } from './organizations-commands.ts';
import { addPeopleCommands } from './people-commands.ts';
import { addPersonCommands } from './person-commands.ts';
import { addRestoreCommand } from './restore-command.ts';
import { addServeCommand } from './serve-command.ts';
import { addWebhookCommands } from './webhooks-commands.ts';

const wrongUsage = 2;

export async function runCommand(args: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return report(error);
  }
}

function createProgram(): Command {
  const program = new Command('waybill')
    .description(
      'A delivery-booking platform. Configuration comes from environment variables; see docs/configuration.md.',
    )
    .version(readVersion())
    .showHelpAfterError()
    .exitOverride();
  for (const add of [
    addServeCommand,
    addMigrateCommand,
    addOrganizationCommands,
    addClientCommands,
    addPeopleCommands,
    addPersonCommands,
    addOperatorCommands,
    addAreaCommands,
    addBookingCommands,
    addCrewCommands,
    addWebhookCommands,
    addMessageCommands,
    addDoctorCommand,
    addBackupCommand,
    addRestoreCommand,
    addExportCommand,
    addImportCommand,
    addDemoCommand,
    addConfigCommands,
  ]) {
    add(program);
  }
  overrideExits(program);
  return program;
}

/** Subcommands do not inherit the wish to throw instead of exiting. */
function overrideExits(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExits(child);
}

function report(error: unknown): number {
  if (error instanceof AlreadyTold) return 1;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : wrongUsage;
  if (error instanceof Problem) {
    console.error(`error: ${error.message}`);
    return error.kind === 'invalid' ? wrongUsage : 1;
  }
  // A defect of ours shows where it happened; everything else is told in a sentence.
  const isDefect = !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError;
  console.error(isDefect ? error : `error: ${error.message}`);
  return 1;
}
