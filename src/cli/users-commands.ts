// waybill users create | list | set-password | disable | enable | end-access
import type { Command } from 'commander';
import { createUser } from '../features/accounts/system/create-user.ts';
import { type TokenValidity, tokenValidityAt } from '../features/accounts/valid-token-store.ts';
import { commandUserContext, setUserDisabled } from '../features/oauth/system/disable-user.ts';
import { findListedUser, type ListedUser, listUsers } from '../features/oauth/system/user-admin-store.ts';
import { endSessions, revokeGrants, setUserPassword } from '../features/oauth/user-access.ts';
import type { Actor } from '../lib/actor.ts';
import { isUuid } from '../lib/ids.ts';
import { Problem } from '../lib/problem.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseListLimit, parseName } from './arguments.ts';
import { choosePassword, type PasswordOptions, passwordOption, showWithPassword } from './password-option.ts';
import { printJson, printTable } from './print.ts';

export function addUserCommands(program: Command): void {
  const users = program.command('users').description('Manage users who sign in to partner applications');

  users
    .command('create')
    .description('Create a user with a personal account')
    .requiredOption('--username <name>', 'user name for sign-in', parseName)
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(createUserCommand);

  users
    .command('list')
    .description('List users, newest first')
    .option('--search <text>', 'part of the user name', parseName)
    .option('--limit <number>', 'maximum number of results', parseListLimit, 20)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(listUsersCommand);

  users
    .command('set-password')
    .description('Set the password of a user; ends all sessions and revokes the access of all applications')
    .argument('<user>', 'user name or id', parseName)
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(setPasswordCommand);

  for (const { name, description, result, run } of stateCommands) {
    users
      .command(name)
      .description(description)
      .argument('<user>', 'user name or id', parseName)
      .addOption(environmentOption())
      .addOption(jsonOption())
      .action(async (user: string, { environment, json }: AdminOptions) => {
        const { id, username } = await withAdmin(environment, async (admin, actor) => {
          const found = await loadUser(admin, user);
          await run(admin, found.id, actor);
          return found;
        });
        if (json) return printJson({ id, username, result });
        console.log(`${username}: ${result.replaceAll('_', ' ')}`);
      });
  }
}

type StateCommand = (admin: AdminSession, userId: string, actor: Actor) => Promise<void>;

const stateCommands: readonly {
  readonly name: string;
  readonly description: string;
  readonly result: string;
  readonly run: StateCommand;
}[] = [
  {
    name: 'disable',
    description: 'Disable a user; sessions end at once, tokens become invalid within two seconds',
    result: 'disabled',
    run: (admin, userId, actor) => setUserDisabled(commandUserContext(admin), userId, true, actor),
  },
  {
    name: 'enable',
    description: 'Enable a disabled user',
    result: 'enabled',
    run: (admin, userId, actor) => setUserDisabled(commandUserContext(admin), userId, false, actor),
  },
  {
    name: 'end-access',
    description: 'End all sessions of a user and revoke the access of all applications',
    result: 'access_ended',
    run: async (admin, userId, actor) => {
      const context = commandUserContext(admin);
      await endSessions(context, userId, undefined, actor);
      await revokeGrants(context, { userId }, actor);
    },
  },
];

async function createUserCommand(options: PasswordOptions & { username: string }): Promise<void> {
  const password = await choosePassword(options);
  const { id, username } = await withAdmin(options.environment, (admin, actor) =>
    createUser(admin, { username: options.username, password }, actor),
  );
  showWithPassword({ id, username }, password, options);
}

async function setPasswordCommand(user: string, options: PasswordOptions): Promise<void> {
  const password = await choosePassword(options);
  const { id, username } = await withAdmin(options.environment, async (admin, actor) => {
    const found = await loadUser(admin, user);
    await setUserPassword(commandUserContext(admin), { userId: found.id, password }, actor);
    return found;
  });
  showWithPassword({ id, username }, password, options);
}

async function listUsersCommand({
  search: text,
  limit,
  environment,
  json,
}: AdminOptions & { search?: string; limit: number }): Promise<void> {
  const users = await withAdmin(environment, (admin) =>
    listUsers(admin.system, { text, validity: validityOf(admin) }, { direction: 'older', from: null, limit }),
  );
  const rows = users.map(({ id, username, disabledAt, sessions, applications, createdAt }) => ({
    id,
    username,
    disabled: disabledAt !== null,
    session_count: sessions,
    application_count: applications,
    created_at: createdAt.toISOString(),
  }));
  if (json) return printJson(rows);
  printTable(
    ['USER NAME', 'STATE', 'SESSIONS', 'APPLICATIONS', 'CREATED', 'ID'],
    rows.map(({ username, disabled, session_count, application_count, created_at, id }) => [
      username,
      disabled ? 'disabled' : 'active',
      String(session_count),
      String(application_count),
      created_at,
      id,
    ]),
  );
}

function validityOf({ clock, config }: AdminSession): TokenValidity {
  return tokenValidityAt(clock.now(), config.tokenLifetime.idleDays);
}

async function loadUser(admin: AdminSession, user: string): Promise<ListedUser> {
  const { system, environment } = admin;
  const validity = validityOf(admin);
  const named = await findListedUser(system, { username: user }, validity);
  const found = named ?? (isUuid(user) ? await findListedUser(system, { id: user }, validity) : undefined);
  if (!found)
    throw Problem.of(
      'not_found',
      `There is no user ${user} in ${environment}. "waybill users list -e ${environment}" shows users.`,
    );
  return found;
}
