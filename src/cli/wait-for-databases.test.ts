import { expect, it } from 'vitest';
import { freePort } from '../../test/support/free-port.ts';
import { EXIT, ExitError } from '../lib/exit-error.ts';
import { waitForDatabases } from './wait-for-databases.ts';

it('announces an unreachable server once, and then names it and the variables in one error', async () => {
  const port = await freePort();
  const connection = { host: '127.0.0.1', port, user: 'waybill', password: 'hunter2' };
  const targets = [
    { variable: 'DATABASE_URL', connection: { ...connection, database: 'a' }, owner: 'waybill' },
    { variable: 'SANDBOX_DATABASE_URL', connection: { ...connection, database: 'b' }, owner: 'waybill' },
  ];
  const announced: object[] = [];
  const announce = (wait: object) => void announced.push(wait);
  const failure = await waitForDatabases(targets, { seconds: 1, announce }).catch((error: unknown) => error);
  const reason = `connect ECONNREFUSED 127.0.0.1:${port}`;
  expect(announced).toEqual([{ server: `127.0.0.1:${port}`, seconds: 1, reason }]);
  expect(failure).toBeInstanceOf(ExitError);
  expect(failure).toMatchObject({
    exitCode: EXIT.unavailable,
    message: `PostgreSQL at 127.0.0.1:${port} was not reachable for 1 seconds: ${reason}. Start it, or correct host and port in DATABASE_URL, SANDBOX_DATABASE_URL.`,
  });
});
