// waybill operators create | invite | list | reset | update
import { type Command, Option } from 'commander';
import { OPERATOR_ROLES, type OperatorRole } from '../domain/operator-role.ts';
import {
  changeOperator,
  type OperatorChange,
  operatorNotFound,
} from '../features/accounts/system/change-operator.ts';
import { createOperator } from '../features/accounts/system/create-operator.ts';
import { inviteOperator } from '../features/accounts/system/invite-operator.ts';
import type { CreatedLink, LinkContext } from '../features/accounts/system/operator-link.ts';
import {
  findOperatorByEmail,
  listOperators,
  type Operator,
} from '../features/accounts/system/operator-store.ts';
import { createResetLink } from '../features/accounts/system/reset-password.ts';
import { removeSecondFactor } from '../features/accounts/system/second-factor.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
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
    .command('invite')
    .description('make a link by which somebody becomes an operator and chooses their own password')
    .requiredOption('--email <address>', 'whom to invite', parseEmail)
    .addOption(roleOption().default('dispatcher'))
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(inviteOperatorCommand);

  operators
    .command('reset')
    .description('make a link by which an operator chooses a new password')
    .argument('<email>', 'what they sign in with', parseEmail)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(resetOperatorCommand);

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
    .option('--remove-second-factor', 'they sign in with the password alone, and are signed out at once')
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

async function inviteOperatorCommand(
  options: AdminOptions & { email: string; role: OperatorRole },
): Promise<void> {
  const { email, role } = options;
  const created = await withAdmin(options.environment, (admin, origin) =>
    inviteOperator(linkContextOf(admin), { email, role, invitedBy: origin.actorId }, origin),
  );
  showLink({ email, role }, created, options);
}

async function resetOperatorCommand(email: string, options: AdminOptions): Promise<void> {
  const created = await withAdmin(options.environment, async (admin, origin) => {
    const found = await findOperatorByEmail(admin.system, email);
    if (!found) throw operatorNotFound();
    return createResetLink(linkContextOf(admin), found.id, origin.actorId, origin);
  });
  showLink({ email }, created, options);
}

/** A running server sends the link by e-mail if SMTP is configured. */
function linkContextOf({ settings, config, ...admin }: AdminSession): LinkContext {
  const isMailEnabled = settings.name === 'production' && config.messages.smtp !== null;
  return { ...admin, publicUrl: settings.publicUrl, isMailEnabled };
}

function showLink(
  operatorFields: Record<string, string>,
  { link, url }: CreatedLink,
  { json }: AdminOptions,
): void {
  const shown = { ...operatorFields, url, expires_at: link.expiresAt.toISOString(), mail: link.mail };
  if (json) printJson(shown);
  else printFields(shown);
}

async function listOperatorsCommand({ environment, json }: AdminOptions): Promise<void> {
  const operators = await withAdmin(environment, ({ system }) => listOperators(system));
  const rows = operators.map((operator) => ({
    ...describeOperator(operator),
    second_factor: operator.hasSecondFactor,
  }));
  if (json) return printJson(rows);
  printTable(
    ['EMAIL', 'NAME', 'ROLE', 'STATE', 'SECOND FACTOR', 'ID'],
    rows.map(({ email, name, role, disabled, second_factor, id }) => [
      email,
      name,
      role,
      disabled ? 'disabled' : 'active',
      second_factor ? 'yes' : 'no',
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
  readonly removeSecondFactor?: boolean;
}

async function updateOperatorCommand(email: string, options: UpdateOptions): Promise<void> {
  const { name, role, disable, enable, newPassword, passwordStdin } = options;
  const password = newPassword || passwordStdin ? await choosePassword(options) : undefined;
  const disabled = disable ? true : enable ? false : undefined;
  const change: OperatorChange = { name, role, password, disabled };
  const hasChange = Object.values(change).some((value) => value !== undefined);
  if (!hasChange && !options.removeSecondFactor)
    throw new Error(
      'Say what to change: --name, --role, --disable, --enable, --new-password, --remove-second-factor.',
    );
  const operator = await withAdmin(options.environment, async (admin, origin) => {
    const found = await findOperatorByEmail(admin.system, email);
    if (!found) throw operatorNotFound();
    if (options.removeSecondFactor) await removeSecondFactor(admin, found.id, origin);
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
