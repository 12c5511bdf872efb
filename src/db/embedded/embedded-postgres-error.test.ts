import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EmbeddedPostgresError, explainSystemError } from './embedded-postgres-error.ts';

test('a refusal of the system is told with the data folder, the reason and the way out', async () => {
  const refusal = await writeFile('/dev/full', 'x').catch((error: unknown) => error);
  const explained = explainSystemError(refusal, '/srv/waybill/data');
  expect(explained).toBeInstanceOf(EmbeddedPostgresError);
  expect(String(explained)).toMatch(/\/srv\/waybill\/data: ENOSPC.*The disk is full.*set DATABASE_URL/s);
});

test('a fault of our own is not dressed up as one of the system', () => {
  const fault = new TypeError('x is not a function');
  expect(explainSystemError(fault, '/srv/waybill/data')).toBe(fault);
});

test('the lines of the log are set off from what we say', () => {
  const { message } = new EmbeddedPostgresError('It failed.', { log: 'one\ntwo', todo: 'Try again.' });
  expect(message).toContain('It failed.\nLast lines of its log:\n  one\n  two\nTry again.\nOr use');
});
