// GET /account: the contract is silent, docs/guides/authentication.md defines it.
import type { Section } from '../check.ts';
import { textAt } from '../exchange.ts';
import { expectFields, expectStatus, expectThat } from '../expectations.ts';

export const account: Section = {
  title: 'Account',
  checks: [
    {
      id: 'account.get',
      title: 'GET /account shows the environment, the client and the scopes of the token',
      source: { guide: 'authentication' },
      judge: async (run) => {
        const exchange = await run.get('/account');
        expectStatus(exchange, 200);
        expectFields(exchange, { environment: 'sandbox', client_id: run.options.credentials.clientId });
        const scope = textAt(exchange, 'scope');
        expectThat(exchange, scope.split(' ').includes('public'), 'a scope with public', scope);
      },
    },
  ],
};
