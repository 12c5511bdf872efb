import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EmbeddedPostgresError, explainSystemError } from './embedded-postgres-error.ts';

test('explains a system error with the data directory, the reason and what to do', async () => {
  const refusal = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  const explained = explainSystemError(refusal, '/srv/waybill/data');
  expect(explained).toBeInstanceOf(EmbeddedPostgresError);
  expect(String(explained)).toMatch(/\/srv\/waybill\/data: ENOSPC.*The disk is full.*set DATABASE_URL/s);
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
