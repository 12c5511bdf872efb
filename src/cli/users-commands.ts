// waybill users create | list | set-password | disable | enable | end-access
import type { Command } from 'commander';
import { createUser } from '../features/accounts/system/create-user.ts';
import { commandUserContext, setUserDisabled } from '../features/oauth/system/disable-user.ts';
import { findListedUser, listUsers } from '../features/oauth/system/user-admin-store.ts';
import { endSessions, revokeGrants, setUserPassword } from '../features/oauth/user-access.ts';
import type { Actor } from '../lib/actor.ts';
import { Problem } from '../lib/problem.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseName } from './arguments.ts';
import { choosePassword, type PasswordOptions, passwordOption, showWithPassword } from './password-option.ts';
import { printJson, printTable } from './print.ts';

const listLimit = 1_000;

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
    .description(`List users, newest first, at most ${listLimit}`)
    .option('--search <text>', 'part of the user name', parseName)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(listUsersCommand);

  users
    .command('set-password')
    .description('Set the password of a user; ends all sessions and revokes the access of all applications')
    .argument('<username>', 'user name', parseName)
    .addOption(passwordOption())
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(setPasswordCommand);

  for (const { name, description, run } of stateCommands) {
    users
      .command(name)
      .description(description)
      .argument('<username>', 'user name', parseName)
      .addOption(environmentOption())
      .action(async (username: string, { environment }: AdminOptions) => {
        await withAdmin(environment, async (admin, actor) => run(admin, await idOf(admin, username), actor));
        console.log(`${username}: done`);
      });
  }
}

type StateCommand = (admin: AdminSession, userId: string, actor: Actor) => Promise<void>;

const stateCommands: readonly {
  readonly name: string;
  readonly description: string;
  readonly run: StateCommand;
}[] = [
  {
    name: 'disable',
    description: 'Disable a user; sessions end at once, tokens become invalid within two seconds',
    run: (admin, userId, actor) => setUserDisabled(commandUserContext(admin), userId, true, actor),
  },
  {
    name: 'enable',
    description: 'Enable a disabled user',
    run: (admin, userId, actor) => setUserDisabled(commandUserContext(admin), userId, false, actor),
  },
  {
    name: 'end-access',
    description: 'End all sessions of a user and revoke the access of all applications',
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

async function setPasswordCommand(username: string, options: PasswordOptions): Promise<void> {
  const password = await choosePassword(options);
  const userId = await withAdmin(options.environment, async (admin, actor) => {
    const id = await idOf(admin, username);
    await setUserPassword(commandUserContext(admin), { userId: id, password }, actor);
    return id;
  });
  showWithPassword({ id: userId, username }, password, options);
}

async function listUsersCommand({
  search: text,
  environment,
  json,
}: AdminOptions & { search?: string }): Promise<void> {
  const users = await withAdmin(environment, ({ system, clock }) =>
    listUsers(system, { text, now: clock.now() }, { direction: 'older', from: null, limit: listLimit }),
  );
  const rows = users.map(({ id, username, disabledAt, sessions, applications, createdAt }) => ({
    id,
    username,
    disabled: disabledAt !== null,
    sessions,
    applications,
    created_at: createdAt.toISOString(),
  }));
  if (json) return printJson(rows);
  printTable(
    ['USER NAME', 'STATE', 'SESSIONS', 'APPLICATIONS', 'CREATED', 'ID'],
    rows.map(({ username, disabled, sessions, applications, created_at, id }) => [
      username,
      disabled ? 'disabled' : 'active',
      String(sessions),
      String(applications),
      created_at,
      id,
    ]),
  );
}

async function idOf({ system, clock }: AdminSession, username: string): Promise<string> {
  const user = await findListedUser(system, { username }, clock.now());
  if (!user) throw Problem.of('not_found', `No user is named ${username}.`);
  return user.id;
}
