// Global search: finds a booking by anything that a caller may read out on the phone.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { type BookedVan, bookVan, formCrew } from '../support/operator-actions.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';
import { untilFollowersCaughtUp } from '../support/wait-for-followers.ts';

describe('the global search', () => {
  let test: TestApp;
  let viewer: OperatorClient;
  let partner: ApiClient;
  let organizationId: string;
  let sofa: BookedVan;
  let table: BookedVan;
  let crewId: string;
  beforeAll(async () => {
    test = await startTestApp();
    test.app.worker.start();
    viewer = await OperatorClient.enter(test, 'viewer');
    const { id, client } = await test.organization('Möbel Søborg');
    organizationId = id;
    partner = await test.partner({ client });
    sofa = await bookVan(partner, {
      order_number: 'PO-2031/77',
      customer: { name: 'Zoë O’Hara-Smith', email: 'zoe@hara.example', phone_number: '+14155552671' },
      contacts: [{ name: 'Søren', phone_number: '+12125550199' }],
    });
    table = await bookVan(partner, {
      stops: [{ location: '1 Main St, Brooklyn, NY 11201' }, { location: '350 5th Ave, New York, NY 10118' }],
      arrival_window_from: new Date(Date.now() + 2 * 86_400_000).toISOString(),
    });
    crewId = (await formCrew(await OperatorClient.enter(test, 'dispatcher'), 'Night Owls')).id;
    await untilFollowersCaughtUp(test.connection);
  });
  afterAll(() => test.close());

  const search = async (q: string, kind = 'booking') => {
    const { status, body, text } = await viewer.get(`/search?q=${encodeURIComponent(q)}`);
    expect(status, text).toBe(200);
    return body.data
      .filter((hit: { kind: string }) => hit.kind === kind)
      .map((hit: { id: string }) => hit.id);
  };

  it.each([
    ['its confirmation code', () => sofa.hid.toLowerCase()],
    ['its id', () => sofa.id],
    ['its order number', () => 'po-2031/77'],
    ['a part of the order number', () => '2031 77'],
    ['the name of the customer, without accents', () => 'zoe o hara'],
    ['the beginning of a name', () => 'smi'],
    ['the e-mail address', () => 'zoe@hara.example'],
    ['the phone number in national format', () => '(415) 555-2671'],
    ['the phone number in international format', () => '+1 415 555 2671'],
    ['its last four digits', () => '0199'],
    ['a contact', () => 'SØREN'],
  ])('finds a booking by %s', async (_what, said) => {
    expect(await search(said())).toEqual([sofa.id]);
  });

  it('finds bookings by address: upcoming ones by time, then past ones', async () => {
    expect(await search('5th ave 350')).toEqual([sofa.id, table.id]);
    const move = (interval: string) =>
      queryAsOwner(
        test.connection,
        `update booking set window_starts_at = window_starts_at + interval '${interval}' where id = '${sofa.id}'`,
      );
    await move('-5 days');
    expect(await search('5th ave 350')).toEqual([table.id, sofa.id]);
    await move('5 days');
  });

  it('describes a booking with details that distinguish it', async () => {
    const { body } = await viewer.get('/search?q=hara');
    expect(body.data[0]).toMatchObject({
      kind: 'booking',
      title: sofa.hid,
      state: 'created',
      dispatch: null,
    });
    expect(body.data[0].note).toMatch(
      /^\w+ \d+, \d{4}, \d+:\d\d\s[AP]M · Zoë O’Hara-Smith · PO-2031\/77 · Möbel Søborg/,
    );
  });

  it('finds organizations, crews, people and endpoints', async () => {
    expect(await search('søborg', 'organization')).toEqual([organizationId]);
    expect(await search('night', 'crew')).toEqual([crewId]);
    expect(await search('Ana', 'crew_member')).toEqual([crewId]);
    expect(await search('212-555-0142', 'crew_member')).toEqual([crewId]);
    // The query string of the URL may contain a secret of the partner; it is neither shown nor indexed.
    const url = 'https://hooks.example.com/waybill?key=s3cret';
    const { body } = await partner.post('/webhooks', { url });
    expect(await search('hooks.example', 'webhook_endpoint')).toEqual([body.id]);
    expect(await search('s3cret', 'webhook_endpoint')).toEqual([]);
    const { data } = (await viewer.get('/search?q=hooks.example')).body;
    expect(data[0]).toMatchObject({ title: 'https://hooks.example.com/waybill' });
    expect(data[0].account_id).toBe((await partner.get('/account')).body.id);
  });

  it('finds a partner request by its request id', async () => {
    const { headers } = await partner.get('/bookings?limit=1');
    const requestId = headers.get('x-request-id') ?? '';
    const found = await until(
      () => search(requestId, 'request'),
      (ids) => ids.length > 0,
    );
    expect((await viewer.get(`/requests/${found[0]}`)).body.request_id).toBe(requestId);
  });

  it('follows changes: a booking is not found by a removed value', async () => {
    await partner.patch(`/bookings/${table.id}`, { order_number: 'FIRST-1' });
    await untilFollowersCaughtUp(test.connection);
    expect(await search('first')).toEqual([table.id]);
    await partner.patch(`/bookings/${table.id}`, { order_number: null });
    await untilFollowersCaughtUp(test.connection);
    expect(await search('first')).toEqual([]);
  });

  it('finds nothing for input without words, and requires a query', async () => {
    for (const said of ['%', "'", ':* & !', '\\', '   ', '&&&']) expect(await search(said), said).toEqual([]);
    expectRefusal(await viewer.get('/search'), 400, 'missing_parameter', 'q');
  });

  it('scans bookings from the newest for a common word, with the same result', async () => {
    await queryAsOwner(
      test.connection,
      `insert into booking_words select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         array_to_tsvector(array['york', 'common']) from generate_series(1, 20100) n`,
    );
    expect(await search('york')).toEqual([sofa.id, table.id]);
    expect(await search('common')).toEqual([]);
  });

  it('lists open bookings before those that are over', async () => {
    expect(await search('5th ave 350')).toEqual([sofa.id, table.id]);
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    const { status, text } = await dispatcher.post(`/bookings/${sofa.id}/cancel`, { reason: 'Not needed' });
    expect(status, text).toBe(200);
    expect(await search('5th ave 350')).toEqual([table.id, sofa.id]);
  });
});
