// Security events as administrators read them: list, filters and export; and how long client addresses are kept.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordAudit } from '../../src/db/audit-store.ts';
import { securityEventNames } from '../../src/domain/account/security-event.ts';
import { addressRetentionTasks } from '../../src/features/privacy/tasks.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { requestToken } from '../support/oauth.ts';
import { expectRefusal, newOperator, OperatorClient } from '../support/operator-client.ts';
import { PortalClient } from '../support/portal-client.ts';

describe('security events', () => {
  let test: TestApp;
  let clock: TestClock;
  beforeAll(async () => {
    clock = new TestClock();
    test = await startTestApp({ clock });
  });
  afterAll(() => test.close());

  const passwordGrant = (clientId: string, username: string, password: string) =>
    requestToken(test, { grant_type: 'password', client_id: clientId, username, password });

  describe('in the operator API', () => {
    it('are listed for administrators only, by page, newest first', async () => {
      const admin = await OperatorClient.enter(test, 'admin');
      for (const role of ['viewer', 'dispatcher'] as const) {
        const operator = await OperatorClient.enter(test, role);
        expectRefusal(await operator.get('/security-events'), 403, 'insufficient_role');
        expectRefusal(await operator.get('/security-events/export?format=csv'), 403, 'insufficient_role');
      }
      const { token } = await test.partner();
      const stranger = new OperatorClient(test.baseUrl, { authorization: `Bearer ${token}` });
      expect((await stranger.get('/security-events')).status).toBe(401);

      const seen: string[] = [];
      let after = '';
      do {
        const { body } = await admin.get(`/security-events?limit=5${after}`);
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        after = body.next === null ? '' : `&after=${body.next}`;
      } while (after !== '');
      const all = await queryAsOwner<{ id: string }>(
        test.connection,
        `select id from audit_entry where action not in ('account.created', 'account.updated')
         order by recorded_at desc, id desc`,
      );
      expect(seen).toEqual(all.map(({ id }) => id));
      const unknown = '/security-events?after=01a1dd91-9083-7ea6-8ea1-26553110e396';
      expectRefusal(await admin.get(unknown), 400, 'invalid_parameter', 'after');
    });

    it('cannot be recorded past the security log, which counts and logs them', async () => {
      const change = { accountId: null, subject: { kind: 'account', id: 'x' } };
      const actor = { kind: 'command', id: 'test', requestId: 'test' } as const;
      for (const action of securityEventNames)
        await expect(
          recordAudit(test.system, { ids: randomIds, clock }, actor, { ...change, action }),
          action,
        ).rejects.toThrow(`${action} is a security event`);
    });

    it('are filtered by event, severity, actor, subject, account and time', async () => {
      const admin = await OperatorClient.enter(test, 'admin');
      const { clientId } = await userClient();
      const user = await test.user('rosa', 'correct horse battery');
      clock.advance({ minutes: 1 });
      await passwordGrant(clientId, 'rosa', 'wrong');
      const list = async (query: Record<string, string>) => {
        const { body, status, text } = await admin.get(`/security-events?${new URLSearchParams(query)}`);
        expect(status, text).toBe(200);
        return body.data as { event: string; severity: string; at: string; subject: { name: string } }[];
      };
      const [failed] = await list({ subject: user.id });
      expect(failed).toMatchObject({
        event: 'auth.failed',
        severity: 'warning',
        title: 'Sign-in failed',
        actor: { kind: 'anonymous', id: 'password_grant', name: null },
        subject: { kind: 'user', id: user.id, name: 'rosa' },
        account: { id: user.accountId },
        address: '127.0.0.1',
      });
      expect(await list({ subject: `user:${user.id}`, event: 'user.created' })).toHaveLength(1);
      expect(await list({ account_id: user.accountId, severity: 'warning' })).toEqual([failed]);
      expect(await list({ account_id: user.accountId, actor: 'anonymous' })).toEqual([failed]);
      expect(await list({ account_id: user.accountId, actor: 'anonymous:password_grant' })).toEqual([failed]);
      expect(await list({ account_id: user.accountId, actor: 'operator' })).toEqual([]);
      const [at, later] = [String(failed?.at), new Date(Date.parse(String(failed?.at)) + 1).toISOString()];
      expect(await list({ subject: user.id, from: at, to: later })).toEqual([failed]);
      expect(await list({ subject: user.id, from: later })).toEqual([]);
      for (const [query, param] of [
        ['event=booking.created', 'event'],
        ['severity=bad', 'severity'],
        ['from=yesterday', 'from'],
        [`from=${later}&to=${at}`, 'from'],
        ['limit=101', 'limit'],
      ] as const)
        expectRefusal(await admin.get(`/security-events?${query}`), 400, 'invalid_parameter', param);
    });

    it('name the API client that is the subject, by its row id or by its client id', async () => {
      const admin = await OperatorClient.enter(test, 'admin');
      const { id, client } = await test.organization('Fabrikam');
      const portal = await PortalClient.enter(await test.partner({ client }));
      await portal.confirm(client);
      const list = async () =>
        (await admin.get(`/security-events?account_id=${id}&event=step_up.passed`)).body;
      const subject = { kind: 'client', id: client.id, name: 'test client' };
      expect(await list()).toMatchObject({ data: [{ actor: { id: client.clientId }, subject }] });
      const copied = await queryAsOwner<{ id: string }>(
        test.connection,
        `insert into audit_entry (id, at, actor_kind, actor_id, action, subject_kind, subject_id, account_id, request_id)
         select gen_random_uuid(), at, actor_kind, actor_id, action, subject_kind, actor_id, account_id, request_id
         from audit_entry where account_id = $1 and action = 'step_up.passed' returning id`,
        [id],
      );
      const found = (await list()).data.find((event: { id: string }) => event.id === copied[0]?.id);
      expect(found).toMatchObject({ subject: { ...subject, id: client.clientId } });
    });

    it('are exported as CSV and NDJSON, and the export is recorded', async () => {
      const account = await newOperator(test, 'admin');
      const admin = await OperatorClient.signIn(test, account);
      const csv = await admin.get(`/security-events/export?format=csv&subject=${account.id}`);
      expect(csv.headers.get('content-disposition')).toMatch(
        /^attachment; filename="waybill-security-.*\.csv"$/,
      );
      const [head, ...rows] = csv.text.trimEnd().split('\r\n');
      expect(head).toMatch(/^id,at,event,severity,actor_kind,/);
      expect(rows.map((row) => row.split(',')[2])).toEqual([
        '"operator_session.started"',
        '"auth.succeeded_new_device"',
        '"operator.created"',
      ]);
      const ndjson = await admin.get(`/security-events/export?format=ndjson&actor=${account.id}`);
      const events = ndjson.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).event);
      expect(events).toEqual([
        'security_events.exported',
        'security_events.exported',
        'operator_session.started',
        'auth.succeeded_new_device',
      ]);
    });
  });

  describe('keep client addresses', () => {
    it('until the retention ends; the entries stay', async () => {
      const { clientId } = await userClient();
      const user = await test.user('sven', 'correct horse battery');
      await passwordGrant(clientId, 'sven', 'wrong');
      const [task] = addressRetentionTasks(test.system, clock, 90);
      const stored = () =>
        queryAsOwner<{ address: string | null }>(
          test.connection,
          `select host(a.address) as address from audit_entry e left join audit_address a on a.entry_id = e.id
           where e.subject_id = $1 and e.action = 'auth.failed'`,
          [user.id],
        );
      await task?.run();
      expect(await stored()).toEqual([{ address: '127.0.0.1' }]);
      clock.advance({ days: 91 });
      await task?.run();
      expect(await stored()).toEqual([{ address: null }]);
      const left = await queryAsOwner(test.connection, 'select from audit_address');
      expect(left).toHaveLength(0);
    });

    it('masked in the access log, unless configured otherwise', async () => {
      const requestLines = (app: TestApp) =>
        app
          .logged()
          .split('\n')
          .filter((line) => line.includes('"msg":"request"'));
      await test.anonymous.get('/health');
      expect(requestLines(test).at(-1)).toContain('"network":"127.0.0.0/24"');
      expect(requestLines(test).join()).not.toContain('127.0.0.1');
      for (const [shown, pattern] of [
        ['full', /"ip":"127\.0\.0\.1"/],
        ['none', /^(?!.*127\.0\.0)/],
      ] as const) {
        const other = await startTestApp({ sharing: test, variables: { LOG_CLIENT_ADDRESS: shown } });
        await other.anonymous.get('/health');
        expect(requestLines(other).at(-1)).toMatch(pattern);
        await other.close();
      }
    });

    it('out of reach of partner requests', async () => {
      for (const role of ['waybill_app', 'waybill_identity'])
        for (const privilege of ['select', 'update', 'delete'])
          expect(
            await queryAsOwner(
              test.connection,
              `select has_table_privilege($1, 'audit_address', $2) as may`,
              [role, privilege],
            ),
          ).toEqual([{ may: false }]);
    });
  });

  const userClient = async () => {
    const { id } = await test.organization();
    return test.client(id, { scopes: ['user'], grants: ['password', 'refresh_token'] });
  };
});
