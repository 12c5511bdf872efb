// Sign-in of crew members to the crew page by link or PIN, and the end of their sessions.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crewTasks } from '../../src/features/crew/tasks.ts';
import type { Messenger, OutgoingMessage } from '../../src/integrations/messenger/messenger.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { CrewPhone, linkFor } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';

describe('a crew member', () => {
  const clock = new TestClock();
  const sentMessages: OutgoingMessage[] = [];
  const messenger: Messenger = {
    carries: new Set(['sms']),
    send: async (message) => {
      sentMessages.push(message);
      return { kind: 'sent', reference: 'x' };
    },
    close: async () => {},
  };
  let test: TestApp;
  let operator: OperatorClient;
  beforeAll(async () => {
    test = await startTestApp({ clock, messenger });
    operator = await OperatorClient.enter(test);
  });
  afterAll(() => test.close());

  let memberCount = 0;
  async function createMember(phoneNumber: string | null = `+1212555${(2_000 + memberCount++).toString()}`) {
    const { body, text } = await operator.post('/crew-members', {
      first_name: 'Ana',
      phone_number: phoneNumber,
    });
    expect(body.id, text).toBeTruthy();
    return { id: String(body.id), phoneNumber };
  }
  const access = (id: string) => `/crew-members/${id}/access`;
  const stranger = () => new CrewPhone(test.baseUrl);
  const issuePin = async (id: string) => (await operator.post(access(id), { kind: 'pin' })).body;

  it('signs in with a link once and gets an HttpOnly session cookie', async () => {
    const ana = await createMember();
    const { status, body } = await operator.post(access(ana.id), { kind: 'link' });
    expect(status).toBe(201);
    expect(body).toMatchObject({ kind: 'link', sms: 'sent' });
    expect(sentMessages.at(-1)).toMatchObject({ channel: 'sms', to: ana.phoneNumber });
    expect(String((sentMessages.at(-1) as { text: string }).text)).toContain(body.url);
    const token = new URL(body.url).hash.replace('#token=', '');
    expect(new URL(body.url).pathname).toBe('/crew/');
    const phone = stranger();
    const entered = await phone.post('/session', { token });
    expect(entered.status).toBe(204);
    expect(entered.headers.getSetCookie()[0]).toMatch(/HttpOnly; SameSite=Lax/);
    expect((await phone.readSession()).body.member).toEqual({ id: ana.id, first_name: 'Ana' });
    expectRefusal(await stranger().post('/session', { token }), 401, 'session_ended');
    const kept = await queryAsOwner(test.connection, 'select token_hash::text from crew_link');
    expect(JSON.stringify(kept)).not.toContain(token);
    const trail = await queryAsOwner(
      test.connection,
      `select action, actor_kind from audit_entry where subject_id = $1 order by id`,
      [ana.id],
    );
    expect(trail).toEqual([
      { action: 'crew_member.created', actor_kind: 'operator' },
      { action: 'crew_member.link_created', actor_kind: 'operator' },
      { action: 'auth.succeeded_new_device', actor_kind: 'crew_member' },
      { action: 'crew_session.started', actor_kind: 'crew_member' },
    ]);
  });

  it('has one valid link at a time, which expires after a day', async () => {
    const ana = await createMember(null);
    const first = await linkFor(operator, ana.id);
    const { body } = await operator.post(access(ana.id), { kind: 'link' });
    expect(body.sms).toBe('no_number');
    expectRefusal(await stranger().post('/session', { token: first }), 401, 'session_ended');
    expect((await operator.get(access(ana.id))).body.link_expires_at).toBe(body.expires_at);
    clock.advance({ hours: 24 });
    const token = new URL(body.url).hash.replace('#token=', '');
    expectRefusal(await stranger().post('/session', { token }), 401, 'session_ended');
    operator = await OperatorClient.enter(test);
  });

  it('signs in with a PIN and either a phone number in any notation or a code', async () => {
    const ana = await createMember('+12125550199');
    const { code, pin } = await issuePin(ana.id);
    expect(pin).toMatch(/^\d{6}$/);
    for (const name of ['(212) 555-0199', '+1 212 555 0199', code.toLowerCase()])
      expect((await stranger().post('/session', { name, pin })).status, name).toBe(204);
    const again = await issuePin(ana.id);
    expect(again.code).toBe(code);
    expectRefusal(await stranger().post('/session', { name: code, pin }), 401, 'wrong_credentials');
    // A phone number that two members share does not identify either of them. Their codes do.
    const bo = await createMember('+12125550199');
    const other = await issuePin(bo.id);
    expectRefusal(
      await stranger().post('/session', { name: '+12125550199', pin: again.pin }),
      401,
      'wrong_credentials',
    );
    expect((await stranger().post('/session', { name: other.code, pin: other.pin })).status).toBe(204);
  });

  it('has to wait after five wrong PINs, longer each time, until a dispatcher lifts the delay', async () => {
    const ana = await createMember();
    const { code, pin } = await issuePin(ana.id);
    const guess = (given: string, name: string = code) => stranger().post('/session', { name, pin: given });
    const delayedUntil = async () => (await operator.get(access(ana.id))).body.pin_delayed_until;
    for (let attempt = 0; attempt < 5; attempt++) expectRefusal(await guess('x'), 401, 'wrong_credentials');
    expect(Date.parse(await delayedUntil())).toBeGreaterThan(Date.now());
    const delays: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const held = await guess(pin, round % 2 ? String(ana.phoneNumber) : code);
      expectRefusal(held, 429, 'rate_limit_exceeded');
      const seconds = Number(held.headers.get('retry-after'));
      delays.push(Math.round(seconds / 60));
      await queryAsOwner(
        test.connection,
        'update sign_in_throttle set blocked_until = blocked_until - make_interval(secs => $1)',
        [seconds],
      );
      expectRefusal(await guess('x'), 401, 'wrong_credentials');
    }
    expect(delays).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
    expectRefusal(await guess(pin), 429, 'rate_limit_exceeded');

    const viewer = await OperatorClient.enter(test, 'viewer');
    const delay = `${access(ana.id)}/pin-delay`;
    expectRefusal(await viewer.delete(delay), 403, 'insufficient_role');
    expect((await operator.delete(delay)).status).toBe(204);
    expect(await delayedUntil()).toBeNull();
    expect((await guess(pin)).status).toBe(204);
    const [entry] = await queryAsOwner(
      test.connection,
      "select actor_kind from audit_entry where subject_id = $1 and action = 'crew_member.pin_delay_lifted'",
      [ana.id],
    );
    expect(entry).toEqual({ actor_kind: 'operator' });
  });

  it('is not delayed on a known phone by wrong PINs from elsewhere, and a new PIN ends the delay', async () => {
    const ana = await createMember();
    const { code, pin } = await issuePin(ana.id);
    const phone = await CrewPhone.enter(operator, ana.id);
    phone.cookie = null;
    for (let attempt = 0; attempt < 5; attempt++) await stranger().post('/session', { name: code, pin: 'x' });
    expectRefusal(await stranger().post('/session', { name: code, pin }), 429, 'rate_limit_exceeded');
    expect((await phone.post('/session', { name: code, pin })).status).toBe(204);
    await queryAsOwner(test.connection, 'delete from known_network');
    expectRefusal(await stranger().post('/session', { name: code, pin }), 429, 'rate_limit_exceeded');
    const renewed = await issuePin(ana.id);
    expect((await stranger().post('/session', { name: code, pin: renewed.pin })).status).toBe(204);
  });

  it('gets the same response to wrong PINs as a name that does not exist', async () => {
    const ana = await createMember();
    const { code } = await issuePin(ana.id);
    const answers = async (name: string) => {
      const given: string[] = [];
      for (let attempt = 0; attempt < 6; attempt++) {
        const { status, text } = await stranger().post('/session', { name, pin: 'x' });
        given.push(`${status} ${text}`);
      }
      return given;
    };
    const [known, unknown] = [await answers(code), await answers('ZZZZZZ')];
    expect(unknown).toEqual(known);
    expect(unknown.at(-1)).toMatch(/^429/);
  });

  it('cannot write without the CSRF token or from another origin', async () => {
    const phone = await CrewPhone.enter(operator, (await createMember()).id);
    const noToken = await phone.post('/sync', { actions: [] }, { headers: { 'x-csrf-token': 'no' } });
    expectRefusal(noToken, 403, 'request_not_trusted');
    const elsewhere = await phone.post(
      '/sync',
      { actions: [] },
      { headers: { origin: 'https://evil.example' } },
    );
    expectRefusal(elsewhere, 403, 'request_not_trusted');
    expect((await phone.sync()).status).toBe(200);
  });

  it('loses the session after twelve idle hours, on revocation, on retirement and on sign-out', async () => {
    const [idle, revoked, retired, left] = [
      await createMember(),
      await createMember(),
      await createMember(),
      await createMember(),
    ];
    const enter = ({ id }: { id: string }) => CrewPhone.enter(operator, id);
    const expectOut = async (phone: CrewPhone) =>
      expectRefusal(await phone.get('/day'), 401, 'session_ended');
    const phones = [await enter(revoked), await enter(retired), await enter(left)] as const;
    const { pin, code } = await issuePin(revoked.id);
    expect((await operator.delete(access(revoked.id))).status).toBe(204);
    await expectOut(phones[0]);
    expectRefusal(await stranger().post('/session', { name: code, pin }), 401, 'wrong_credentials');
    const spare = await linkFor(operator, retired.id);
    await operator.delete(`/crew-members/${retired.id}`);
    await expectOut(phones[1]);
    expectRefusal(await stranger().post('/session', { token: spare }), 401, 'session_ended');
    expectRefusal(await operator.post(access(retired.id), { kind: 'link' }), 400, 'invalid_parameter', 'id');
    expect((await phones[2].call('DELETE', '/session')).status).toBe(204);
    expect(phones[2].cookie).toBeNull();
    const away = await enter(idle);
    clock.advance({ hours: 11 });
    expect((await away.get('/day')).status).toBe(200);
    clock.advance({ hours: 12 });
    await expectOut(away);
    for (const task of crewTasks(test.system, clock)) await task.run();
    const kept = await queryAsOwner(
      test.connection,
      'select member_id from crew_session where member_id = $1',
      [idle.id],
    );
    expect(kept).toEqual([]);
    operator = await OperatorClient.enter(test);
  });

  it('cannot use the partner API or the console, and operators cannot use the crew API', async () => {
    const phone = await CrewPhone.enter(operator, (await createMember()).id);
    const value = phone.cookie?.split('=')[1] ?? '';
    const asToken = new OperatorClient(test.baseUrl, { authorization: `Bearer ${value}` });
    expectRefusal(await asToken.get('/crews'), 401, 'invalid_token');
    const asCookie = new OperatorClient(test.baseUrl, { cookie: `waybill_production_operator=${value}` });
    expectRefusal(await asCookie.get('/crews'), 401, 'session_ended');
    const api = await fetch(`${test.baseUrl}/bookings`, { headers: { authorization: `Bearer ${value}` } });
    expect(api.status).toBe(401);
    const mine = await fetch(`${test.baseUrl}/crew/api/day`, { headers: asToken.headers });
    expect(mine.status).toBe(401);
    const viewer = await OperatorClient.enter(test, 'viewer');
    const { id } = await createMember();
    expectRefusal(await viewer.post(access(id), { kind: 'link' }), 403, 'insufficient_role');
    expectRefusal(await operator.get(access('0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9a01')), 404, 'not_found');
  });
});
