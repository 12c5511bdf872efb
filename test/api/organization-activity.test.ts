// What operators see of organizations: bookings, balance, statements, webhook health, and a branding to approve.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

describe('the activity of organizations', () => {
  let test: TestApp;
  let operator: OperatorClient;
  let partner: ApiClient;
  let acmeId: string;
  beforeAll(async () => {
    test = await startTestApp();
    operator = await OperatorClient.enter(test, 'admin');
    const { id, client } = await test.organization('Acme');
    acmeId = id;
    partner = await test.partner({ client });
    await test.organization('Idle');
    test.app.worker.start();
  });
  afterAll(() => test.close());

  const activityOf = async (name: string) => {
    const [organizations, activity] = await Promise.all([
      operator.get('/organizations'),
      operator.get('/organization-activity'),
    ]);
    const { id } = organizations.body.data.find((each: { name: string }) => each.name === name);
    return activity.body.data.find((each: { id: string }) => each.id === id);
  };

  it('shows bookings, balance and statements of an organization', async () => {
    const booking = await bookVan(partner);
    const old = await bookVan(partner);
    await queryAsOwner(
      test.connection,
      `update booking set created_at = now() - interval '31 days' where id = $1`,
      [old.id],
    );
    const { id: crew_id } = await formCrew(operator);
    await operator.post(`/bookings/${booking.id}/assign`, { crew_id });
    for (const position of [0, 1]) {
      await go(operator, booking, position, 'depart');
      await go(operator, booking, position, 'arrive');
      await finishStop(operator, booking, position);
    }
    const { balance, last_statement } = await until(
      () => activityOf('Acme'),
      (activity) => activity.last_statement !== null,
    );
    const fare = (await partner.get(`/bookings/${booking.id}`)).body.fare.total;
    expect(balance).toBe(fare);
    expect(await activityOf('Acme')).toMatchObject({ bookings: 1, webhook_health: null });
    expect(await activityOf('Idle')).toMatchObject({ bookings: 0, balance: 0, last_statement: null });

    const { body } = await operator.get(`/organizations/${acmeId}/statements`);
    expect(body).toEqual({
      balance: fare,
      data: [
        { month: last_statement, status: 'open', records: 1, opening_balance: 0, closing_balance: fare },
      ],
    });
    const pdf = await operator.get(`/organizations/${acmeId}/statements/${last_statement}.pdf`);
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expectRefusal(await operator.get(`/organizations/${acmeId}/statements/1999-01.pdf`), 404, 'not_found');
    expectRefusal(await operator.get(`/organizations/${crew_id}/statements`), 404, 'not_found');
  });

  it('shows the worst health of webhook endpoints that the partner has not disabled', async () => {
    const create = async (path: string) =>
      (await partner.post('/webhooks', { url: `https://hooks.example.com/${path}` })).body;
    const [first, second] = [await create('a'), await create('b')];
    expect(await activityOf('Acme')).toMatchObject({ webhook_health: 'new' });
    const update = (set: string, id: string) =>
      queryAsOwner(test.connection, `update webhook_endpoint set ${set} where id = $1`, [id]);
    await update(`disabled = true, disabled_reason = 'manual', disabled_at = now()`, first.id);
    expect(await activityOf('Acme')).toMatchObject({ webhook_health: 'new' });
    await update(`disabled = true, disabled_reason = 'gone', disabled_at = now()`, second.id);
    expect(await activityOf('Acme')).toMatchObject({ webhook_health: 'disabled' });
  });
});
