import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { EXIT } from '../../lib/exit-error.ts';
import {
  EmbeddedPostgresError,
  explainSystemError,
  StillRecoveringError,
} from './embedded-postgres-error.ts';

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
  expect(explained).toMatchObject({ exitCode: EXIT.configuration });
  expect(String(explained)).toMatch(/\/srv\/waybill\/data: EACCES.*writable for the user.*set DATABASE_URL/s);
});

test('lets a service manager try again after a system error that may pass', () => {
  const exhausted = Object.assign(new Error('EMFILE: too many open files'), { code: 'EMFILE' });
  expect(explainSystemError(exhausted, '/srv/waybill/data')).toMatchObject({
    message: expect.stringContaining('EMFILE: too many open files.\nFix this error and start again.'),
    exitCode: EXIT.failure,
  });
});

test('returns other errors unchanged', () => {
  const fault = new TypeError('x is not a function');
  expect(explainSystemError(fault, '/srv/waybill/data')).toBe(fault);
});

test('asks for a change by default, and for a later start while the server recovers from a crash', () => {
  expect(new EmbeddedPostgresError('It failed.').exitCode).toBe(EXIT.configuration);
  expect(new StillRecoveringError('It is not ready.').exitCode).toBe(EXIT.unavailable);
});

test('indents the lines of the log', () => {
  const { message } = new EmbeddedPostgresError('It failed.', { log: 'one\ntwo', todo: 'Try again.' });
  expect(message).toContain(
    'It failed.\nLast lines of its log:\n  one\n  two\nTry again.\nAlternatively, use',
  );
});
