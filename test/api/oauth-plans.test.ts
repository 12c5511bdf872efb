// The lists of users, tokens and security events, the cleanup of credentials, and the retirement of locations read rows
// by index, so that their cost does not grow with the stored data.
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listSecurityEventRows } from '../../src/features/accounts/system/security-event-list-store.ts';
import { tokenValidityAt } from '../../src/features/accounts/valid-token-store.ts';
import { revokeTokensOfClient } from '../../src/features/oauth/client-admin-store.ts';
import { listClientTokens } from '../../src/features/oauth/client-token-store.ts';
import { deleteExpiredCredentials } from '../../src/features/oauth/system/cleanup-store.ts';
import { listUsers } from '../../src/features/oauth/system/user-admin-store.ts';
import { listUserGrants } from '../../src/features/oauth/user-access-store.ts';
import { retireLocations } from '../../src/features/privacy/system/ended-booking-store.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { type Explained, explainStatements } from '../support/query-plans.ts';

const ROWS = 5_000;
const CLIENTS = 100;

/** Users, clients with a secret each, and for every user an access token, a refresh token and a code. */
const fill = `
  with clients as (
    insert into api_client (id, account_id, client_id, name, scopes, grants, redirect_uris, created_at)
    select gen_random_uuid(), $1, 'client ' || n, 'client', '{user}', '{password}', '{}', now()
    from generate_series(1, ${CLIENTS}) n returning id
  ), secrets as (
    insert into client_secret (id, api_client_id, account_id, secret_hash, created_at)
    select gen_random_uuid(), id, $1, sha256(id::text::bytea), now() from clients returning id, api_client_id
  ), numbered as (
    select *, row_number() over () as n from secrets
  ), accounts as (
    insert into account (id, kind, name, created_at, updated_at)
    select gen_random_uuid(), 'personal', n::text, now() - n * interval '1 second', now()
    from generate_series(1, ${ROWS}) n returning *
  ), users as (
    insert into app_user (id, account_id, username, password_hash, created_at)
    select gen_random_uuid(), id, 'user ' || name, 'hash', created_at from accounts returning id, username
  ), pairs as (
    select u.id as user_id, s.id as secret_id, s.api_client_id, gen_random_uuid() as family_id
    from users u join numbered s on s.n = 1 + substr(u.username, 6)::int % ${CLIENTS}
  ), codes as (
    insert into authorization_code (code_hash, family_id, account_id, api_client_id, user_id, redirect_uri, scopes,
      created_at, expires_at)
    select sha256(family_id::text::bytea), family_id, $1, api_client_id, user_id, '', '{user}', now(), now() + interval '1 day'
    from pairs
  ), tokens as (
    insert into access_token (id, token_hash, account_id, api_client_id, user_id, scopes, family_id, client_secret_id,
      created_at)
    select gen_random_uuid(), sha256(family_id::text::bytea), $1, api_client_id, user_id, '{user}', family_id, secret_id, now()
    from pairs returning *
  )
  insert into refresh_token (id, token_hash, family_id, account_id, api_client_id, user_id, scopes, access_token_id,
    secret_required, client_secret_id, created_at, expires_at)
  select gen_random_uuid(), token_hash, family_id, account_id, api_client_id, user_id, scopes, id, true, client_secret_id,
    now(), now() + interval '90 days'
  from tokens`;

/** Audit entries: many about bookings of one account, a few of its security events, and one of every other account. */
const fillAudit = `
  insert into audit_entry (id, account_id, actor_kind, actor_id, action, subject_kind, subject_id, request_id, at, changed)
  select gen_random_uuid(), account_id, 'system', 'test', action, kind, account_id, 'test', now(), '{}' from (
    select $1::uuid as account_id, 'booking.created' as action, 'booking' as kind from generate_series(1, ${ROWS})
    union all select $1, 'client.created', 'client' from generate_series(1, 3)
    union all select id, 'client.created', 'client' from account where id <> $1) entries`;

const fillLocations = `
  insert into location (id, account_id, name, longitude, latitude, address, location_type, time_zone, created_at)
  select gen_random_uuid(), $1, 'place', 0, 0, '{}', 'coordinates', 'UTC', now() from generate_series(1, ${ROWS})`;

describe('lists of users, tokens and security events, the cleanup, and locations', () => {
  let test: TestApp;
  let explained: Explained;
  let accountId: string;
  const validity = () => tokenValidityAt(new Date(), null);
  const large = new Set([
    'access_token',
    'refresh_token',
    'authorization_code',
    'app_user',
    'audit_entry',
    'location',
  ]);

  beforeAll(async () => {
    test = await startTestApp({ corruptsData: true });
    ({ accountId } = await test.user('planned', 'correct horse battery staple'));
    await queryAsOwner(test.connection, fill, [accountId]);
    await queryAsOwner(test.connection, fillAudit, [accountId]);
    await queryAsOwner(test.connection, fillLocations, [accountId]);
    await queryAsOwner(test.connection, 'analyze');
    explained = await explainStatements(test.connection);
  });
  afterAll(async () => {
    await explained?.close();
    await test?.close();
  });

  afterEach(() => {
    const nodes = explained.takePlans().flat();
    expect(nodes.length).toBeGreaterThan(0);
    const scanned = nodes.filter(
      (node) => node['Node Type'] === 'Seq Scan' && large.has(node['Relation Name'] ?? ''),
    );
    expect(scanned.map((node) => node['Relation Name'])).toEqual([]);
    // Neither does an index scan read and discard most of the table.
    const read = nodes.map(
      (node) =>
        ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0)) * (node['Actual Loops'] ?? 0),
    );
    expect(Math.max(...read)).toBeLessThan(ROWS / 5);
  });

  it('lists users', async () => {
    await listUsers(explained.db, { validity: validity() }, { direction: 'older', from: null, limit: 20 });
  });

  it('lists the access of applications', async () => {
    await listUserGrants(explained.db, randomUUID(), validity());
  });

  it('lists the live tokens of a client', async () => {
    const [client] = await queryAsOwner<{ id: string }>(
      test.connection,
      "select id from api_client where name = 'client' limit 1",
    );
    await listClientTokens(explained.db, client?.id ?? '', { ...validity(), after: undefined, limit: 50 });
  });

  it('lists the security events of an account', async () => {
    await listSecurityEventRows(explained.db, { events: ['client.created'], accountId }, { limit: 50 });
  });

  it('retires locations', async () => {
    const places = await queryAsOwner<{ id: string }>(test.connection, 'select id from location limit 2');
    await retireLocations(
      explained.db,
      accountId,
      places.map(({ id }) => id),
      new Date(),
    );
  });

  it('revokes the tokens of a client', async () => {
    await revokeTokensOfClient(explained.db, randomUUID(), new Date());
  });

  it('cleans up', async () => {
    const endedBefore = new Date(Date.now() - 86_400_000);
    await deleteExpiredCredentials(explained.db, { ...validity(), endedBefore });
  });
});
