// waybill operators create | list | update
import { type Command, Option } from 'commander';
import { OPERATOR_ROLES, type OperatorRole } from '../domain/operator-role.ts';
import {
  changeOperator,
  noSuchOperator,
  type OperatorChange,
} from '../features/accounts/system/change-operator.ts';
import { createOperator } from '../features/accounts/system/create-operator.ts';
import {
  findOperatorByEmail,
  listOperators,
  type Operator,
} from '../features/accounts/system/operator-store.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseEmail, parseName } from './arguments.ts';
import { choosePassword, type PasswordOptions, passwordOption, showWithPassword } from './password-option.ts';
import { printFields, printJson, printTable } from './print.ts';

const roleOption = () => new Option('--role <role>', 'what they may do').choices([...OPERATOR_ROLES]);

export function addOperatorCommands(program: Command): void {
  const operators = program.command('operators').description('people who run Waybill');

  operators
    .command('create')
    .description('create an operator')
    .requiredOption('--email <address>', 'what they sign in with', parseEmail)
    .requiredOption('--name <name>', 'their name', parseName)
    .addOption(roleOption().default('dispatcher'))
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(createOperatorCommand);

  operators
    .command('list')
    .description('list operators')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(listOperatorsCommand);

  operators
    .command('update')
    .description('give an operator another role or password, disable them, or let them in again')
    .argument('<email>', 'what they sign in with', parseEmail)
    .addOption(roleOption())
    .option('--name <name>', 'their name', parseName)
    .option('--disable', 'they can no longer sign in, and are signed out at once')
    .addOption(new Option('--enable', 'they may sign in again').conflicts('disable'))
    .option('--new-password', 'a new password, made up and printed unless read from standard input')
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(updateOperatorCommand);
}

async function createOperatorCommand(
  options: PasswordOptions & { email: string; name: string; role: OperatorRole },
): Promise<void> {
  const password = await choosePassword(options);
  const { email, name, role } = options;
  const { id } = await withAdmin(options.environment, (admin, origin) =>
    createOperator(admin, { email, name, role, password }, origin),
  );
  showWithPassword({ id, email, role }, password, options);
}

async function listOperatorsCommand({ environment, json }: AdminOptions): Promise<void> {
  const operators = await withAdmin(environment, ({ system }) => listOperators(system));
  const rows = operators.map(describeOperator);
  if (json) return printJson(rows);
  printTable(
    ['EMAIL', 'NAME', 'ROLE', 'STATE', 'ID'],
    rows.map(({ email, name, role, disabled, id }) => [
      email,
      name,
      role,
      disabled ? 'disabled' : 'active',
      id,
    ]),
  );
}

interface UpdateOptions extends PasswordOptions {
  readonly name?: string;
  readonly role?: OperatorRole;
  readonly disable?: boolean;
  readonly enable?: boolean;
  readonly newPassword?: boolean;
}

async function updateOperatorCommand(email: string, options: UpdateOptions): Promise<void> {
  const { name, role, disable, enable, newPassword, passwordStdin } = options;
  const password = newPassword || passwordStdin ? await choosePassword(options) : undefined;
  const disabled = disable ? true : enable ? false : undefined;
  const change: OperatorChange = { name, role, password, disabled };
  if (Object.values(change).every((value) => value === undefined))
    throw new Error('Say what to change: --name, --role, --disable, --enable, --new-password.');
  const operator = await withAdmin(options.environment, async (admin, origin) => {
    const found = await findOperatorByEmail(admin.system, email);
    if (!found) throw noSuchOperator();
    return changeOperator(admin, found.id, change, origin);
  });
  const view = describeOperator(operator);
  const shown = password === undefined || passwordStdin ? view : { ...view, password };
  if (options.json) return printJson(shown);
  printFields({ ...shown, disabled: view.disabled ? 'yes' : 'no' });
}

function describeOperator({ id, email, name, role, disabledAt }: Operator) {
  return { id, email, name, role, disabled: disabledAt !== null };
}
