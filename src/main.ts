// Entry point of the `waybill` command.
import { argv } from 'node:process';
import { handleClosedOutput } from './cli/closed-output.ts';
import { runCommand } from './cli/run-command.ts';

const args = argv.slice(2);
handleClosedOutput(args[0] !== 'serve');
process.exitCode = await runCommand(args);
