// Parses the command line and maps errors to a message and an exit code: 0 success, 1 failure, 2 usage error.
import { ApiError, WaybillError } from '@waybill/sdk';
import { Command, CommanderError } from 'commander';
import { addBookingCommands } from './bookings-commands.ts';
import { addCompletionCommands } from './completion-commands.ts';
import { addConformanceCommand } from './conformance-command.ts';
import { addListenCommand } from './listen-command.ts';
import { addLoginCommands } from './login-commands.ts';
import { addLogCommands } from './logs-commands.ts';
import { addQuoteCommands } from './quotes-command.ts';
import { SilentFailure } from './silent-failure.ts';
import { addTriggerCommand } from './trigger-command.ts';
import { UsageError } from './usage-error.ts';
import { cliVersion } from './version.ts';

const usageErrorCode = 2;

export async function runCommand(args: readonly string[]): Promise<number> {
  const program = createProgram();
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return report(error, args.includes('--json'));
  }
}

function createProgram(): Command {
  const program = new Command('waybill-partner')
    .description(
      'Command line for Waybill partners: quote, book and track jobs, and receive and trigger events.',
    )
    .version(cliVersion);
  for (const add of [
    addLoginCommands,
    addQuoteCommands,
    addBookingCommands,
    addListenCommand,
    addTriggerCommand,
    addLogCommands,
    addConformanceCommand,
    addCompletionCommands,
  ]) {
    add(program);
  }
  configureErrors(program);
  return program;
}

/** Per command, because subcommands do not inherit exitOverride() and each has its own help. */
function configureErrors(command: Command): void {
  command.exitOverride().showHelpAfterError(usageHint(command));
  for (const child of command.commands) configureErrors(child);
}

/** One line after the error. The whole help would push the error off the screen. */
function usageHint(command: Command): string {
  const names: string[] = [];
  for (let each: Command | null = command; each; each = each.parent) names.unshift(each.name());
  return `Run "${names.join(' ')} --help" for usage.`;
}

function report(error: unknown, json: boolean): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : usageErrorCode;
  if (error instanceof SilentFailure) return 1;
  if (error instanceof ApiError) {
    const { type, code, param, message, status, docUrl, requestId } = error;
    if (json)
      console.error(
        JSON.stringify({ type, code, param, message, status, doc_url: docUrl, request_id: requestId }),
      );
    else
      console.error(
        `error: ${message}\n       ${[param, code, docUrl, `request ${requestId}`].filter(Boolean).join(' · ')}`,
      );
    return 1;
  }
  if (error instanceof UsageError || error instanceof WaybillError) {
    console.error(json ? JSON.stringify({ message: error.message }) : `error: ${error.message}`);
    return error instanceof UsageError ? usageErrorCode : 1;
  }
  // Programming errors are printed with their stack trace.
  console.error(error);
  return 1;
}
