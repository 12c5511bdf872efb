import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';

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
