// waybill operators create | invite | list | reset | setup-link | update
import { type Command, Option } from 'commander';
import { OPERATOR_ROLES, type OperatorRole } from '../domain/account/operator-role.ts';
import {
  changeOperator,
  type OperatorChange,
  operatorNotFound,
} from '../features/accounts/system/change-operator.ts';
import { createOperator } from '../features/accounts/system/create-operator.ts';
import { inviteOperator } from '../features/accounts/system/invite-operator.ts';
import type { CreatedLink, LinkContext } from '../features/accounts/system/operator-link.ts';
import { listOperators } from '../features/accounts/system/operator-session-store.ts';
import { findOperatorByEmail, type Operator } from '../features/accounts/system/operator-store.ts';
import { createResetLink } from '../features/accounts/system/reset-password.ts';
import { removeSecondFactor } from '../features/accounts/system/second-factor.ts';
import { createSetUpLink } from '../features/accounts/system/set-up-link.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseEmail, parseName } from './arguments.ts';
import { FIRST_OPERATOR_EMAIL } from './credentials-file.ts';
import { choosePassword, type PasswordOptions, passwordOption, showWithPassword } from './password-option.ts';
import { printFields, printJson, printTable } from './print.ts';

const roleOption = () => new Option('--role <role>', 'role of the operator').choices([...OPERATOR_ROLES]);

export function addOperatorCommands(program: Command): void {
  const operators = program.command('operators').description('Manage the operators of the console');

  operators
    .command('create')
    .description('Create an operator')
    .requiredOption('--email <address>', 'e-mail address for sign-in', parseEmail)
    .requiredOption('--name <name>', 'display name', parseName)
    .addOption(roleOption().default('dispatcher'))
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(createOperatorCommand);

  operators
    .command('invite')
    .description('Create an invitation link; the invited operator chooses a password')
    .requiredOption('--email <address>', 'e-mail address of the new operator', parseEmail)
    .addOption(roleOption().default('dispatcher'))
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(inviteOperatorCommand);

  operators
    .command('reset')
    .description('Create a password reset link for an operator')
    .argument('<email>', 'e-mail address of the operator', parseEmail)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(resetOperatorCommand);

  operators
    .command('setup-link')
    .description('Create the link that sets up the first administrator; replaces an earlier one')
    .option('--email <address>', 'e-mail address for sign-in', parseEmail, FIRST_OPERATOR_EMAIL)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(setUpLinkCommand);

  operators
    .command('list')
    .description('List operators')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(listOperatorsCommand);

  operators
    .command('update')
    .description('Change the role, name or password of an operator, or disable or enable the operator')
    .argument('<email>', 'e-mail address of the operator', parseEmail)
    .addOption(roleOption())
    .option('--name <name>', 'display name', parseName)
    .option('--disable', 'disable sign-in and end all sessions')
    .addOption(new Option('--enable', 'enable sign-in').conflicts('disable'))
    .option('--new-password', 'set a new password: generated and printed, unless --password-stdin is given')
    .addOption(passwordOption())
    .option('--remove-second-factor', 'remove the second factor and end all sessions')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(updateOperatorCommand);
}

async function createOperatorCommand(
  options: PasswordOptions & { email: string; name: string; role: OperatorRole },
): Promise<void> {
  const password = await choosePassword(options);
  const { email, name, role } = options;
  const { id } = await withAdmin(options.environment, (admin, actor) =>
    createOperator(admin, { email, name, role, password }, actor),
  );
  showWithPassword({ id, email, role }, password, options);
}

async function inviteOperatorCommand(
  options: AdminOptions & { email: string; role: OperatorRole },
): Promise<void> {
  const { email, role } = options;
  const created = await withAdmin(options.environment, (admin, actor) =>
    inviteOperator(linkContextOf(admin), { email, role, invitedBy: actor.id }, actor),
  );
  showLink({ email, role }, created, options);
}

async function resetOperatorCommand(email: string, options: AdminOptions): Promise<void> {
  const created = await withAdmin(options.environment, async (admin, actor) => {
    const found = await findOperatorByEmail(admin.system, email);
    if (!found) throw operatorNotFound();
    return createResetLink(linkContextOf(admin), found.id, actor.id, actor);
  });
  showLink({ email }, created, options);
}

async function setUpLinkCommand(options: AdminOptions & { email: string }): Promise<void> {
  const { email } = options;
  const created = await withAdmin(options.environment, (admin, actor) =>
    createSetUpLink(linkContextOf(admin), email, actor),
  );
  // The link is never sent by e-mail.
  const shown = { email, role: 'admin', url: created.url, expires_at: created.link.expiresAt.toISOString() };
  if (options.json) return printJson(shown);
  printFields(shown);
  console.log('\nOpen the link to choose a name and a password. It works once.');
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
      'Specify what to change: --name, --role, --disable, --enable, --new-password, --remove-second-factor.',
    );
  const operator = await withAdmin(options.environment, async (admin, actor) => {
    const found = await findOperatorByEmail(admin.system, email);
    if (!found) throw operatorNotFound();
    if (options.removeSecondFactor) await removeSecondFactor(admin, found.id, actor);
    return changeOperator(admin, found.id, change, actor);
  });
  const view = describeOperator(operator);
  const shown = password === undefined || passwordStdin ? view : { ...view, password };
  if (options.json) return printJson(shown);
  printFields({ ...shown, disabled: view.disabled ? 'yes' : 'no' });
}

function describeOperator({ id, email, name, role, disabledAt }: Operator) {
  return { id, email, name, role, disabled: disabledAt !== null };
}
