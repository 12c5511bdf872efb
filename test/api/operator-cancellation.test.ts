import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../src/db/database.ts';
import { createPool } from '../../src/db/pool.ts';
import { cancelBooking } from '../../src/features/bookings/cancel-booking.ts';
import { runDoctor } from '../../src/features/bookings/system/doctor/run-doctor.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { bookVan, finishStop, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

describe('a booking that an operator cancels', () => {
  let test: TestApp;
  let partner: ApiClient;
  let accountId: string;
  beforeAll(async () => {
    test = await startTestApp();
    const { id, client } = await test.organization();
    accountId = id;
    partner = await test.partner({ client });
  });
  afterAll(() => test.close());

  it('produces an event for the partner and an audit entry of the operator, and releases its capacity', async () => {
    const { body: booking } = await partner.post('/bookings', {
      stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
      product: 'van',
      arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    });
    const publicUrl = new URL(booking.share_url).origin;
    const pool = createPool(test.connection, { role: 'waybill_app', max: 1, onError: () => {} });
    const environment = {
      name: test.environment,
      port: 0,
      publicUrl,
      databaseUrl: null,
      adminMfaGraceDays: null,
    };
    const context = {
      db: createDatabase(pool),
      system: test.system,
      clock: systemClock,
      ids: randomIds,
      environment,
    };
    const bookingRef = { accountId, bookingId: booking.id };
    const command = { by: 'operator', reason: 'no truck', chargesFee: true } as const;
    try {
      const actor = { kind: 'command', id: 'dana', requestId: 'command-1' } as const;
      await cancelBooking(context, actor, bookingRef, command);
      const [event] = await queryAsOwner<{ type: string; payload: object }>(
        test.connection,
        'select type, payload from event where booking_id = $1 and sequence = 2',
        [booking.id],
      );
      expect(event).toMatchObject({
        type: 'booking.cancelled',
        payload: { data: { booking: { cancellation: { by: 'operator', reason: 'no truck', fee: 0 } } } },
      });
      const [entry] = await queryAsOwner(
        test.connection,
        `select actor_kind, actor_id, request_id, changed from audit_entry
         where subject_id = $1 and action = 'booking.cancelled'`,
        [booking.id],
      );
      expect(entry).toEqual({
        actor_kind: 'command',
        actor_id: 'dana',
        request_id: 'command-1',
        changed: ['state', 'cancellation'],
      });
      expect(await queryAsOwner(test.connection, 'select reserved from capacity_bucket')).toEqual([
        { reserved: 0 },
      ]);
      expect(await runDoctor(test.system, { publicUrl, now: new Date() })).toMatchObject({ clean: true });
    } finally {
      await pool.end();
    }
  });

  it('costs the previewed fee, also after the first stop, when the partner can no longer cancel', async () => {
    const admin = await OperatorClient.signIn(test, await newOperator(test, 'admin'));
    const tiers = [{ from: 'crew_departed', fee: { cents: 1500 } }];
    const set = await admin.put(`/organizations/${accountId}/cancellation-policy`, { tiers });
    expect(set.status, set.text).toBe(200);
    const booking = await bookVan(partner);
    const preview = async () => (await admin.get(`/bookings/${booking.hid}/cancellation`)).body;
    expect(await preview()).toEqual({ cancellable: true, fee: 0, code: null, fee_holds_until: null });
    const { id: crew_id } = await formCrew(admin);
    await admin.post(`/bookings/${booking.id}/assign`, { crew_id });
    await go(admin, booking, 0, 'depart');
    await go(admin, booking, 0, 'arrive');
    await finishStop(admin, booking, 0);
    expect((await partner.get(`/bookings/${booking.id}/cancellation`)).body.cancellable).toBe(false);
    expect(await preview()).toEqual({ cancellable: true, fee: 1500, code: null, fee_holds_until: null });
    const body = { reason: 'The van broke down', charge_fee: true };
    const { body: cancelled } = await admin.post(`/bookings/${booking.id}/cancel`, body);
    expect(cancelled.cancellation.fee).toBe(1500);
    const code = 'booking_already_cancelled';
    expect(await preview()).toEqual({ cancellable: false, fee: 0, code, fee_holds_until: null });
  });
});
