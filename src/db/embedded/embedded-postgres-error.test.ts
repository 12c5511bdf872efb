import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EXIT } from '../../lib/exit-error.ts';
import { EmbeddedPostgresError, explainSystemError } from './embedded-postgres-error.ts';

test('explains a system error with the data directory, the reason and what to do', async () => {
  const refusal = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  expect(explainSystemError(refusal, '/srv/waybill/data')).toMatchObject({
    message:
      'The disk of /srv/waybill/data is full: ENOSPC: no space left on device, write. Free some space and start again.',
    exitCode: EXIT.unavailable,
  });
  const denied = Object.assign(new Error('EACCES: permission denied'), { code: 'EACCES' });
  const explained = explainSystemError(denied, '/srv/waybill/data');
  expect(explained).toBeInstanceOf(EmbeddedPostgresError);
  expect(String(explained)).toMatch(/\/srv\/waybill\/data: EACCES.*writable for the user.*set DATABASE_URL/s);
});

test('returns other errors unchanged', () => {
  const fault = new TypeError('x is not a function');
  expect(explainSystemError(fault, '/srv/waybill/data')).toBe(fault);
});

test('indents the lines of the log', () => {
  const { message } = new EmbeddedPostgresError('It failed.', { log: 'one\ntwo', todo: 'Try again.' });
  expect(message).toContain(
    'It failed.\nLast lines of its log:\n  one\n  two\nTry again.\nAlternatively, use',
  );
});
