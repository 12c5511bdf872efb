// Security events: which attempts and changes are recorded, how often, and with which address.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { setUpFactor } from '../support/authenticator.ts';
import { prepareAuthorization } from '../support/authorization.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { basic, requestToken } from '../support/oauth.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

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
    const [before] = await queryAsOwner<{ at: string }>(
      test.connection,
      // As text: a Date has no microseconds.
      'select clock_timestamp()::text as at',
    );
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

    it('on the sign-in page name the user', async () => {
      const { username, path, visitor } = await prepareAuthorization(test);
      const browser = visitor();
      await browser.open(path());
      const [entry, ...others] = await entriesAfter(() =>
        browser.press('sign_in', { username, password: 'wrong' }),
      );
      expect(entry).toMatchObject({
        action: 'auth.failed',
        actor: 'anonymous:sign_in_page',
        kind: 'user',
        address: '127.0.0.1',
      });
      expect(others).toEqual([]);
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

  describe('of sign-ins on a new device', () => {
    const newDevice = 'auth.succeeded_new_device';
    const actionsAfter = async (work: () => Promise<unknown>) =>
      (await entriesAfter(work)).map(({ action }) => action);

    it('of an operator are recorded until device or network are known', async () => {
      const account = await newOperator(test, 'viewer');
      const { id, email, password } = account;
      const [first] = await entriesAfter(() => OperatorClient.signIn(test, account));
      expect(first).toMatchObject({
        action: newDevice,
        actor: `operator:${id}`,
        kind: 'operator',
        subject: id,
        address: '127.0.0.1',
      });
      expect(await actionsAfter(() => OperatorClient.signIn(test, account))).not.toContain(newDevice);

      const signIn = (cookie: string) =>
        new OperatorClient(test.baseUrl).post('/sessions', { email, password }, { headers: { cookie } });
      const cookies = (await signIn('')).headers.getSetCookie();
      const device = cookies.find((cookie) => cookie.includes('device'))?.split(';')[0] ?? '';
      await queryAsOwner(test.connection, 'delete from known_network');
      expect(await actionsAfter(() => signIn(device))).not.toContain(newDevice);
      await queryAsOwner(test.connection, 'delete from known_network');
      expect(await actionsAfter(() => signIn(''))).toContain(newDevice);
    });

    it('of a user and of a crew member are recorded once', async () => {
      const { clientId } = await userClient();
      const user = await test.user('tess', 'correct horse battery');
      const grant = () => passwordGrant(clientId, 'tess', 'correct horse battery');
      expect(await entriesAfter(grant)).toMatchObject([
        { action: newDevice, actor: `user:${user.id}`, subject: user.id, account: user.accountId },
      ]);
      expect(await actionsAfter(grant)).toEqual([]);

      const operator = await OperatorClient.enter(test);
      const { body: member } = await operator.post('/crew-members', { first_name: 'Cy', phone_number: null });
      const { body: issued } = await operator.post(`/crew-members/${member.id}/access`, { kind: 'pin' });
      const { code: name, pin } = issued;
      const enter = () => test.anonymous.post('/crew/api/session', { name, pin });
      expect(await actionsAfter(enter)).toEqual([newDevice, 'crew_session.started']);
      expect(await actionsAfter(enter)).toEqual(['crew_session.started']);
    });
  });

  describe('of tokens', () => {
    it('report a refresh token that is used twice, with the client, the user and the address', async () => {
      const { clientId } = await userClient();
      const user = await test.user('quinn', 'correct horse battery');
      const { body } = await passwordGrant(clientId, 'quinn', 'correct horse battery');
      const refresh = () =>
        requestToken(test, {
          grant_type: 'refresh_token',
          client_id: clientId,
          refresh_token: body.refresh_token,
        });
      expect((await refresh()).status).toBe(200);
      const before = await counted('token.reuse_detected');
      const entries = await entriesAfter(async () => expect((await refresh()).status).toBe(400));
      expect(entries).toEqual([
        {
          action: 'token.reuse_detected',
          actor: `client:${clientId}`,
          kind: 'user',
          subject: user.id,
          account: user.accountId,
          address: '127.0.0.1',
        },
      ]);
      expect(await counted('token.reuse_detected')).toBe(before + 1);
    });

    it('report an authorization code that is used twice', async () => {
      const authorization = await prepareAuthorization(test);
      const code = await authorization.code();
      expect((await authorization.exchange(code)).status).toBe(200);
      const entries = await entriesAfter(() => authorization.exchange(code));
      expect(entries).toMatchObject([
        {
          action: 'code.reuse_detected',
          actor: `client:${authorization.client.clientId}`,
          kind: 'user',
          address: '127.0.0.1',
        },
      ]);
    });

    it('report a revoked token', async () => {
      const { id, client } = await test.organization();
      const partner = await test.partner({ client });
      const entries = await entriesAfter(() =>
        test.anonymous.post(
          '/oauth/revoke',
          { token: partner.token },
          { headers: basic(client.clientId, client.clientSecret) },
        ),
      );
      expect(entries.map(({ action, account }) => [action, account])).toEqual([['token.revoked', id]]);
    });
  });

  describe('of operators', () => {
    it('are one entry per change of role, password and access, with actor and address', async () => {
      const admin = await OperatorClient.enter(test, 'admin');
      const { id } = await newOperator(test, 'viewer');
      const entries = await entriesAfter(async () => {
        expect((await admin.patch(`/operators/${id}`, { role: 'dispatcher', disabled: true })).status).toBe(
          200,
        );
        expect((await admin.patch(`/operators/${id}`, { disabled: false })).status).toBe(200);
        expect((await admin.post(`/operators/${id}/password-reset`)).status).toBe(201);
        expect((await admin.post('/invitations', { email: 'new@example.com', role: 'viewer' })).status).toBe(
          201,
        );
      });
      expect(entries.map(({ action }) => action)).toEqual([
        'role.changed',
        'operator.disabled',
        'operator.enabled',
        'operator.password_reset_asked',
        'operator.invited',
      ]);
      expect(new Set(entries.map(({ address }) => address))).toEqual(new Set(['127.0.0.1']));
    });

    it('report a refused password, a refused second factor, and changes of both', async () => {
      const account = await newOperator(test, 'admin');
      const { id, email, password } = account;
      const admin = await OperatorClient.signIn(test, account);
      const stranger = new OperatorClient(test.baseUrl);
      const entries = await entriesAfter(async () => {
        await setUpFactor(admin, account, clock.now().getTime());
        await stranger.post('/sessions', { email, password: 'wrong' });
        await stranger.post('/sessions', { email, password });
        await stranger.post('/sessions', { email, password, code: '000000' });
        for (const require_second_factor of [true, false])
          expect((await admin.put('/sign-in-policy', { require_second_factor })).status).toBe(200);
        expect((await admin.post('/me/second-factor/remove', { password })).status).toBe(204);
      });
      const ofOperator = { kind: 'operator', subject: id, address: '127.0.0.1' };
      const refused = { actor: 'anonymous:operator_sign_in', ...ofOperator };
      expect(entries).toMatchObject([
        { action: 'operator.second_factor_set_up', actor: `operator:${id}`, ...ofOperator },
        { action: 'auth.failed', ...refused },
        { action: 'mfa.failed', ...refused },
        { action: 'sign_in_policy.updated', kind: 'sign_in_policy' },
        { action: 'sign_in_policy.updated', kind: 'sign_in_policy' },
        { action: 'operator.second_factor_removed', ...ofOperator },
      ]);
    });

    it('report links that are refused, without their tokens', async () => {
      const entries = await entriesAfter(async () => {
        await new OperatorClient(test.baseUrl).post('/links/check', { token: 'wb_production_unknown' });
        await test.anonymous.post('/portal/api/session', { token: 'wb_production_unknown' });
        await test.anonymous.post('/crew/api/session', { token: 'wb_production_unknown' });
      });
      expect(entries.map(({ action, actor, kind }) => [action, actor, kind])).toEqual([
        ['auth.failed', 'anonymous:operator_link', 'link_name'],
        ['auth.failed', 'anonymous:portal_link', 'link_name'],
        ['auth.failed', 'anonymous:crew_link', 'link_name'],
      ]);
      expect(JSON.stringify(entries)).not.toContain('unknown');
    });

    it('report sessions that an operator ends elsewhere', async () => {
      const account = await newOperator(test, 'viewer');
      const [first] = [
        await OperatorClient.signIn(test, account),
        await OperatorClient.signIn(test, account),
      ];
      const entries = await entriesAfter(() => first.delete('/me/sessions'));
      expect(entries).toMatchObject([{ action: 'session.revoked', kind: 'operator', subject: account.id }]);
    });
  });

  describe('of crew members', () => {
    it('report links, PINs, delays and revocations, in the trail and as a metric', async () => {
      const operator = await OperatorClient.enter(test);
      const { body: member } = await operator.post('/crew-members', {
        first_name: 'Ana',
        phone_number: null,
      });
      const access = `/crew-members/${member.id}/access`;
      const names = ['link_created', 'pin_created', 'pin_delay_lifted', 'access_revoked'];
      const events = names.map((name) => `crew_member.${name}`);
      const before = await Promise.all(events.map(counted));
      const entries = await entriesAfter(async () => {
        for (const kind of ['link', 'pin']) expect((await operator.post(access, { kind })).status).toBe(201);
        expect((await operator.delete(`${access}/pin-delay`)).status).toBe(204);
        expect((await operator.delete(access)).status).toBe(204);
      });
      expect(entries.map(({ action }) => action)).toEqual(events);
      for (const entry of entries)
        expect(entry).toMatchObject({ kind: 'crew_member', subject: member.id, address: '127.0.0.1' });
      expect(await Promise.all(events.map(counted))).toEqual(before.map((count) => count + 1));
    });

    it('report wrong PINs and the delay that follows', async () => {
      const operator = await OperatorClient.enter(test);
      const { body: member } = await operator.post('/crew-members', { first_name: 'Bo', phone_number: null });
      const { body: issued } = await operator.post(`/crew-members/${member.id}/access`, { kind: 'pin' });
      const delayed = await counted('pin.delayed');
      const entries = await entriesAfter(async () => {
        for (let attempt = 0; attempt < 7; attempt += 1)
          await test.anonymous.post('/crew/api/session', { name: issued.code, pin: 'wrong' });
      });
      const refused = { actor: 'anonymous:crew_pin', kind: 'crew_member', subject: member.id };
      expect(entries).toMatchObject([
        { action: 'auth.failed', ...refused, address: '127.0.0.1' },
        { action: 'pin.delayed', ...refused, address: '127.0.0.1' },
      ]);
      expect(await counted('pin.delayed')).toBe(delayed + 2);
    });
  });

  describe('of personal data', () => {
    it('report an export and an erasure, without naming the person', async () => {
      const admin = await OperatorClient.enter(test, 'admin');
      const email = 'subject@example.com';
      const entries = await entriesAfter(async () => {
        expect((await admin.post('/people/export', { email })).status).toBe(200);
        expect((await admin.post('/people/erase', { email })).status).toBe(200);
      });
      expect(entries.map(({ action, address }) => [action, address])).toEqual([
        ['person.exported', '127.0.0.1'],
        ['person.erased', '127.0.0.1'],
      ]);
      expect(JSON.stringify(entries)).not.toContain(email);
    });
  });

  const userClient = async () => {
    const { id } = await test.organization();
    return test.client(id, { scopes: ['user'], grants: ['password', 'refresh_token'] });
  };
});
