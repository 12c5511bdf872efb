// What tests of API clients do: sign in with issued credentials, open the portal, and read the audit trail.
import type { IssuedClient } from '../../src/features/oauth/issue-client.ts';
import { ApiClient, type TestResponse } from './api-client.ts';
import type { TestApp } from './app.ts';
import { queryAsOwner } from './database.ts';
import { PortalClient } from './portal-client.ts';

/** A client as the operator API and the portal return it after creation or rotation. */
export interface Issued {
  readonly id: string;
  readonly client_id: string;
  readonly client_secret: string;
}

export interface ClientActions {
  readonly signIn: (client: Issued) => Promise<TestResponse>;
  readonly ofToken: (token: string) => ApiClient;
  /** A portal session of the client with a step-up. */
  readonly confirmedVisitor: (client: IssuedClient, scope?: string) => Promise<PortalClient>;
  /** Audit entries of a subject, without refused sign-ins with an old secret, which are entries of their own. */
  readonly audits: (subject: string) => Promise<{ action: string; actor_kind: string }[]>;
}

/** `current`: the application that the test file starts before its tests. */
export function clientActions(current: () => TestApp): ClientActions {
  return {
    signIn: ({ client_id, client_secret }) =>
      current().anonymous.post('/oauth/token', {
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      }),
    ofToken: (token) => new ApiClient(current().baseUrl, token),
    confirmedVisitor: async (client, scope) => {
      const partner = await current().partner({ client, ...(scope !== undefined && { scope }) });
      return (await PortalClient.enter(partner)).confirm(client);
    },
    audits: (subject) =>
      queryAsOwner(
        current().connection,
        `select action, actor_kind from audit_entry
         where subject_id = $1 and actor_kind <> 'anonymous' order by at, id`,
        [subject],
      ),
  };
}
