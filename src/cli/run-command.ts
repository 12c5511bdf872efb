// Parses the command line and maps errors to a message and an exit code: 0 success, 1 failure, 2 usage error.

import { Command, CommanderError } from 'commander';
import { Problem } from '../lib/problem.ts';
import { readVersion } from '../lib/version.ts';
import { ReportedError } from './reported-error.ts';

const usageErrorCode = 2;

export async function runCommand(args: readonly string[]): Promise<number> {
  const program = await createProgram(args[0]);
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return report(error);
  }
}

type AddCommands = (program: Command) => void;

/**
 * Keyed by the first argument. Only the requested module is loaded: loading all of them takes longer than most commands
 * run.
 */
const commands: Readonly<Record<string, () => Promise<AddCommands>>> = {
  serve: async () => (await import('./serve-command.ts')).addServeCommand,
  migrate: async () => (await import('./migrate-command.ts')).addMigrateCommand,
  orgs: async () => (await import('./organizations-commands.ts')).addOrganizationCommands,
  clients: async () => (await import('./clients-commands.ts')).addClientCommands,
  users: async () => (await import('./users-commands.ts')).addUserCommands,
  people: async () => (await import('./privacy-commands.ts')).addPrivacyCommands,
  privacy: async () => (await import('./privacy-commands.ts')).addPrivacyCommands,
  operators: async () => (await import('./operators-commands.ts')).addOperatorCommands,
  areas: async () => (await import('./areas-commands.ts')).addAreaCommands,
  prices: async () => (await import('./areas-commands.ts')).addAreaCommands,
  bookings: async () => (await import('./bookings-commands.ts')).addBookingCommands,
  crews: async () => (await import('./crews-commands.ts')).addCrewCommands,
  webhooks: async () => (await import('./webhooks-commands.ts')).addWebhookCommands,
  messages: async () => (await import('./messages-commands.ts')).addMessageCommands,
  doctor: async () => (await import('./doctor-command.ts')).addDoctorCommand,
  backup: async () => (await import('./backup-command.ts')).addBackupCommand,
  restore: async () => (await import('./restore-command.ts')).addRestoreCommand,
  export: async () => (await import('./export-command.ts')).addExportCommand,
  import: async () => (await import('./import-command.ts')).addImportCommand,
  demo: async () => (await import('./demo-command.ts')).addDemoCommand,
  config: async () => (await import('./config-commands.ts')).addConfigCommands,
};

/** Loads all commands for help output and for unknown commands. */
async function commandsFor(word: string | undefined): Promise<ReadonlySet<AddCommands>> {
  const requested = Object.entries(commands).filter(([name]) => name === word);
  const loading = requested.length > 0 ? requested : Object.entries(commands);
  return new Set(await Promise.all(loading.map(([, load]) => load())));
}

async function createProgram(word: string | undefined): Promise<Command> {
  const program = new Command('waybill')
    .description(
      'A delivery-booking platform. Configuration comes from environment variables; see docs/configuration.md.',
    )
    .version(readVersion())
    .showHelpAfterError()
    .exitOverride();
  for (const add of await commandsFor(word)) add(program);
  overrideExits(program);
  return program;
}

/** Subcommands do not inherit exitOverride(). */
function overrideExits(command: Command): void {
  command.exitOverride();
  for (const child of command.commands) overrideExits(child);
}

function report(error: unknown): number {
  if (error instanceof ReportedError) return 1;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageErrorCode;
  if (error instanceof Problem) {
    console.error(`error: ${error.message}`);
    return error.kind === 'invalid' ? usageErrorCode : 1;
  }
  // Programming errors are printed with their stack trace, all others as one line.
  const isProgrammingError =
    !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError;
  console.error(isProgrammingError ? error : `error: ${error.message}`);
  return 1;
}
