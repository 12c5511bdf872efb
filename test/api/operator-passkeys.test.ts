// Passkeys of operators over the API, with an authenticator in software that can also misbehave.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { setUpFactor } from '../support/authenticator.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';
import { holdLock } from '../support/held-lock.ts';
import { expectRefusal, newOperator, OperatorClient } from '../support/operator-client.ts';
import { type Deviation, SoftwarePasskey } from '../support/software-passkey.ts';

const origin = 'https://waybill.example';
const clock = new TestClock();
let test: TestApp;
beforeAll(async () => {
  test = await startTestApp({ clock, variables: { PUBLIC_URL: origin } });
});
afterAll(() => test.close());

const stranger = () => new OperatorClient(test.baseUrl);

async function addPasskey(operator: OperatorClient, name = 'Laptop') {
  const passkey = new SoftwarePasskey(origin);
  const challenge = await operator.post('/me/passkey-challenges');
  expect(challenge.status, challenge.text).toBe(201);
  const added = await operator.post('/me/passkeys', passkey.create(challenge.body, name));
  expect(added.status, added.text).toBe(201);
  return { passkey, added: added.body as { id: string; recovery_codes: string[] } };
}

async function withPasskey(role: 'viewer' | 'admin' = 'viewer') {
  const account = await newOperator(test, role);
  const operator = await OperatorClient.signIn(test, account);
  return { account, operator, ...(await addPasskey(operator)) };
}

async function signIn(passkey: SoftwarePasskey, deviation?: Deviation, more: object = { token: true }) {
  const { body: challenge } = await stranger().post('/passkey-challenges');
  return stranger().post('/sessions/passkey', { ...passkey.get(challenge, deviation), ...more });
}

const trailOf = async (id: string) =>
  (
    await queryAsOwner<{ action: string }>(
      test.connection,
      'select action from audit_entry where subject_id = $1 order by id',
      [id],
    )
  ).map(({ action }) => action);

