// SQL that only an administrator of an external PostgreSQL may run. It succeeds whether or not a role exists, so that it
// can be pasted as printed, and again.
import { escapeIdentifier, escapeLiteral } from 'pg';
import { EXIT, ExitError } from '../lib/exit-error.ts';

/** Stands for the password in the printed SQL: the real one must not appear in logs. */
const PASSWORD_OF_URL = '<password of the URL>';

export function createRoleSql(name: string, attributes: string): string {
  const isMissing = `not exists (select from pg_roles where rolname = ${escapeLiteral(name)})`;
  return `do $$ begin if ${isMissing} then create role ${escapeIdentifier(name)} ${attributes}; end if; end $$;`;
}

export function grantSql(roles: readonly string[], members: readonly string[]): string {
  return `grant ${roles.join(', ')} to ${members.map((member) => escapeIdentifier(member)).join(', ')};`;
}

/** Creates the user, or corrects its password. The login role of requests and jobs inherits nothing (decision 0060). */
export function loginSql(user: string, { isOwner }: { readonly isOwner: boolean }): string[] {
  return [
    createRoleSql(user, isOwner ? 'login' : 'login noinherit'),
    `alter role ${escapeIdentifier(user)} login password ${escapeLiteral(PASSWORD_OF_URL)};`,
  ];
}

export function createDatabaseSql(database: string, owner: string): string {
  return `create database ${escapeIdentifier(database)} owner ${escapeIdentifier(owner)};`;
}

export function grantConnectSql(database: string, user: string): string {
  return `grant connect on database ${escapeIdentifier(database)} to ${escapeIdentifier(user)};`;
}

/** `database`: where the statements must run, if that matters. */
export function needsAdministrator(
  problem: string,
  statements: readonly string[],
  database?: string,
): ExitError {
  const lines = statements.map((statement) => `  ${statement}`).join('\n');
  const where = database === undefined ? '' : ` in the database ${database}`;
  return new ExitError(
    `${problem} As an administrator of PostgreSQL, run${where}:\n${lines}`,
    EXIT.configuration,
  );
}
