import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyRecordCheck } from '../../src/features/bookings/system/doctor/idempotency-checks.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';

describe('doctor: idempotency records of bookings', () => {
  let test: TestApp;
  let partner: ApiClient;
  const examine = () => idempotencyRecordCheck(test.keys).run(test.system);
  const book = async (key: string): Promise<string> => {
    const order = {
      stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
      product: 'van',
      arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    };
    const { status, body, text } = await partner.post('/bookings', order, {
      headers: { 'idempotency-key': key },
    });
    expect(status, text).toBe(201);
    return body.id;
  };
  const broken = async () => (await examine()).broken.map(({ id, message }) => `${id}: ${message}`);

  beforeAll(async () => {
    test = await startTestApp();
    partner = await test.partner();
    await book('first');
    await book('second');
  });
  afterAll(() => test.close());

  it('reports nothing if every key has its booking', async () => {
    expect(await examine()).toMatchObject({ checked: 2, brokenCount: 0 });
  });

  it('reports a key whose booking does not exist', async () => {
    const id = await book('lost');
    const parts = ['booking_stop', 'booking_contact', 'quote_use', 'event'].map(
      (table) => `delete from ${table} where booking_id = '${id}';`,
    );
    await queryAsOwner(
      test.connection,
      `begin; ${parts.join(' ')} delete from booking where id = '${id}'; commit`,
    );
    expect(await broken()).toEqual([`lost: refers to booking ${id}, which does not exist`]);
    await queryAsOwner(test.connection, `delete from idempotency_record where key = 'lost'`);
  });

  it('reports a key whose stored response cannot be decrypted', async () => {
    await queryAsOwner(
      test.connection,
      `update idempotency_record set sealed_answer = (select sealed_answer from idempotency_record where key = 'first')
       where key = 'second'`,
    );
    expect(await broken()).toEqual([expect.stringMatching(/^second: cannot be decrypted/)]);
  });
});