describe('a passkey', () => {
  it('is added after step-up, listed, used to sign in and to confirm, and removed', async () => {
    const { account, operator, passkey, added } = await withPasskey('admin');
    expect(added.recovery_codes).toHaveLength(10);
    expect((await operator.get('/session')).body.second_factor).toBe('on');
    const started = await signIn(passkey);
    expect(started.status, started.text).toBe(201);
    expect(started.body.operator.id).toBe(account.id);
    expect(Date.parse(started.body.confirmed_until)).toBe(clock.now().getTime() + 600_000);
    const session = new OperatorClient(test.baseUrl, { authorization: `Bearer ${started.body.token}` });
    const { body } = await session.get('/me/passkeys');
    const now = clock.now().toISOString();
    expect(body.data).toEqual([{ id: added.id, name: 'Laptop', created_at: now, last_used_at: now }]);
    clock.advance({ minutes: 10 });
    expectRefusal(await session.delete(`/me/passkeys/${added.id}`), 403, 'step_up_required');
    expectRefusal(await session.post('/me/passkey-challenges'), 403, 'step_up_required');
    const challenge = await session.post('/session/confirmation/challenge');
    const confirmed = await session.post('/session/confirmation', { passkey: passkey.get(challenge.body) });
    expect(confirmed.status, confirmed.text).toBe(200);
    const after = new OperatorClient(test.baseUrl, { authorization: `Bearer ${confirmed.body.token}` });
    expect((await after.delete(`/me/passkeys/${added.id}`)).status).toBe(204);
    expect((await after.get('/session')).body.second_factor).toBe('off');
    expectRefusal(await signIn(passkey), 401, 'wrong_passkey');
    expect(await trailOf(account.id)).toEqual(
      expect.arrayContaining(['passkey.added', 'step_up.passed', 'passkey.removed']),
    );
  });

  it('is a second factor: the password alone no longer signs in, a recovery code does', async () => {
    const { account, added } = await withPasskey();
    const { email, password } = account;
    const alone = await stranger().post('/sessions', { email, password });
    expectRefusal(alone, 401, 'second_factor_required', 'code');
    const guess = await stranger().post('/sessions', { email, password, code: '123456' });
    expectRefusal(guess, 401, 'wrong_code');
    const code = added.recovery_codes[0];
    expect((await stranger().post('/sessions', { email, password, code })).status).toBe(201);
    const administrator = await OperatorClient.enter(test, 'admin');
    const listed = (await administrator.get('/operators')).body.data as {
      id: string;
      second_factor: boolean;
    }[];
    expect(listed.find(({ id }) => id === account.id)?.second_factor).toBe(true);
    // For a lost device; removes all second factors.
    expect((await administrator.delete(`/operators/${account.id}/second-factor`)).status).toBe(204);
    expect((await stranger().post('/sessions', { email, password })).status).toBe(201);
  });

  it('ends the other sessions of the operator if it is the first second factor', async () => {
    const account = await newOperator(test, 'viewer');
    const [elsewhere, here] = [
      await OperatorClient.signIn(test, account),
      await OperatorClient.signIn(test, account),
    ];
    await addPasskey(here);
    expectRefusal(await elsewhere.get('/session'), 401, 'invalid_token');
    expect((await addPasskey(here, 'Phone')).added.recovery_codes).toEqual([]);
  });

  it('ends the other sessions of the operator when it is removed', async () => {
    const { operator, passkey, added } = await withPasskey();
    const { body } = await signIn(passkey);
    const elsewhere = new OperatorClient(test.baseUrl, { authorization: `Bearer ${body.token}` });
    expect((await elsewhere.get('/session')).status).toBe(200);
    expect((await operator.delete(`/me/passkeys/${added.id}`)).status).toBe(204);
    expectRefusal(await elsewhere.get('/session'), 401, 'invalid_token');
    expect((await operator.get('/session')).status).toBe(200);
  });

  it('can be added 20 times, also if two are added at the same time', async () => {
    const { account, operator } = await withPasskey();
    await queryAsOwner(
      test.connection,
      `insert into operator_passkey
       select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(),
         'credential_id', '\\\\x' || replace(gen_random_uuid()::text, '-', '')))).*
       from operator_passkey p, generate_series(1, 18) where p.operator_id = $1`,
      [account.id],
    );
    const challenge = await operator.post('/me/passkey-challenges');
    await addPasskey(operator, 'Last');
    const late = await operator.post(
      '/me/passkeys',
      new SoftwarePasskey(origin).create(challenge.body, 'Late'),
    );
    expectRefusal(late, 409, 'too_many_passkeys');
    expectRefusal(await operator.post('/me/passkey-challenges'), 409, 'too_many_passkeys');
  });

  it('and the authenticator app cannot both be removed at the same time if one must stay', async () => {
    const account = await newOperator(test, 'admin');
    const operator = await OperatorClient.signIn(test, account);
    await setUpFactor(operator, account, clock.now().getTime());
    const { added } = await addPasskey(operator);
    expect((await operator.put('/sign-in-policy', { require_second_factor: true })).status).toBe(200);
    try {
      const row = await holdLock(test.connection, 'select from operator where id = $1 for update', [
        account.id,
      ]);
      const removals = [
        operator.post('/me/second-factor/remove'),
        operator.delete(`/me/passkeys/${added.id}`),
      ];
      await row.othersWaiting(2);
      await row.release();
      const statuses = (await Promise.all(removals)).map(({ status }) => status);
      expect(new Set(statuses)).toEqual(new Set([204, 409]));
    } finally {
      await operator.put('/sign-in-policy', { require_second_factor: false });
    }
  });

  it('replaces an authenticator app under a policy, and the last one stays', async () => {
    const account = await newOperator(test, 'admin');
    const operator = await OperatorClient.signIn(test, account);
    await setUpFactor(operator, account, clock.now().getTime());
    expect((await operator.put('/sign-in-policy', { require_second_factor: true })).status).toBe(200);
    try {
      expectRefusal(await operator.post('/me/second-factor/remove'), 409, 'last_second_factor');
      const { added } = await addPasskey(operator);
      expect((await operator.post('/me/second-factor/remove')).status).toBe(204);
      expectRefusal(await operator.delete(`/me/passkeys/${added.id}`), 409, 'last_second_factor');
      expect((await operator.get('/me/second-factor')).body).toMatchObject({
        state: 'on',
        authenticator_app: false,
      });
      // An operator who still has to set up a second factor can choose a passkey.
      const late = await OperatorClient.enter(test, 'viewer');
      expectRefusal(await late.get('/crews'), 403, 'second_factor_not_set_up');
      await addPasskey(late);
      expect((await late.get('/crews')).status).toBe(200);
    } finally {
      await operator.put('/sign-in-policy', { require_second_factor: false });
    }
  });
});

