// Security events: which attempts and changes are recorded, how often, with which address, and who can read them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { requestToken } from '../support/oauth.ts';

interface Entry {
  readonly action: string;
  readonly actor: string;
  readonly kind: string;
  readonly subject: string;
  readonly account: string | null;
  readonly address: string | null;
}

describe('security events', () => {
  let test: TestApp;
  let clock: TestClock;
  beforeAll(async () => {
    clock = new TestClock();
    test = await startTestApp({ clock });
  });
  afterAll(() => test.close());

  /** Entries since the call, with the client address. */
  const entriesAfter = async (work: () => Promise<unknown>): Promise<Entry[]> => {
    const [before] = await queryAsOwner<{ at: Date }>(test.connection, 'select clock_timestamp() as at');
    await work();
    return queryAsOwner<Entry>(
      test.connection,
      `select e.action, e.actor_kind || ':' || e.actor_id as actor, e.subject_kind as kind, e.subject_id as subject,
         e.account_id as account, host(a.address) as address
       from audit_entry e left join audit_address a on a.entry_id = e.id where e.recorded_at > $1 order by e.recorded_at`,
      [before?.at],
    );
  };

  const counted = async (event: string): Promise<number> => {
    const text = await test.metrics.metrics();
    const line = new RegExp(
      `waybill_security_events_total\\{environment="production",event="${event}"\\} (\\d+)`,
    );
    return Number(line.exec(text)?.[1] ?? Number.NaN);
  };

  const passwordGrant = (clientId: string, username: string, password: string) =>
    requestToken(test, { grant_type: 'password', client_id: clientId, username, password });

  describe('of failed sign-ins', () => {
    it('name a known user, their account and the address of the client', async () => {
      const { clientId } = await userClient();
      const user = await test.user('nora', 'correct horse battery');
      const entries = await entriesAfter(() => passwordGrant(clientId, 'Nora', 'wrong'));
      expect(entries).toEqual([
        {
          action: 'auth.failed',
          actor: 'anonymous:password_grant',
          kind: 'user',
          subject: user.id,
          account: user.accountId,
          address: '127.0.0.1',
        },
      ]);
    });

    it('store a keyed hash of an unknown name, never what was typed', async () => {
      const { clientId } = await userClient();
      const typed = 'My-Secret-Passphrase-9';
      const [entry] = await entriesAfter(() => passwordGrant(clientId, typed, 'x'));
      expect(entry).toMatchObject({ action: 'auth.failed', kind: 'user_name', account: null });
      expect(entry?.subject).toMatch(/^[\w-]{22}$/);
      const dump = await queryAsOwner<{ text: string }>(
        test.connection,
        'select e::text as text from audit_entry e union all select t::text from attempt_throttle t',
      );
      const everything = dump.map(({ text }) => text).join() + test.logged();
      expect(everything.toLowerCase()).not.toContain(typed.toLowerCase());
    });

    it('are written once per minute, name and network, and counted every time', async () => {
      const { clientId } = await userClient();
      await test.user('omar', 'correct horse battery');
      const [failed, throttled] = [await counted('auth.failed'), await counted('auth.throttled')];
      const entries = await entriesAfter(async () => {
        for (let attempt = 0; attempt < 14; attempt += 1) await passwordGrant(clientId, 'omar', 'wrong');
      });
      expect(entries.map(({ action }) => action)).toEqual(['auth.failed', 'auth.throttled']);
      expect(new Set(entries.map(({ subject }) => subject)).size).toBe(1);
      const counts = [(await counted('auth.failed')) - failed, (await counted('auth.throttled')) - throttled];
      expect(Math.min(...counts)).toBeGreaterThan(1);
      expect(counts[0] ?? 0).toBe(14 - (counts[1] ?? 0));
      clock.advance({ seconds: 60 });
      expect(await entriesAfter(() => passwordGrant(clientId, 'omar', 'wrong'))).toHaveLength(1);
    });

    it('are written once even if two processes see them', async () => {
      const { clientId } = await userClient();
      const second = await startTestApp({ clock, sharing: test });
      try {
        const entries = await entriesAfter(async () => {
          for (const process of [test, second, test, second])
            await requestToken(process, {
              grant_type: 'password',
              client_id: clientId,
              username: 'pia',
              password: 'wrong',
            });
        });
        expect(entries.map(({ action }) => action)).toEqual(['auth.failed']);
      } finally {
        await second.close();
      }
    });

    it('of API clients name the client', async () => {
      const { id, client } = await test.organization();
      const [entry] = await entriesAfter(() =>
        requestToken(test, {
          grant_type: 'client_credentials',
          client_id: client.clientId,
          client_secret: 'wrong',
        }),
      );
      expect(entry).toMatchObject({
        action: 'auth.failed',
        actor: 'anonymous:oauth_client',
        kind: 'client',
        subject: client.id,
        account: id,
        address: '127.0.0.1',
      });
      expect(test.logged()).toMatch(
        /"level":"warn".*"event":"auth.failed".*"network":"127.0.0.0\/24".*security event/,
      );
    });
  });

  const userClient = async () => {
    const { id } = await test.organization();
    return test.client(id, { scopes: ['user'], grants: ['password', 'refresh_token'] });
  };
});
