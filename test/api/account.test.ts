import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPool } from '../../src/db/pool.ts';
import { expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

describe('GET and PATCH /account', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());

  it('returns the account, the environment and the scope of the token', async () => {
    const { id, client } = await test.organization('Northwind');
    const partner = await test.partner({ client });
    const { status, body } = await partner.get('/account');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id,
      kind: 'organization',
      name: 'Northwind',
      contact_email: null,
      environment: 'production',
      client_id: client.clientId,
      scope: 'public org',
    });
  });

  it('updates and clears the contact e-mail address without changing other fields', async () => {
    const partner = await test.partner();
    const { status, body } = await partner.patch('/account', { contact_email: 'ops@example.com' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ name: 'Acme Furniture', contact_email: 'ops@example.com' });
    const cleared = await partner.patch('/account', { contact_email: null });
    expect(cleared.body.contact_email).toBeNull();
  });

  it('names the invalid parameter', async () => {
    const partner = await test.partner();
    expectProblem(await partner.patch('/account', { nam: 'x' }), 400, {
      type: 'validation_error',
      code: 'unknown_parameter',
      param: 'nam',
    });
    expectProblem(await partner.patch('/account', { name: 5 }), 400, {
      code: 'invalid_parameter',
      param: 'name',
    });
    expectProblem(await partner.patch('/account', { contact_email: 'nobody' }), 400, {
      code: 'invalid_parameter',
      param: 'contact_email',
    });
    expectProblem(await partner.patch('/account'), 400, { code: 'invalid_parameter' });
  });

  it('refuses names with invisible characters, markup or web addresses', async () => {
    const partner = await test.partner();
    for (const name of [
      'Bank\u202Eeman',
      'Ac\u200Bme',
      'Acme\u2066',
      'Acme\nInc',
      '<b>Acme</b>',
      'https://acme.com',
      'WWW.acme.com',
      ' ',
    ]) {
      const refused = await partner.patch('/account', { name });
      expectProblem(refused, 400, { code: 'invalid_parameter', param: 'name' });
    }
    expect((await partner.get('/account')).body.name).toBe('Acme Furniture');
    expect((await partner.patch('/account', { name: "O'Neil & Söhne.com" })).status).toBe(200);
  });

  it('shows a new name to the partner at once, and to others after an operator has approved it', async () => {
    const { id, client } = await test.organization('Acme');
    const partner = await test.partner({ client });
    const admin = await OperatorClient.enter(test, 'admin');
    const path = `/organizations/${id}`;
    const month = new Date().toISOString().slice(0, 7);
    expect((await partner.patch('/account', { name: 'Acme Home' })).body.name).toBe('Acme Home');
    expect((await partner.get('/account')).body.name).toBe('Acme Home');
    expect((await partner.get(`/billing/statements/${month}`)).body.account.name).toBe('Acme');
    expect((await admin.get(path)).body).toMatchObject({ name: 'Acme', pending_name: 'Acme Home' });
    const { body: pending } = await admin.get('/organizations?has_pending_name=true');
    expect((pending.data as { id: string }[]).map((each) => each.id)).toContain(id);

    // The partner sets another name while the operator decides.
    await partner.patch('/account', { name: 'Acme Bank' });
    const outdated = await admin.post(`${path}/name/approve`, { name: 'Acme Home' });
    expectRefusal(outdated, 409, 'name_not_pending');
    const rejected = await admin.post(`${path}/name/reject`, { name: 'Acme Bank' });
    expect(rejected.body).toMatchObject({ name: 'Acme', pending_name: null, pending_name_at: null });
    expect((await partner.get('/account')).body.name).toBe('Acme');

    await partner.patch('/account', { name: 'Acme Home' });
    const viewer = await OperatorClient.enter(test, 'viewer');
    expectRefusal(await viewer.post(`${path}/name/approve`, { name: 'Acme Home' }), 403, 'insufficient_role');
    const approved = await admin.post(`${path}/name/approve`, { name: 'Acme Home' });
    expect(approved.body).toMatchObject({ name: 'Acme Home', pending_name: null });
    expect((await partner.get(`/billing/statements/${month}`)).body.account.name).toBe('Acme Home');
    expectRefusal(await admin.post(`${path}/name/approve`, { name: 'Acme Home' }), 409, 'name_not_pending');
    expectRefusal(await admin.post('/organizations/none/name/approve', { name: 'A' }), 404, 'not_found');

    // Back to the approved name: nothing to decide. A name set by an operator is approved.
    await partner.patch('/account', { name: 'Other' });
    await partner.patch('/account', { name: 'Acme Home' });
    expect((await admin.get(path)).body.pending_name).toBeNull();
    await partner.patch('/account', { name: 'Other' });
    expect((await admin.patch(path, { name: 'Acme Ltd' })).body).toMatchObject({
      name: 'Acme Ltd',
      pending_name: null,
    });
    expect((await partner.get('/account')).body.name).toBe('Acme Ltd');
    expectRefusal(await admin.patch(path, { name: 'Acme\u200E' }), 400, 'invalid_parameter', 'name');
    const trail = await queryAsOwner(
      test.connection,
      `select action from audit_entry where account_id = $1 and action like 'account.name%' order by id`,
      [id],
    );
    expect(trail).toEqual([{ action: 'account.name_rejected' }, { action: 'account.name_approved' }]);
  });

  it('lets no partner request change the approved name in the database', async () => {
    const { id } = await test.organization();
    const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    try {
      await pool.query(`select set_config('waybill.account_id', $1, false)`, [id]);
      await expect(pool.query("update account set name = 'Forged'")).rejects.toThrow('needs the approval');
    } finally {
      await pool.end();
    }
  });

  it('mails the previous and the new contact address about a change, by a partner or an operator', async () => {
    test.app.worker.start();
    const { id, client } = await test.organization('Contact Co');
    const partner = await test.partner({ client });
    const admin = await OperatorClient.enter(test, 'admin');
    await partner.patch('/account', { contact_email: 'first@shop.example' });
    await partner.patch('/account', { contact_email: 'second@shop.example' });
    await partner.patch('/account', { contact_email: 'second@shop.example', name: 'Contact Company' });
    await admin.patch(`/organizations/${id}`, { contact_email: null });
    const mails = await until(
      () =>
        queryAsOwner<{ address: string; content: { subject: string; text: string } }>(
          test.connection,
          "select address, content from message where account_id = $1 and content ->> 'subject' like 'The contact%' order by address",
          [id],
        ),
      (rows) => rows.length >= 4,
    );
    expect(mails.map(({ address }) => address)).toEqual([
      'first@shop.example',
      'first@shop.example',
      'second@shop.example',
      'second@shop.example',
    ]);
    for (const { content } of mails) {
      expect(content.subject).toMatch(/^The contact address of your account was changed: Contact Co/);
      for (const fact of [id, '127.0.0.1', 'If it was not']) expect(content.text).toContain(fact);
    }
    const { body } = await admin.get(`/security-events?event=account.contact_changed&account_id=${id}`);
    expect(body.data.map(({ actor }: { actor: { kind: string } }) => actor.kind)).toEqual([
      'operator',
      'client',
      'client',
    ]);
    expect(JSON.stringify(body)).not.toContain('@shop.example');
    const jobs = await queryAsOwner(
      test.connection,
      "select from due_job where data::text like '%@shop.example%'",
    );
    expect(jobs).toEqual([]);
  });

  it('records the actor and the changed fields in the audit trail, without the values', async () => {
    const { id, client } = await test.organization();
    const partner = await test.partner({ client });
    await partner.patch('/account', { name: 'Renamed' }, { headers: { 'x-request-id': 'audit-1' } });
    const rows = await queryAsOwner(
      test.connection,
      'select * from audit_entry where account_id = $1 and action = $2',
      [id, 'account.updated'],
    );
    expect(rows).toMatchObject([
      { actor_kind: 'client', actor_id: client.clientId, request_id: 'audit-1', changed: ['name'] },
    ]);
    expect(JSON.stringify(rows)).not.toContain('Renamed');
  });

  it('returns only the account of the token when other accounts exist', async () => {
    const first = await test.organization('First');
    const partner = await test.partner({ client: first.client });
    await test.organization('Second');
    expect((await partner.get('/account')).body.name).toBe('First');
  });
});
