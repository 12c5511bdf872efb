// Prompts on the terminal; without a terminal, each answer is a line of standard input.
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import { UsageError } from './usage-error.ts';

let isHidden = false;
let reader: { readonly lines: AsyncIterator<string, undefined>; readonly readline: Interface } | null = null;

/** Echoes input on the terminal, except for secrets. */
const echo = new Writable({
  write: (chunk: Uint8Array, _encoding, done) => {
    if (!isHidden) process.stderr.write(chunk);
    done();
  },
});

export async function ask(question: string): Promise<string> {
  const isTerminal = process.stdin.isTTY === true;
  if (!reader) {
    const readline = createInterface({ input: process.stdin, output: echo, terminal: isTerminal });
    reader = { readline, lines: readline[Symbol.asyncIterator]() };
  }
  if (isTerminal) process.stderr.write(question);
  const { value: answer = '' } = await reader.lines.next();
  if (answer.trim() === '') throw new UsageError(`No input for "${question.trim()}".`);
  return answer.trim();
}

/** Must be the last prompt of a command: it closes the reader. */
export async function askSecret(question: string): Promise<string> {
  isHidden = true;
  try {
    return await ask(question);
  } finally {
    isHidden = false;
    if (process.stdin.isTTY) process.stderr.write('\n');
    reader?.readline.close();
    reader = null;
  }
}
