// --password-stdin: reads the password of a new user or operator from standard input, or generates one and prints it
// once.
import { randomBytes } from 'node:crypto';
import { Option } from 'commander';
import type { AdminOptions } from './admin-session.ts';
import { printFields, printJson } from './print.ts';
import { readPasswordFromStdin } from './read-password.ts';

export const passwordOption = () =>
  new Option(
    '--password-stdin',
    'read the password from standard input instead of generating and printing one',
  );

export interface PasswordOptions extends AdminOptions {
  readonly passwordStdin?: boolean;
}

export async function choosePassword({ passwordStdin }: PasswordOptions): Promise<string> {
  return passwordStdin ? readPasswordFromStdin() : randomBytes(15).toString('base64url');
}

/** Prints the password only if it was generated. */
export function showWithPassword(
  view: Record<string, string>,
  password: string,
  { passwordStdin, json }: PasswordOptions,
): void {
  const shown = passwordStdin ? view : { ...view, password };
  if (json) printJson(shown);
  else printFields(shown);
}
