import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { TestClock } from '../support/clock.ts';
import { queryAsOwner } from '../support/database.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';
const chicago = '233 S Wacker Dr, Chicago, IL 60606';
const southBend = '100 S Main St, South Bend, IN 46601';

describe('the schedule', () => {
  let test: TestApp;
  let partner: ApiClient;
  // A Wednesday, 10:30 in New York, four days before daylight saving time begins.
  const clock = new TestClock(new Date('2027-03-10T15:30:00Z'));
  beforeAll(async () => {
    test = await startTestApp({ clock });
    partner = await test.partner();
  });
  afterAll(() => test.close());

  it('lists the on-demand window first, then the windows of 14 days in local time', async () => {
    const { status, body } = await partner.post('/schedule', {
      product: 'van',
      origin: manhattan,
      destination: brooklyn,
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ product: 'van', ref: 'origin', time_zone: 'America/New_York' });
    const [ondemand, first, ...rest] = body.data;
    expect(ondemand).toMatchObject({ ondemand: true, available: true, start_at: null, end_at: null });
    expect(first).toMatchObject({
      ondemand: false,
      available: true,
      start_at: '2027-03-10T17:00:00.000Z',
      end_at: '2027-03-10T18:00:00.000Z',
      label: 'Wed, Mar 10, 12:00 PM – 1:00 PM EST',
    });
    expect(rest.at(-1).label).toContain('EDT');
    const starts = [first, ...rest].map(({ start_at }: { start_at: string }) => Date.parse(start_at));
    expect(starts).toEqual([...starts].sort((a, b) => a - b));
    expect(new Set(body.data.map(({ id }: { id: string }) => id)).size).toBe(body.data.length);
    expect(Math.max(...starts)).toBeLessThanOrEqual(clock.now().getTime() + 14 * 86_400_000);
  });

  it('derives the same window ids by quote and by route', async () => {
    const quote = (
      await partner.post('/quotes', {
        stops: [{ location: manhattan }, { location: brooklyn }],
        product: 'van',
      })
    ).body;
    const byQuote = await partner.post('/schedule', { quote_id: quote.id });
    const byRoute = await partner.post('/schedule', {
      product: 'van',
      origin: manhattan,
      destination: brooklyn,
    });
    expect(byQuote.body).toEqual(byRoute.body);
  });

  it('uses the time zone of the destination if it is the reference stop', async () => {
    const route = { product: 'van', origin: southBend, destination: chicago };
    expect((await partner.post('/schedule', route)).body.time_zone).toBe('America/Indiana/Indianapolis');
    const { body } = await partner.post('/schedule', { ...route, ref: 'destination' });
    expect(body).toMatchObject({ ref: 'destination', time_zone: 'America/Chicago' });
  });

  it('lists a full window as unavailable', async () => {
    const ask = async () =>
      (await partner.post('/schedule', { product: 'xl', origin: manhattan, destination: brooklyn })).body
        .data;
    const target = (await ask())[3];
    await queryAsOwner(
      test.connection,
      'insert into capacity_bucket (area_slug, time_zone, product, starts_at, reserved) values ($1, $2, $3, $4, 1000)',
      ['united-states', 'America/New_York', 'xl', target.start_at],
    );
    const after = await ask();
    expect(after[3]).toEqual({ ...target, available: false });
    expect(after.filter(({ available }: { available: boolean }) => !available)).toHaveLength(1);
  });

  it.each([
    [{}, 400, 'missing_parameter', 'quote_id'],
    [{ product: 'van' }, 400, 'missing_parameter', 'origin'],
    [{ product: 'van', origin: manhattan }, 400, 'missing_parameter', 'destination'],
    [{ origin: manhattan, destination: brooklyn }, 400, 'missing_parameter', 'product'],
    [
      { quote_id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11', product: 'van' },
      400,
      'mutually_exclusive_parameters',
      'product',
    ],
    [{ quote_id: 'x' }, 400, 'invalid_parameter', 'quote_id'],
    [{ quote_id: '7d7d1bb1-2f3c-4f3a-9d8f-2a2f8a8f0a11' }, 404, 'not_found', 'quote_id'],
    [
      { product: 'van', origin: manhattan, destination: brooklyn, ref: 'middle' },
      400,
      'invalid_parameter',
      'ref',
    ],
    [
      { product: 'van', origin: manhattan, destination: 'PO Box 12, Brooklyn, NY 11201' },
      422,
      'address_not_found',
      'destination',
    ],
  ])('refuses %j', async (body, status, code, param) => {
    expectProblem(await partner.post('/schedule', body), status, { code, param });
  });

  it('refuses an invalid Idempotency-Key', async () => {
    const query = { product: 'van', origin: manhattan, destination: brooklyn };
    const answer = await partner.post('/schedule', query, { headers: { 'idempotency-key': 'a b' } });
    expectProblem(answer, 400, { code: 'invalid_parameter', param: 'Idempotency-Key' });
  });

  it('requires a read scope only and stores nothing', async () => {
    const reader = await test.partner({ scope: 'org:read' });
    const count = async () =>
      queryAsOwner<{ count: string }>(test.connection, 'select count(*) from location');
    const before = await count();
    expect(
      (await reader.post('/schedule', { product: 'van', origin: manhattan, destination: brooklyn })).status,
    ).toBe(200);
    expect(await count()).toEqual(before);
  });
});
