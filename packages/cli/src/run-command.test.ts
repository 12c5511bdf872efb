// Command lines that are refused before anything is sent.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { runCommand } from './run-command.ts';

async function run(args: string) {
  let stderr = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text: unknown) => {
    stderr += String(text);
    return true;
  });
  const code = await runCommand(args.split(' '));
  return { code, lines: stderr.split('\n') };
}

describe('a command line of waybill-partner', () => {
  afterEach(() => vi.restoreAllMocks());

  it.each([
    ['bookings show', "error: missing required argument 'booking'", 'waybill-partner bookings show'],
    ['bookings list --nonsense', "error: unknown option '--nonsense'", 'waybill-partner bookings list'],
    ['nonsense', "error: unknown command 'nonsense'", 'waybill-partner'],
  ])('"%s" is refused with one line that names its help', async (args, error, command) => {
    expect(await run(args)).toEqual({ code: 2, lines: [error, `Run "${command} --help" for usage.`, ''] });
  });

  it.each([
    ['bookigs list', 'bookings', 'waybill-partner'],
    ['bookings lst', 'list', 'waybill-partner bookings'],
  ])('"%s" is answered with the nearest command', async (args, name, command) => {
    expect(await run(args)).toEqual({
      code: 2,
      lines: [
        expect.stringMatching(/^error: unknown command /),
        `(Did you mean ${name}?)`,
        `Run "${command} --help" for usage.`,
        '',
      ],
    });
  });
});
