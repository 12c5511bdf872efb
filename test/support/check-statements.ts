// Setup file of all tests. After each API test file: checks every SQL statement of the application against the rule in
// test/support/sharding-rule.ts.
import { afterAll, expect } from 'vitest';
import { isAllowedStatement } from './cross-account-statements.ts';
import { takeRecordedStatements } from './recorded-statements.ts';
import { accessesWithoutAccount, accountTables, loadParser } from './sharding-rule.ts';

afterAll(async () => {
  const newStatements = takeRecordedStatements();
  const isApiTest = /\/test\/(api|long)\//.test(expect.getState().testPath ?? '');
  if (!isApiTest || newStatements.length === 0) return;
  await loadParser();
  const tables = accountTables();
  const faults = newStatements.flatMap(({ role, text }) =>
    accessesWithoutAccount(text, tables)
      .filter(({ verb, table }) => !isAllowedStatement(role, verb, table))
      .map(({ verb, table }) => `waybill_${role}: ${verb} ${table}\n    ${text}`),
  );
  if (faults.length === 0) return;
  throw new Error(
    `Statements on rows of accounts without an account condition (see docs/scaling.md):\n  ${faults.join('\n  ')}`,
  );
});