describe('the response of a passkey', () => {
  it.each<[string, Deviation]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another relying party', { rpId: 'evil.example' }],
    ['to another challenge', { challenge: 'bm90IHRoZSBjaGFsbGVuZ2U' }],
    ['without user verification', { isUserVerified: false }],
  ])('%s is refused', async (_what, deviation) => {
    const { operator, passkey } = await withPasskey();
    expectRefusal(await signIn(passkey, deviation), 401, 'wrong_passkey');
    const { body: challenge } = await operator.post('/me/passkey-challenges');
    const other = new SoftwarePasskey(origin);
    const added = await operator.post('/me/passkeys', other.create(challenge, 'Phone', deviation));
    expectRefusal(added, 400, 'wrong_passkey', 'credential');
    expect((await signIn(passkey)).status).toBe(201);
  });

  it('is accepted once, within five minutes', async () => {
    const { passkey } = await withPasskey();
    const { body: challenge } = await stranger().post('/passkey-challenges');
    const proof = { ...passkey.get(challenge), token: true };
    const answers = await Promise.all([1, 2].map(() => stranger().post('/sessions/passkey', proof)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401]);
    expectRefusal(await stranger().post('/sessions/passkey', proof), 401, 'wrong_passkey');
    const { body: late } = await stranger().post('/passkey-challenges');
    clock.advance({ minutes: 5 });
    expectRefusal(await stranger().post('/sessions/passkey', passkey.get(late)), 401, 'wrong_passkey');
  });

  it('uses up its challenge even if it is refused', async () => {
    const { passkey } = await withPasskey();
    const { body: challenge } = await stranger().post('/passkey-challenges');
    const forged = passkey.get(challenge, { origin: 'https://evil.example' });
    expectRefusal(await stranger().post('/sessions/passkey', forged), 401, 'wrong_passkey');
    expectRefusal(await stranger().post('/sessions/passkey', passkey.get(challenge)), 401, 'wrong_passkey');
  });

  it('is bound to the session and the purpose that asked for the challenge', async () => {
    const { operator, passkey } = await withPasskey();
    const other = await withPasskey();
    const { body: signInChallenge } = await stranger().post('/passkey-challenges');
    const confirm = (client: OperatorClient, proof: object) =>
      client.post('/session/confirmation', { passkey: proof });
    expectRefusal(await confirm(operator, passkey.get(signInChallenge)), 400, 'wrong_passkey', 'passkey');
    const { body: foreign } = await other.operator.post('/session/confirmation/challenge');
    expectRefusal(await confirm(operator, passkey.get(foreign)), 400, 'wrong_passkey', 'passkey');
    const { body: own } = await operator.post('/session/confirmation/challenge');
    expectRefusal(await stranger().post('/sessions/passkey', passkey.get(own)), 401, 'wrong_passkey');
    const { body: again } = await operator.post('/session/confirmation/challenge');
    const theirs = await confirm(operator, other.passkey.get(again));
    expectRefusal(theirs, 400, 'wrong_passkey', 'passkey');
    expect(await trailOf((await operator.get('/session')).body.operator.id)).toContain('step_up.failed');
  });

  it('of another operator does not complete a sign-in with a password', async () => {
    const [mine, theirs] = [await withPasskey(), await withPasskey()];
    const email = mine.account.email;
    expectRefusal(await signIn(theirs.passkey, {}, { email }), 401, 'wrong_passkey');
    expect((await signIn(mine.passkey, {}, { email, token: true })).status).toBe(201);
  });

  it('with a counter that does not rise is refused, as a copied device sends it', async () => {
    const { account, passkey } = await withPasskey();
    expect((await signIn(passkey, { counter: 5 })).status).toBe(201);
    expectRefusal(await signIn(passkey, { counter: 5 }), 401, 'wrong_passkey');
    expectRefusal(await signIn(passkey, { counter: 0 }), 401, 'wrong_passkey');
    expect((await signIn(passkey, { counter: 6 })).status).toBe(201);
    expect(await trailOf(account.id)).toContain('passkey.counter_regressed');
  });

  it('of a disabled operator is refused', async () => {
    const { account, passkey } = await withPasskey();
    const administrator = await OperatorClient.enter(test, 'admin');
    await administrator.patch(`/operators/${account.id}`, { disabled: true });
    expectRefusal(await signIn(passkey), 401, 'wrong_passkey');
  });

  it('that is no response at all gets the name of the invalid parameter', async () => {
    const { operator, passkey } = await withPasskey();
    const { body: challenge } = await stranger().post('/passkey-challenges');
    const proof = passkey.get(challenge);
    const { signature: _left, ...response } = proof.credential.response;
    const incomplete = { ...proof, credential: { ...proof.credential, response } };
    const refused = await stranger().post('/sessions/passkey', incomplete);
    expectRefusal(refused, 400, 'missing_parameter', 'credential.response.signature');
    expectRefusal(await operator.post('/session/confirmation', {}), 400, 'missing_parameter', 'password');
    expectRefusal(await operator.delete('/me/passkeys/nothing'), 404, 'not_found');
  });

  it('adds a passkey once', async () => {
    const { operator, passkey } = await withPasskey();
    const { body: challenge } = await operator.post('/me/passkey-challenges');
    expect(JSON.stringify(challenge)).toContain(passkey.id.toString('base64url'));
    expectRefusal(
      await operator.post('/me/passkeys', passkey.create(challenge, 'Again')),
      409,
      'passkey_in_use',
    );
  });
});

describe('passkeys on a host that is an IP address', () => {
  it('are refused with the reason', async () => {
    const bare = await startTestApp({ variables: { PUBLIC_URL: 'http://127.0.0.1:3000' } });
    try {
      const operator = await OperatorClient.enter(bare, 'viewer');
      const refused = await new OperatorClient(bare.baseUrl).post('/passkey-challenges');
      expectRefusal(refused, 409, 'passkeys_unavailable');
      expect(refused.body.message).toContain('PUBLIC_URL');
      expectRefusal(await operator.post('/me/passkey-challenges'), 409, 'passkeys_unavailable');
      expectRefusal(await operator.post('/session/confirmation/challenge'), 409, 'passkeys_unavailable');
    } finally {
      await bare.close();
    }
  });
});
