// Masked numbers: contacts and crew of a booking call each other under a number that hides their private numbers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assignCrewTo, loseCrewOf } from '../../src/features/dispatch/system/assign-crew.ts';
import { twilioSignature } from '../../src/integrations/twilio-signature.ts';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { CrewPhone } from '../support/crew-phone.ts';
import { queryAsOwner } from '../support/database.ts';
import { type DispatchFixture, dana, openDispatchFixture } from '../support/dispatch-actions.ts';
import { OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

const maskedNumbers = ['+12125550101', '+12125550102'];
const authToken = 'twilio-token-of-the-test';
const publicUrl = 'https://waybill.example';
const ana = '+14155552671';
const bo = '+14155552672';
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

describe('a masked number', () => {
  let test: TestApp;
  let partner: ApiClient;
  let desk: DispatchFixture;
  let crewNumber = 0;
  beforeAll(async () => {
    test = await startTestApp({
      variables: {
        MASKED_PHONE_NUMBERS: maskedNumbers.join(', '),
        TWILIO_AUTH_TOKEN: authToken,
        PUBLIC_URL: publicUrl,
      },
    });
    partner = await test.partner();
    desk = openDispatchFixture(test, { maskedNumbers });
    test.app.worker.start();
  });
  afterAll(async () => {
    await desk.close();
    await test.close();
  });

  /** A dispatched booking with these contacts. `phoneNumber` is the private number of the crew lead. */
  const dispatched = async (callers: readonly string[], phoneNumber: string, more: object = {}) => {
    const { body } = await partner.post('/bookings', {
      stops,
      product: 'van',
      arrival_window_from: new Date(Date.now() + 3_600_000).toISOString(),
      contacts: callers.map((number) => ({ phone_number: number })),
      ...more,
    });
    const { id: crewId } = await desk.crew(`Crew ${++crewNumber}`, { phoneNumber });
    const wire = JSON.parse(await assignCrewTo(desk.context, dana, { bookingId: body.id, crewId }));
    return { id: body.id as string, number: wire.crew.phone_number as string | null };
  };
  const call = async (from: string, to: string, token = authToken) => {
    const fields = { From: from, To: to, CallSid: 'CA1', Direction: 'inbound' };
    const signature = twilioSignature(token, { url: `${publicUrl}/telephony/voice`, fields });
    const response = await fetch(`${test.baseUrl}/telephony/voice`, {
      method: 'POST',
      headers: { 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    });
    return {
      status: response.status,
      type: response.headers.get('content-type'),
      text: await response.text(),
    };
  };

  it('connects contacts of the booking to the crew lead, with the masked number as caller id', async () => {
    const { number } = await dispatched([ana], '+13125550141');
    expect(maskedNumbers).toContain(number);
    const answer = await call(ana, number ?? '');
    expect(answer).toMatchObject({ status: 200, type: expect.stringContaining('text/xml') });
    expect(answer.text).toContain(`<Dial callerId="${number}"`);
    expect(answer.text).toContain('<Number>+13125550141</Number>');
    for (const [from, to] of [
      [bo, number ?? ''],
      [ana, '+12125550199'],
      ['', number ?? ''],
    ] as const) {
      const { status, text } = await call(from, to);
      expect([status, text.includes('<Say>'), text.includes('+1312')]).toEqual([200, true, false]);
    }
    const { body } = await partner.get('/bookings?limit=100');
    expect(JSON.stringify(body)).not.toContain('+1312');
  });

  it('connects the crew lead to the contact of the current stop and hides the private number', async () => {
    const { id, number } = await dispatched(['+14155552655', '+14155552656'], '+13125550145');
    expect((await call('+13125550145', number ?? '')).text).toContain('<Number>+14155552655</Number>');
    expect((await call('+13125550146', number ?? '')).text).toContain('<Say>');
    const operator = await OperatorClient.enter(test);
    const { body: crews } = await operator.get('/crews?limit=200');
    const crew = crews.data.find(
      ({ engagement }: { engagement: { booking_id: string } | null }) => engagement?.booking_id === id,
    );
    const [lead, second] = crew.members as { id: string }[];
    const [job] = (await (await CrewPhone.enter(operator, lead?.id ?? '')).get('/day')).body.jobs;
    expect(job.stops[0].contacts).toEqual([{ name: null, phone_number: number, is_masked: true }]);
    expect(job.stops[1].contacts).toEqual([]);
    // Calls of a member without a stored number cannot be forwarded, so this member sees the private number.
    const [theirs] = (await (await CrewPhone.enter(operator, second?.id ?? '')).get('/day')).body.jobs;
    expect(theirs.stops[0].contacts[0].phone_number).toBe('+14155552655');
    await loseCrewOf(desk.context, dana, { bookingId: id });
  });

  it('connects the crew lead to the contact of the next stop when a stop is done, and is not connected after the last one', async () => {
    const lead = '+13125550147';
    const contacts = [
      { phone_number: '+14155552657', stop_positions: [0] },
      { phone_number: '+14155552658', stop_positions: [1] },
    ];
    const { id, number } = await dispatched([], lead, { contacts });
    const { route } = (await partner.get(`/bookings/${id}`)).body;
    const operator = await OperatorClient.enter(test);
    const skip = async (position: number) => {
      for (const [move, body] of [
        ['depart', {}],
        ['arrive', {}],
        ['skip', { reason: 'Nothing to fetch' }],
      ] as const)
        await operator.post(`/bookings/${id}/stops/${route[position].id}/${move}`, body);
    };
    expect((await call(lead, number ?? '')).text).toContain('<Number>+14155552657</Number>');
    await skip(0);
    expect((await partner.get(`/bookings/${id}`)).body).toMatchObject({
      dispatch_state: 'origin_done',
      crew: { phone_number: number },
    });
    expect((await call(lead, number ?? '')).text).toContain('<Number>+14155552658</Number>');
    await skip(1);
    expect((await partner.get(`/bookings/${id}`)).body).toMatchObject({
      dispatch_state: 'destination_done',
      crew: { phone_number: null },
    });
    expect((await call(lead, number ?? '')).text).toContain('<Say>');
  });

  it('differs between two bookings of the same caller, and can be shared by different callers', async () => {
    const own = ['+14155552681', '+14155552682'];
    const [first, second] = [
      await dispatched(own, '+13125550151'),
      await dispatched(own.slice(0, 1), '+13125550152'),
    ];
    expect(new Set([first.number, second.number]).size).toBe(2);
    expect((await call(own[0] ?? '', second.number ?? '')).text).toContain('+13125550152');
    // Both masked numbers are in use for this caller. The private number never replaces them.
    const third = await dispatched(own.slice(0, 1), '+13125550153');
    expect(third.number).toBeNull();
    const stranger = await dispatched(['+14155552691'], '+13125550154');
    expect(maskedNumbers).toContain(stranger.number);
    expect((await call('+14155552691', stranger.number ?? '')).text).toContain('+13125550154');
  });

  it('is not connected once the booking is over or the crew is lost, and can be used again', async () => {
    const caller = '+14155552699';
    const { id, number } = await dispatched([caller], '+13125550161');
    await loseCrewOf(desk.context, dana, { bookingId: id });
    expect((await call(caller, number ?? '')).text).toContain('<Say>');
    const again = await dispatched([caller], '+13125550162');
    await partner.post(`/bookings/${again.id}/cancel`);
    expect((await call(caller, again.number ?? '')).text).toContain('<Say>');
    await until(
      () =>
        queryAsOwner(
          test.connection,
          'select from crew_engagement where booking_id = $1 and ended_at is null',
          [again.id],
        ),
      (rows) => rows.length === 0,
    );
    expect(maskedNumbers).toContain((await dispatched([caller], '+13125550163')).number);
  });

  it('is not connected without a valid signature of the telephony provider', async () => {
    const { number } = await dispatched(['+14155552610'], '+13125550171');
    const { status, text } = await call('+14155552610', number ?? '', 'guess');
    expect([status, text.includes('+1312')]).toEqual([403, false]);
  });

  it('differs between two bookings of the same caller that are dispatched concurrently', async () => {
    const caller = '+14155552620';
    const both = await Promise.all([
      dispatched([caller], '+13125550181'),
      dispatched([caller], '+13125550182'),
    ]);
    expect(new Set(both.map(({ number }) => number)).size).toBe(2);
  });
});
