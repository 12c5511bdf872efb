// Area and price documents in the console: previewed, validated field by field, saved with a revision and an audit entry.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { queryAsOwner } from '../support/database.ts';
import { expectRefusal, OperatorClient } from '../support/operator-client.ts';
import { until } from '../support/until.ts';

const stops = ['350 5th Ave, New York, NY 10118', '1 Main St, Brooklyn, NY 11201'];

describe('changes of areas and prices by an administrator', () => {
  let test: TestApp;
  let admin: OperatorClient;
  beforeAll(async () => {
    test = await startTestApp();
    admin = await OperatorClient.enter(test, 'admin');
  });
  afterAll(() => test.close());

  const read = async () => (await admin.get('/area-documents')).body;
  const preview = async (body: object) => {
    const answer = await admin.post('/area-documents/preview', body);
    expect(answer.status, answer.text).toBe(200);
    return answer.body;
  };
  const priceOf = (body: { quotes: { product: string }[] }, product: string) =>
    body.quotes.find((quote) => quote.product === product);

  it('previews a new price on an example route without saving it', async () => {
    const { prices } = await read();
    const draft = structuredClone(prices.document);
    draft.price_books[0].products.van.fare_structure.base += 1_000;
    const body = await preview({ prices: draft, stops });
    expect(body.faults).toEqual([]);
    expect(body.route.miles).toBeGreaterThan(1);
    const van = priceOf(body, 'van') as unknown as Record<'before' | 'after', { low: number; high: number }>;
    expect([van.after.low - van.before.low, van.after.high - van.before.high]).toEqual([1_000, 1_000]);
    expect(priceOf(body, 'box')).toMatchObject({ before: { refusal: null } });
    expect((await read()).prices).toEqual(prices);
    const outside = await admin.post('/area-documents/preview', { stops: ['Nowhere at all', stops[1]] });
    expect([outside.status, outside.body.param]).toEqual([422, 'stops[0]']);
  });

  it('names the products that a change makes unbookable, whichever document causes it', async () => {
    const { areas, prices } = await read();
    expect((await preview({})).lost).toEqual([]);
    const [area] = areas.document.areas;
    const lostBox = { area: area.slug, area_name: area.name, product: 'box', partial: false };
    const unpriced = structuredClone(prices.document);
    delete unpriced.price_books[0].products.box;
    expect((await preview({ prices: unpriced })).lost).toEqual([lostBox]);
    const unoffered = structuredClone(areas.document);
    delete unoffered.areas[0].products.box;
    expect((await preview({ areas: unoffered })).lost).toEqual([lostBox]);
    const smaller = structuredClone(areas.document);
    smaller.areas[0].coverage.coordinates.splice(1);
    expect((await preview({ areas: smaller })).lost).toContainEqual({ ...lostBox, partial: true });
    const renamed = structuredClone({ areas: areas.document, prices: prices.document });
    renamed.areas.areas[0].slug = 'usa';
    renamed.prices.price_books[0].area = 'usa';
    expect((await preview(renamed)).lost).toEqual([]);
  });

  it('reports every validation error with its document and field', async () => {
    const { areas, prices } = await read();
    const wrongAreas = structuredClone(areas.document);
    wrongAreas.areas[0].products.van.capacity = -1;
    wrongAreas.areas[0].time_zone = 'Mars';
    const wrongPrices = structuredClone(prices.document);
    wrongPrices.price_books[0].products.van.fare_structure.base = 'free';
    const { faults } = await preview({ areas: wrongAreas, prices: wrongPrices });
    expect(faults.map(({ document, path }: { document: string; path: string }) => [document, path])).toEqual([
      ['areas', 'areas[0].time_zone'],
      ['areas', 'areas[0].products.van.capacity'],
      ['prices', 'price_books[0].products.van.fare_structure.base'],
    ]);
    const { revision } = areas;
    const refused = await admin.put('/area-documents/areas', { document: wrongAreas, revision });
    expectRefusal(refused, 400, 'invalid_parameter', 'document.areas[0].time_zone');
    expect(refused.body.message).toContain('and 1 more');
  });

  it('does not reject the prices of a new area while its polygon is wrong', async () => {
    const { areas, prices } = await read();
    const area = structuredClone(areas.document.areas[0]);
    area.slug = 'new-area';
    area.coverage.coordinates = [];
    const book = { ...prices.document.price_books[0], area: 'new-area' };
    const { faults } = await preview({
      areas: { areas: [...areas.document.areas, area] },
      prices: { price_books: [...prices.document.price_books, book] },
    });
    expect(faults).toMatchObject([{ document: 'areas' }]);
  });

  it('saves a change once, records its author and quotes the new price immediately', async () => {
    const partner = await test.partner();
    const quote = async () =>
      (await partner.post('/quotes', { stops: stops.map((location) => ({ location })), product: 'lite' }))
        .body.fare_estimate[0].total;
    const before = await quote();
    const { prices } = await read();
    const document = structuredClone(prices.document);
    document.price_books[0].products.lite.fare_structure.base += 500;
    const change = { document, revision: prices.revision };
    const saved = await admin.put('/area-documents/prices', change);
    expect(saved.status, saved.text).toBe(200);
    expect(saved.body.revision).toBeGreaterThan(prices.revision);
    await until(quote, (total) => total === before + 500);
    // A page that still shows the previous revision is refused instead of overwriting the change.
    expectRefusal(await admin.put('/area-documents/prices', change), 409, 'revision_outdated', 'revision');
    const { body } = await admin.get('/area-documents/revisions');
    expect(body.data[0]).toMatchObject({ kind: 'prices', by: 'A admin', number: saved.body.revision });
    const kept = await admin.get(`/area-documents/revisions/${saved.body.revision}`);
    expect(kept.body.document).toEqual(saved.body.document);
    // Before the first revision, the built-in prices were in force.
    expect(kept.body.previous_document).toEqual(prices.document);
    const next = structuredClone(document);
    next.price_books[0].products.lite.fare_structure.base += 100;
    const { body: later } = await admin.put('/area-documents/prices', {
      document: next,
      revision: saved.body.revision,
    });
    const { body: latest } = await admin.get(`/area-documents/revisions/${later.revision}`);
    expect([latest.previous_document, latest.document]).toEqual([document, next]);
    const audit = await queryAsOwner(
      test.connection,
      `select actor_kind from audit_entry where action = 'prices.imported'`,
    );
    expect(audit).toEqual([{ actor_kind: 'operator' }, { actor_kind: 'operator' }]);
    expectRefusal(await admin.get('/area-documents/revisions/999'), 404, 'not_found');
    expectRefusal(await admin.put('/area-documents/prizes', change), 404, 'not_found');
  });

  it('refuses operators who are not administrators', async () => {
    const dispatcher = await OperatorClient.enter(test, 'dispatcher');
    const { prices } = (await dispatcher.get('/area-documents')).body;
    expectRefusal(await dispatcher.put('/area-documents/prices', prices), 403, 'insufficient_role');
    expectRefusal(await dispatcher.post('/area-documents/preview', { stops }), 403, 'insufficient_role');
  });
});
