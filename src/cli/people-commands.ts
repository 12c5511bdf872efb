// waybill users create · waybill operators create
import { randomBytes } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { OperatorRole } from '../features/accounts/system/account-admin-store.ts';
import { createOperator } from '../features/accounts/system/create-operator.ts';
import { createUser } from '../features/accounts/system/create-user.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseEmail, parseName } from './arguments.ts';
import { printFields, printJson } from './print.ts';
import { readPasswordFromStdin } from './read-password.ts';

const passwordOption = () =>
  new Option(
    '--password-stdin',
    'read the password from standard input; without this one is made up and printed',
  );

export function addPeopleCommands(program: Command): void {
  program
    .command('users')
    .description('people who sign in to partner applications')
    .command('create')
    .description('create a user with a personal account')
    .requiredOption('--username <name>', 'what they sign in with', parseName)
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(createUserCommand);

  program
    .command('operators')
    .description('people who run Waybill')
    .command('create')
    .description('create an operator')
    .requiredOption('--email <address>', 'what they sign in with', parseEmail)
    .requiredOption('--name <name>', 'their name', parseName)
    .addOption(
      new Option('--role <role>', 'what they may do')
        .choices(['viewer', 'dispatcher', 'admin'])
        .default('dispatcher'),
    )
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(createOperatorCommand);
}

interface PasswordOptions extends AdminOptions {
  readonly passwordStdin?: boolean;
}

async function choosePassword({ passwordStdin }: PasswordOptions): Promise<string> {
  return passwordStdin ? readPasswordFromStdin() : randomBytes(15).toString('base64url');
}

/** A password that was typed in is known; only one that was made up is shown. */
function show(
  view: Record<string, string>,
  password: string,
  { passwordStdin, json }: PasswordOptions,
): void {
  const shown = passwordStdin ? view : { ...view, password };
  if (json) printJson(shown);
  else printFields(shown);
}

async function createUserCommand(options: PasswordOptions & { username: string }): Promise<void> {
  const password = await choosePassword(options);
  const { id, username } = await withAdmin(options.environment, (admin, origin) =>
    createUser(admin, { username: options.username, password }, origin),
  );
  show({ id, username }, password, options);
}

async function createOperatorCommand(
  options: PasswordOptions & { email: string; name: string; role: OperatorRole },
): Promise<void> {
  const password = await choosePassword(options);
  const { email, name, role } = options;
  const { id } = await withAdmin(options.environment, (admin, origin) =>
    createOperator(admin, { email, name, role, password }, origin),
  );
  show({ id, email, role }, password, options);
}
