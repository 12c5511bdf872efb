// waybill users create
import type { Command } from 'commander';
import { createUser } from '../features/accounts/system/create-user.ts';
import { environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseName } from './arguments.ts';
import { choosePassword, type PasswordOptions, passwordOption, showWithPassword } from './password-option.ts';

export function addUserCommands(program: Command): void {
  program
    .command('users')
    .description('Manage users who sign in to partner applications')
    .command('create')
    .description('Create a user with a personal account')
    .requiredOption('--username <name>', 'user name for sign-in', parseName)
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(createUserCommand);
}

async function createUserCommand(options: PasswordOptions & { username: string }): Promise<void> {
  const password = await choosePassword(options);
  const { id, username } = await withAdmin(options.environment, (admin, actor) =>
    createUser(admin, { username: options.username, password }, actor),
  );
  showWithPassword({ id, username }, password, options);
}
