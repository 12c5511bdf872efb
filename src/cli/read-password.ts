// Reads a password from the first line of standard input, so that it appears neither in the shell history nor in the
// process list.
import { text } from 'node:stream/consumers';
import { Problem } from '../lib/problem.ts';

const minLength = 12;

export async function readPasswordFromStdin(): Promise<string> {
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/);
  if (password.length < minLength || password.length > 1_000) {
    throw Problem.of('invalid_parameter', `The password must have ${minLength} to 1000 characters.`, {
      param: 'password',
    });
  }
  return password;
}
