// Parses the command line and maps errors to a message and an exit code: 0 success, else one of `EXIT`.

import { Command, CommanderError } from 'commander';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { Problem } from '../lib/problem.ts';
import { readVersion } from '../lib/version.ts';
import { isOutputClosed } from './closed-output.ts';
import { ReportedError } from './reported-error.ts';

export type AddCommands = (program: Command) => void;

/** `load` returns the commands that the first argument may need. */
export async function runCommand(
  args: readonly string[],
  load: (word: string | undefined) => readonly AddCommands[] | Promise<readonly AddCommands[]>,
): Promise<number> {
  const program = programWith(await load(args[0]));
  let running = program;
  program.hook('preAction', (_program, command) => {
    running = command;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
    return 0;
  } catch (error) {
    return report(error, running);
  }
}

export function programWith(commands: readonly AddCommands[]): Command {
  const program = new Command('waybill')
    .description(
      'A delivery-booking platform. Configuration comes from environment variables; see docs/configuration.md.',
    )
    .version(readVersion());
  for (const add of commands) add(program);
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

function report(error: unknown, running: Command): number {
  if (isOutputClosed()) return EXIT.closedOutput;
  if (error instanceof ReportedError) return EXIT.failure;
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.usage;
  if (error instanceof Problem) {
    console.error(`error: ${error.message}`);
    if (error.kind !== 'invalid') return EXIT.failure;
    console.error(usageHint(running));
    return EXIT.usage;
  }
  // Programming errors are printed with their stack trace, all others as one line.
  const isProgrammingError =
    !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError;
  console.error(isProgrammingError ? error : `error: ${error.message}`);
  return error instanceof ExitError ? error.exitCode : EXIT.failure;
}
