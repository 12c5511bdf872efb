// Values of requests that the contract allows or leaves open: each is accepted and comes back as sent, or is refused
// with an error that names it (decision 0063).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem, type TestResponse } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';
const stops = [{ location: manhattan }, { location: brooklyn }];
const route = { origin: manhattan, destination: brooklyn };
const startTime = new Date('2027-03-10T15:30:00Z');
const soon = '2027-03-11T15:00:00Z';

describe('values of requests', () => {
  let test: TestApp;
  let partner: ApiClient;
  const clock = new TestClock(startTime);
  beforeAll(async () => {
    test = await startTestApp({ clock });
    partner = await test.partner();
  });
  afterAll(() => test.close());

  const order = (fields: object = {}) => ({ stops, product: 'van', arrival_window_from: soon, ...fields });
  const book = (fields: object = {}) => partner.post('/bookings', order(fields));

  async function booked(fields: object = {}): Promise<TestResponse['body']> {
    const { status, body, text } = await book(fields);
    expect(status, text).toBe(201);
    expect((await partner.get(`/bookings/${body.id}`)).body).toEqual(body);
    return body;
  }

  describe('a listed window', () => {
    /** Runs with the clock at another time. */
    async function at<T>(time: Date, run: () => Promise<T>): Promise<T> {
      clock.set(time);
      return run().finally(() => clock.set(startTime));
    }

    const listed = async () =>
      (await partner.post('/schedule', { product: 'van', ...route })).body.data.find(
        ({ ondemand }: { ondemand: boolean }) => !ondemand,
      );

    it('that has begun is refused like a lost window: 409, on an update 400, without a code', async () => {
      const window = await listed();
      const booking = await booked();
      await at(new Date(window.start_at), async () => {
        const refused = { type: 'invalid_request_error', code: null, param: 'arrival_window_id' };
        const choice = { arrival_window_id: window.id };
        expectProblem(await partner.post('/bookings', { stops, product: 'van', ...choice }), 409, refused);
        expectProblem(await partner.patch(`/bookings/${booking.id}`, choice), 400, refused);
        const custom = { arrival_window_from: window.start_at };
        const past = { code: 'window_in_past', param: 'arrival_window_from' };
        expectProblem(await book(custom), 422, past);
        expectProblem(await partner.patch(`/bookings/${booking.id}`, custom), 400, past);
      });
    });

    it('can be booked by its id until it begins, also when the lead time no longer lists it', async () => {
      const window = await listed();
      await at(new Date(Date.parse(window.start_at) - 1_000), async () => {
        expect((await listed()).id).not.toBe(window.id);
        const { arrival_window } = await booked({
          arrival_window_from: undefined,
          arrival_window_id: window.id,
        });
        expect(arrival_window.id).toBe(window.id);
      });
    });
  });

  it('a tip is accepted up to the largest value of its column', async () => {
    const largest = 2_147_483_647;
    expect((await booked({ tip: largest })).tip).toBe(largest);
    expectProblem(await book({ tip: largest + 1 }), 400, { code: 'invalid_parameter', param: 'tip' });
  });

  describe('photo_urls', () => {
    const uris = [
      'https://example.com/a%20b.jpg?size=1&x=%C3%BC#top',
      's3://bucket/sofa.jpg',
      'ftp://example.com/sofa.jpg',
      'mailto:photos@example.com',
      'urn:uuid:f81d4fae-7dec-11d0-a765-00a0c91e6bf6',
      'data:image/png;base64,iVBORw0KGgo=',
      'javascript:alert(1)',
    ];

    it('accept every URI of RFC 3986 and return it unchanged', async () => {
      expect((await booked({ photo_urls: uris })).photo_urls).toEqual(uris);
      const { id } = await booked();
      const { body } = await partner.patch(`/bookings/${id}`, { photo_urls: uris });
      expect(body.photo_urls).toEqual(uris);
    });

    it.each([
      'https://e.com/a b.jpg',
      '<x>',
      'ü',
      'https://e.com/ü.jpg',
      'e.com/a.jpg',
      'https://e.com:a/',
      '',
    ])('refuse %j, which is no URI', async (url) => {
      const refused = { code: 'invalid_parameter', param: 'photo_urls[1]' };
      const { id } = await booked();
      const body = { photo_urls: ['https://e.com/a.jpg', url] };
      expectProblem(await book(body), 400, refused);
      expectProblem(await partner.patch(`/bookings/${id}`, body), 400, refused);
    });
  });

  describe('metadata', () => {
    const raw = (metadata: string) => JSON.stringify(order()).replace('{', `{"metadata":${metadata},`);

    it('returns every number as it was sent', async () => {
      const metadata = {
        largest: 9_007_199_254_740_991,
        least: -9_007_199_254_740_991,
        part: [0.1, 1e-7, 12.5],
      };
      expect((await booked({ metadata })).metadata).toEqual(metadata);
    });

    it.each([
      ['{"order_no":9007199254740993}', 'metadata.order_no'],
      ['{"order_no":-9007199254740992}', 'metadata.order_no'],
      ['{"order_no":9007199254740993.0}', 'metadata.order_no'],
      ['{"order_no":1e17}', 'metadata.order_no'],
      ['{"cart":{"items":[1,{"sku":12345678901234567890}]}}', 'metadata.cart.items[1].sku'],
    ])('%s is refused, because its digits would change', async (metadata, param) => {
      const { id } = await booked();
      const created = await partner.post('/bookings', undefined, { raw: raw(metadata) });
      const changed = await partner.patch(`/bookings/${id}`, undefined, { raw: `{"metadata":${metadata}}` });
      for (const answer of [created, changed]) {
        expectProblem(answer, 400, { type: 'validation_error', code: 'invalid_parameter', param });
        expect(answer.body.message).toContain('Send it as text');
      }
    });

    it('drops keys without a value, on creation as on an update', async () => {
      const { id, metadata } = await booked({ metadata: { a: null, b: { c: null }, d: '' } });
      expect(metadata).toEqual({ b: { c: null }, d: '' });
      expect((await partner.patch(`/bookings/${id}`, { metadata: { b: null } })).body.metadata).toEqual({
        d: '',
      });
    });
  });

  describe('address2 of a stop', () => {
    const flat = '350 5th Ave, Apt 12, New York, NY 10118';

    it('defaults to the unit in the address, and a given one wins', async () => {
      const { route: defaults } = await booked({ stops: [{ location: flat }, { location: brooklyn }] });
      expect(defaults[0].location.address2).not.toBeNull();
      expect(defaults.map(({ address2 }: { address2: string }) => address2)).toEqual([
        defaults[0].location.address2,
        null,
      ]);
      const { body: quote } = await partner.post('/quotes', {
        stops: [
          { location: flat, address2: 'Suite 9' },
          { location: flat, address2: null },
        ],
        product: 'van',
      });
      expect(quote.route[0].address2).toBe('Suite 9');
      expect(quote.route[1].address2).toBe(defaults[0].location.address2);
    });

    it('follows a stop that is added or moved, and can be cleared', async () => {
      const { id } = await booked();
      const unit = (body: TestResponse['body'], at: number) => body.route[at].address2;
      const added = (await partner.post(`/bookings/${id}/stops`, { location: flat })).body;
      expect(unit(added, 1)).toBe(added.route[1].location.address2);
      const moved = (await partner.patch(`/bookings/${id}`, { origin: flat })).body;
      expect(unit(moved, 0)).toBe(moved.origin.address2);
      const cleared = (await partner.patch(`/bookings/${id}/stops/0`, { address2: null })).body;
      expect(unit(cleared, 0)).toBeNull();
    });
  });

  describe('null in an optional field', () => {
    const nothing = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));

    it('means absent in every field of a new booking', async () => {
      const optional = Object.entries(
        (await test.anonymous.get('/openapi.json')).body.components.schemas.BookingInput.properties,
      );
      const names = optional.map(([name]) => name).filter((name) => !(name in order()));
      expect(names).toContain('test_specifications');
      const stop = nothing(['instructions', 'address2', 'floor', 'elevator']);
      const person = { phone_number: '+14155552671', ...nothing(['name', 'email', 'stop_positions']) };
      const body = await booked({
        ...nothing(names),
        stops: stops.map((each) => ({ ...each, ...stop })),
        contacts: [person],
        customer: { name: 'Ana', email: null, phone_number: '+14155552671' },
      });
      expect(body).toMatchObject({ description: null, order_number: null, tip: 0, metadata: null });
      expect(body).toMatchObject({
        photo_urls: [],
        arrival_window_ref: 'origin',
        contacts: [{ name: null }],
      });
      const withNulls = { customer: null, contacts: null, test_specifications: null };
      expect((await booked(withNulls)).contacts).toEqual([]);
    });

    it('means absent in the other requests that create', async () => {
      const quoted = { product: 'van', stops, ...nothing(['origin', 'destination', 'addons']) };
      expect((await partner.post('/quotes', quoted)).status).toBe(201);
      const batch = { ...route, ...nothing(['stops', 'items']) };
      expect((await partner.post('/quotes/batch', batch)).status).toBe(201);
      const schedule = { product: 'van', ...route, ...nothing(['quote_id', 'ref']) };
      expect((await partner.post('/schedule', schedule)).status).toBe(200);
      const { id } = await booked();
      const stop = { location: manhattan, ...nothing(['position', 'instructions', 'floor']) };
      expect((await partner.post(`/bookings/${id}/stops`, stop)).status).toBe(201);
      expect((await partner.post(`/bookings/${id}/cancel`, { cancel_reason: null })).status).toBe(200);
      const endpoint = { url: 'https://example.com/hook', ...nothing(['events', 'description']) };
      expect((await partner.post('/webhooks', endpoint)).body).toMatchObject({
        events: null,
        description: null,
      });
    });

    it('means absent in a token request, and so does empty text', async () => {
      const { client } = await test.organization();
      const credentials = { client_id: client.clientId, client_secret: client.clientSecret };
      for (const scope of [null, '']) {
        const body = { grant_type: 'client_credentials', ...credentials, scope };
        expect((await test.anonymous.post('/oauth/token', body)).body.scope).toBe('public org');
      }
    });

    it('is accepted in the customer and contacts of an update, which replace the old ones', async () => {
      const { id } = await booked();
      const customer = { name: 'Ana', email: 'ana@example.com', phone_number: null };
      const contacts = [{ phone_number: '+14155552671', name: null, email: null, stop_positions: null }];
      const { status, body } = await partner.patch(`/bookings/${id}`, { customer, contacts });
      expect(status).toBe(200);
      expect(body.customer).toEqual({ name: 'Ana', email: 'ana@example.com' });
    });

    it('is refused in a required field, and under a name that does not exist', async () => {
      expectProblem(await book({ stops: [{ location: null }, { location: brooklyn }] }), 400, {
        code: 'invalid_parameter',
        param: 'stops[0].location',
      });
      for (const param of ['colour', 'toString', 'constructor'])
        expectProblem(await book({ [param]: null }), 400, { code: 'unknown_parameter', param });
    });
  });

  describe('empty text', () => {
    it('means null in optional texts: absent on creation, cleared by an update', async () => {
      const empty = { description: '', order_number: '' };
      const body = await booked({
        ...empty,
        stops: [{ location: manhattan, instructions: '', address2: '' }, { location: brooklyn }],
        customer: { name: '', phone_number: '+14155552671' },
        contacts: [{ name: '', phone_number: '+14155552671' }],
      });
      expect(body).toMatchObject({ description: null, order_number: null, contacts: [{ name: null }] });
      expect(body.customer).toEqual({ phone_number: '+14155552671' });
      expect(body.route[0]).toMatchObject({ instructions: null, address2: null });
      const { id } = await booked({ description: 'A sofa', order_number: 'SO-1' });
      expect((await partner.patch(`/bookings/${id}`, empty)).body).toMatchObject({
        description: null,
        order_number: null,
      });
      await partner.patch(`/bookings/${id}/stops/0`, { instructions: 'Ring' });
      const { body: stop } = await partner.patch(`/bookings/${id}/stops/0`, { instructions: '' });
      expect(stop.route[0].instructions).toBeNull();
    });

    it.each([
      [{ quote_id: '' }, 'quote_id'],
      [{ arrival_window_from: '' }, 'arrival_window_from'],
      [{ customer: { email: '' } }, 'customer.email'],
      [{ contacts: [{ phone_number: '' }] }, 'contacts[0].phone_number'],
      [{ stops: [{ location: '' }, { location: brooklyn }] }, 'stops[0].location'],
      [{ arrival_window_ref: '' }, 'arrival_window_ref'],
    ])('%j is refused: the field has a format or is required', async (fields, param) => {
      expectProblem(await book(fields), 400, { code: 'invalid_parameter', param });
    });
  });

  describe('times', () => {
    it.each([
      '2027-03-11T15:00Z',
      '2027-03-11T10:00-05:00',
      '2027-03-11T15:00:00Z',
      '2027-03-11T15:00:00.000Z',
      '2027-03-11t15:00:00.0z',
      '2027-03-11T16:00:00+01:00',
      '2027-03-11 15:00:00Z',
      '2027-03-11T16:00:00+0100',
    ])('%s is accepted', async (time) => {
      const { arrival_window } = await booked({ arrival_window_from: time });
      expect(arrival_window.start_at).toBe('2027-03-11T15:00:00.000Z');
      const { status } = await partner.get(`/bookings?window_from=${encodeURIComponent(time)}`);
      expect(status).toBe(200);
    });

    it.each(['2027-03-11', '2027-03-11T15:00', '2027-03-11T15Z', '2027-03-11T24:00Z', '2027-03-11T15:60Z'])(
      '%s is refused',
      async (time) => {
        const refused = { code: 'invalid_parameter', param: 'arrival_window_from' };
        expectProblem(await book({ arrival_window_from: time }), 400, refused);
      },
    );
  });
});
