import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ApiClient, expectProblem } from '../support/api-client.ts';
import { installedFolder, signInToSandbox } from '../support/installed-folder.ts';
import { runWaybill, type ServerProcess, startServer } from '../support/server-process.ts';

const manhattan = '350 5th Ave, New York, NY 10118';
const brooklyn = '1 Main St, Brooklyn, NY 11201';

describe('an operator who sets areas and prices', async () => {
  const folder = await installedFolder();
  const variables = { DATA_DIR: folder.path, ENVIRONMENT: 'sandbox' };
  const file = join(folder.path, 'document.json');
  let server: ServerProcess;
  let partner: ApiClient;
  const waybill = (...args: string[]) => runWaybill([...args, '-e', 'sandbox'], variables);

  beforeAll(async () => {
    server = await startServer(variables);
    partner = await signInToSandbox(server.sandbox, folder.path);
  });
  afterAll(async () => {
    await server?.stop();
    folder.remove();
  });

  it('exports and changes the areas, and every running process quotes by them at once', async () => {
    const areas = JSON.parse((await waybill('areas', 'export')).stdout);
    const prices = JSON.parse((await waybill('prices', 'export')).stdout);
    expect(areas.areas.map(({ slug }: { slug: string }) => slug)).toEqual(['united-states']);
    const quote = async () =>
      (
        await partner.post('/quotes', {
          stops: [{ location: manhattan }, { location: brooklyn }],
          product: 'van',
        })
      ).body;
    const before = await quote();

    delete areas.areas[0].products.lite;
    writeFileSync(file, JSON.stringify(areas));
    expect(await waybill('areas', 'import', file)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Imported 1 service areas'),
    });
    prices.price_books[0].products.van.fare_structure.base += 1_000;
    writeFileSync(file, JSON.stringify(prices));
    expect((await waybill('prices', 'import', file, '--json')).code).toBe(0);

    const after = await quote();
    expect(after.fare_structure.base).toBe(before.fare_structure.base + 1_000);
    expect(after.fare_estimate[0].total).toBe(before.fare_estimate[0].total + 1_000);
    const refused = await partner.post('/quotes', {
      stops: [{ location: manhattan }, { location: brooklyn }],
      product: 'lite',
    });
    expectProblem(refused, 422, { code: 'product_unavailable', param: 'product' });
    // An existing quote keeps its price.
    expect((await partner.get(`/quotes/${before.id}`)).body).toEqual(before);
  });

  it('sees every fault of a document with its path, and nothing is stored', async () => {
    const areas = JSON.parse((await waybill('areas', 'export')).stdout);
    const broken = structuredClone(areas);
    broken.areas[0].hours.monday = [{ opens: '25:00', closes: '20:00' }];
    broken.areas[0].coverage = {
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [1, 1],
        ],
      ],
    };
    broken.areas[0].colour = 'red';
    writeFileSync(file, JSON.stringify(broken));
    for (const verb of ['validate', 'import']) {
      const { code, stderr } =
        verb === 'validate'
          ? await runWaybill(['areas', verb, file], variables)
          : await waybill('areas', verb, file);
      expect(code).toBe(1);
      for (const path of ['areas[0].hours.monday[0].opens', 'areas[0].coverage', 'areas[0].colour'])
        expect(stderr).toContain(path);
    }
    expect(JSON.parse((await waybill('areas', 'export')).stdout)).toEqual(areas);
  });

  it('cannot price an unknown area, and is warned about products without a price', async () => {
    const prices = JSON.parse((await waybill('prices', 'export')).stdout);
    writeFileSync(file, JSON.stringify({ price_books: [{ ...prices.price_books[0], area: 'atlantis' }] }));
    expect(await waybill('prices', 'import', file)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('price_books[0].area'),
    });
    const { xl, ...rest } = prices.price_books[0].products;
    expect(xl).toBeDefined();
    writeFileSync(file, JSON.stringify({ price_books: [{ ...prices.price_books[0], products: rest }] }));
    const { code, stdout } = await waybill('prices', 'import', file);
    expect(code).toBe(0);
    expect(stdout).toContain('united-states offers xl, but no price book contains it');
    const route = { stops: [{ location: manhattan }, { location: brooklyn }] };
    const { body } = await partner.post('/quotes/batch', route);
    expect(body.data.map(({ product }: { product: string }) => product)).toEqual(['pickup', 'van', 'box']);
  });

  it('gets an error for a missing file and for invalid JSON', async () => {
    writeFileSync(file, '{');
    expect(await runWaybill(['prices', 'validate', file], variables)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not JSON'),
    });
    expect(await runWaybill(['prices', 'validate', '/nonexistent.json'], variables)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('ENOENT'),
    });
  });

  it('lists capacity overrides, also under the deprecated command name', async () => {
    const created = await waybill(
      'areas',
      'holiday',
      'united-states',
      '2099-12-25',
      '--reason',
      'Holiday',
      '--json',
    );
    const { override } = JSON.parse(created.stdout);
    const current = await waybill('areas', 'overrides', '--json');
    expect(current).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(current.stdout).data).toMatchObject([{ id: override.id, kind: 'holiday' }]);
    expect(await waybill('areas', 'exceptions', '--json')).toEqual({
      code: 0,
      stdout: current.stdout,
      stderr: 'warning: "waybill areas exceptions" is deprecated; use "waybill areas overrides".\n',
    });
    const { stdout: help } = await runWaybill(['areas', '--help'], variables);
    expect(help).toContain('overrides');
    expect(help).not.toContain('exceptions');
  });
});
