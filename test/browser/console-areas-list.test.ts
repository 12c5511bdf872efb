// Areas that are copied and removed in the console, together with their prices.
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { newOperator, OperatorClient } from '../support/operator-client.ts';

describeInBrowser('the list of areas of the console', (browser) => {
  let app: TestApp;
  let planner: OperatorClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp();
    const account = await newOperator(app, 'admin');
    planner = await OperatorClient.signIn(app, account);
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, { colorScheme: 'light' });
    await window.admit(account);
  });
  afterAll(async () => {
    await window.close();
    await app.close();
  });

  const documents = async () => {
    const { areas, prices } = (await planner.get('/area-documents')).body;
    return { areas: areas.document.areas, books: prices.document.price_books };
  };
  const slugs = async () => {
    const { areas, books } = await documents();
    return {
      areas: areas.map(({ slug }: { slug: string }) => slug),
      books: books.map(({ area }: { area: string }) => area),
    };
  };
  const changes = () => window.page.getByRole('region', { name: 'Your changes' });
  const save = async () => {
    await window.page.getByRole('button', { name: 'Save' }).click();
    await changes().waitFor({ state: 'detached' });
  };
  const choose = async (name: string) => {
    await window.show('/areas');
    await window.page.getByRole('combobox', { name: 'Area', exact: true }).selectOption(name);
  };
  /** Adds an area through the API. */
  const addBoston = async ({ hasPrices }: { readonly hasPrices: boolean }) => {
    const { areas, prices } = (await planner.get('/area-documents')).body;
    const [area] = areas.document.areas;
    const [book] = prices.document.price_books;
    const put = async (kind: string, document: object, revision: number) =>
      expect((await planner.put(`/area-documents/${kind}`, { document, revision })).status).toBe(200);
    const boston = { ...area, slug: 'boston', name: 'Boston', priority: -5 };
    await put('areas', { areas: [boston, ...areas.document.areas] }, areas.revision);
    if (!hasPrices) return;
    const bostonBook = { ...book, area: 'boston', products: { van: book.products.van } };
    await put('prices', { price_books: [bostonBook, ...prices.document.price_books] }, prices.revision);
  };

  test('removes an area together with its prices, and says so before', async () => {
    const { page } = window;
    await addBoston({ hasPrices: true });
    await choose('Boston');
    await page.getByRole('button', { name: 'Remove this area' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove Boston?' });
    await dialog.getByText(/^Its price book is removed with it: the prices of van/).waitFor();
    await window.expectAccessibleAndFitting('the removal of an area');
    await dialog.getByRole('button', { name: 'Remove the area' }).click();
    await changes().getByText('Boston, Area: removed').waitFor();
    await changes().getByText('Boston, Price book: removed').waitFor();
    await changes().getByText('2 changes', { exact: true }).waitFor();
    await save();
    expect(await slugs()).toEqual({ areas: ['united-states'], books: ['united-states'] });
  });

  test('shows who changed areas and prices, and what', async () => {
    const { page } = window;
    await choose('United States');
    const base = page.getByLabel('Base fare, van');
    const before = Number(await base.inputValue());
    await base.fill(String(before + 7));
    await save();
    // The list still shows the revision before, for a moment.
    const { revision } = (await planner.get('/area-documents')).body.prices;
    await page.getByText(new RegExp(`^#${revision}Prices changed by `)).waitFor();
    await page.getByRole('button', { name: `Show changes of revision ${revision}`, exact: true }).click();
    const listed = page.getByRole('list', { name: `Changes of revision ${revision}` }).getByRole('listitem');
    await expect
      .poll(() => listed.allTextContents())
      .toEqual([`United States, van: Base fare: $${before}.00 $${before + 7}.00`]);
    await page.getByRole('button', { name: `Hide changes of revision ${revision}`, exact: true }).click();
    await listed.waitFor({ state: 'detached' });
  });

  test('says which products an area loses with a part of its coverage, and saves only what was checked', async () => {
    const { page } = window;
    await choose('United States');
    await page.route('**/area-documents/preview', (route) => route.abort());
    await page.getByText('GeoJSON', { exact: true }).click();
    const field = page.getByLabel('Coverage as GeoJSON');
    const coverage = JSON.parse(await field.inputValue());
    await field.fill(JSON.stringify({ ...coverage, coordinates: coverage.coordinates.slice(0, 1) }));
    const failure = changes().getByText('The changes could not be checked');
    await failure.waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await window.expected(/ERR_FAILED/);
    await page.unroute('**/area-documents/preview');
    await changes().getByRole('button', { name: 'Try again' }).click();
    await changes().getByText('lite, pickup, van, xl, box in part of United States').waitFor();
    await failure.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Discard' }).click();
    await changes().waitFor({ state: 'detached' });
  });

  test('copies an area together with its prices', async () => {
    const { page } = window;
    await window.show('/areas');
    await page.getByRole('button', { name: 'Copy as a new area' }).click();
    await changes().getByText('United States (copy), Area: added').waitFor();
    await changes().getByText('United States (copy), Price book: added').waitFor();
    await save();
    const copy = 'united-states-copy';
    expect(await slugs()).toEqual({ areas: ['united-states', copy], books: ['united-states', copy] });
    const [original, copied] = (await documents()).books;
    expect(copied).toEqual({ ...original, area: copy });
  });

  test('gives a copy the slug of its new name', async () => {
    const { page } = window;
    await choose('United States');
    await page.getByRole('button', { name: 'Copy as a new area' }).click();
    await page.getByLabel('Name', { exact: true }).first().fill('New York');
    expect(await page.getByLabel('Slug', { exact: true }).first().inputValue()).toBe('new-york');
    await page.getByText('1 error').waitFor({ state: 'detached' });
    await changes().getByText('2 changes', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await changes().waitFor({ state: 'detached' });
  });

  test('shows polygons outside the map, deletes all polygons, and brings them back', async () => {
    const { page } = window;
    await choose('United States');
    await window.expectMap();
    await page.getByText(/^\d of 7 polygons outside the map:$/).waitFor();
    const guam = page.getByRole('button', { name: 'Show polygon 6' });
    await guam.click();
    await guam.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /^Polygon 6, point 1 of / }).waitFor();
    await page.getByRole('button', { name: 'Delete all' }).click();
    await changes().getByText('Draw at least one polygon, or choose "Everywhere".').waitFor();
    await page.getByRole('group', { name: /^Map of the coverage: 0 polygons/ }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete all' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('group', { name: /^Map of the coverage: 7 polygons/ }).waitFor();
    await changes().waitFor({ state: 'detached' });
    await window.expectAccessibleAndFitting('polygons outside the map');
  });

  test('leads to every section from links that stay in view', async () => {
    const { page } = window;
    await choose('United States');
    const links = page.getByRole('navigation', { name: 'Sections of this page' }).getByRole('link');
    const topOf = (place: Locator) => place.evaluate((element) => element.getBoundingClientRect().top);
    for (const name of ['History', 'Try a quote', 'Coverage', 'Prices']) {
      const link = links.filter({ hasText: new RegExp(`^${name}$`) });
      await link.click();
      const target = page.locator((await link.getAttribute('href')) ?? '');
      await expect.poll(() => topOf(target)).toBeLessThan(700);
      const bottom = await link.evaluate((element) => element.getBoundingClientRect().bottom);
      expect(await topOf(target)).toBeGreaterThanOrEqual(bottom);
      expect(await topOf(link)).toBeGreaterThan(0);
    }
  });

  test('leaves the wheel to the page, says how to zoom the map, and zooms it with the key', async () => {
    const { page } = window;
    await choose('United States');
    await window.expectMap();
    const map = page.getByRole('group', { name: /^Map of the coverage/ });
    await map.scrollIntoViewIfNeeded();
    await map.hover();
    const hint = page.getByText(/^Hold (Ctrl|⌘) and scroll to zoom the map$/);
    const before = await page.evaluate('scrollY');
    await page.mouse.wheel(0, 40);
    await hint.waitFor();
    await expect.poll(() => page.evaluate('scrollY')).not.toBe(before);
    expect(await page.getByRole('button', { name: 'Show everything' }).count()).toBe(0);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -40);
    await page.keyboard.up('Control');
    await hint.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Show everything' }).waitFor();
  });

  test('starts a price book with the prices of today', async () => {
    const { page } = window;
    await addBoston({ hasPrices: false });
    const [{ products }] = (await documents()).books;
    await choose('Boston');
    await page.getByText(/A new price book starts with the prices of United States/).waitFor();
    await page.getByRole('button', { name: 'Add a price book' }).click();
    const base = page.getByLabel('Base fare, box');
    expect(Number(await base.inputValue()) * 100).toBe(products.box.fare_structure.base);
    await page.getByRole('button', { name: 'Discard' }).click();
    await changes().waitFor({ state: 'detached' });
  });

  test('starts a price book with prices for all products that the area offers', async () => {
    const { page } = window;
    await choose('Boston');
    // Of the prices that apply there today, one is missing.
    const { prices } = (await planner.get('/area-documents')).body;
    const { xl: missing, ...products } = prices.document.price_books[0].products;
    const put = async (document: object) => {
      const { revision } = (await planner.get('/area-documents')).body.prices;
      expect((await planner.put('/area-documents/prices', { document, revision })).status).toBe(200);
    };
    await put({ price_books: [{ ...prices.document.price_books[0], products }] });
    await page.getByText(/Check the prices of xl before you save/).waitFor();
    await page.getByRole('button', { name: 'Add a price book' }).click();
    for (const product of ['lite', 'pickup', 'van', 'xl', 'box'])
      await page.getByLabel(`Base fare, ${product}`).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await changes().waitFor({ state: 'detached' });
    expect(missing).toBeDefined();
    await put(prices.document);
  });

  test('says which products can no longer be booked', async () => {
    const { page } = window;
    await choose('United States');
    await page
      .getByRole('region', { name: 'Prices table' })
      .getByRole('button', { name: 'Remove box' })
      .click();
    await changes().getByText('Can no longer be booked after you save').waitFor();
    await changes().getByText('box in United States', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Calculate prices' }).click();
    await page.getByRole('row', { name: /^box .* no longer available$/ }).waitFor();
    const history = page.getByRole('list', { name: 'Revisions' });
    await history
      .getByRole('button', { name: /^Show changes/ })
      .first()
      .click();
    await history.getByRole('list', { name: /^Changes of revision/ }).waitFor();
    await window.expectAccessibleAndFitting('areas with products that can no longer be booked');
    // The changes are checked apart from the example route.
    await page.getByLabel('From', { exact: true }).fill('Nowhere at all');
    await page.getByRole('button', { name: 'Calculate prices' }).click();
    await page.getByRole('alert').waitFor();
    await window.expected(/422 \(Unprocessable/);
    await changes().getByText('box in United States', { exact: true }).waitFor();
    await page.getByLabel('From', { exact: true }).fill('350 5th Ave, New York, NY 10118');
    await page.getByRole('button', { name: 'Calculate prices' }).click();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Discard' }).click();
    await changes().waitFor({ state: 'detached' });
  });
});
