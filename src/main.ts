// Entry point of the `waybill` command. `waybill serve` has its own, cli/serve-main.ts.
import { argv } from 'node:process';
import { handleClosedOutput } from './cli/closed-output.ts';
import { loadCommands } from './cli/load-commands.ts';
import { runCommand } from './cli/run-command.ts';

const args = argv.slice(2);
handleClosedOutput(args[0] !== 'serve');
process.exitCode = await runCommand(args, loadCommands);
