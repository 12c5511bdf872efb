// Reads a password from the first line of standard input, so that it appears neither in the shell history nor in the
// process list. The use case checks it.
import { text } from 'node:stream/consumers';

export async function readPasswordFromStdin(): Promise<string> {
  const [password = ''] = (await text(process.stdin)).split(/\r?\n/);
  return password;
}
