// Entry point of the `waybill` command.
import { argv } from 'node:process';
import { runCommand } from './cli/run-command.ts';

process.exitCode = await runCommand(argv.slice(2));
