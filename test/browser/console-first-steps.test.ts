// First steps of an operator in an installation without records, in a real browser: the checklist on the board leads to
// each page, follows what is created, and disappears with the first booking.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { bookVan } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';

describeInBrowser('the first steps of an operator', (browser) => {
  let app: TestApp;
  let admin: OperatorAccount;
  let operator: OperatorClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp();
    app.app.worker.start();
    admin = await newOperator(app, 'admin');
    operator = await OperatorClient.signIn(app, admin);
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl);
    await window.admit(admin);
    await window.show('');
  });
  afterAll(async () => {
    await window?.close();
    await app?.close();
  });

  const steps = () => window.page.getByRole('region', { name: 'First steps' });
  const step = (title: string) => steps().getByRole('listitem').filter({ hasText: title });
  const openBoard = () => window.page.getByRole('link', { name: 'Board', exact: true }).click();

  test('lead from empty records to where they come from', async () => {
    const { page } = window;
    await window.show('/requests');
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor();
    await page.getByRole('link', { name: 'Open Organizations' }).click();
    await page.getByRole('heading', { level: 1, name: 'Organizations' }).waitFor();
    await window.show('/messages');
    await page.getByRole('heading', { name: 'No messages yet' }).waitFor();
    await page.getByRole('link', { name: 'Open Bookings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Bookings' }).waitFor();
    await window.show('/board');
  });

  test('lead from an empty installation to the first booking', async () => {
    const { page } = window;
    await step('Set areas and prices').getByText('Default prices apply in United States.').waitFor();
    await step('Create a crew').getByText('There is no vehicle yet.').waitFor();
    await step('Give a partner access').getByText('There is no organization yet.').waitFor();
    await window.expectAccessibleAndFitting('a board before the first booking');

    await steps().getByRole('link', { name: 'Set areas and prices' }).click();
    await page.getByRole('heading', { level: 1, name: 'Areas and prices' }).waitFor();
    const { document, revision } = (await operator.get('/area-documents')).body.prices;
    expect((await operator.put('/area-documents/prices', { document, revision })).status).toBe(200);
    await openBoard();
    await step('Set areas and prices').getByText('Done').waitFor();

    // A dialog without vehicles and crew members leads to where they are added.
    await page.getByRole('link', { name: 'Crews', exact: true }).click();
    await page.getByRole('button', { name: 'Create a crew' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('There is no vehicle yet.').waitFor();
    await dialog.getByText('There are no crew members yet.').waitFor();
    await window.expectAccessibleAndFitting('a crew without vehicles and crew members');
    await dialog.getByRole('link', { name: 'Add a vehicle' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a vehicle' }).click();
    await dialog.getByLabel('Name').fill('Van 1');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await openBoard();
    await steps().getByRole('link', { name: 'Add a crew member' }).click();
    await page.getByRole('button', { name: 'Add a crew member' }).click();
    await dialog.getByLabel('First name').fill('Ana');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });

    await openBoard();
    await steps().getByRole('link', { name: 'Create a crew' }).click();
    await page.getByRole('button', { name: 'Create a crew' }).click();
    await dialog.getByLabel('Name').fill('Blue van');
    await dialog.getByRole('button', { name: 'Create crew' }).click();
    await dialog.waitFor({ state: 'detached' });
    await openBoard();
    await step('Create a crew').getByText('Blue van has no vehicle.').waitFor();

    // The list follows what other operators and commands create.
    const [crew] = (await operator.get('/crews')).body.data;
    const [vehicle] = (await operator.get('/vehicles')).body.data;
    const [member] = (await operator.get('/crew-members')).body.data;
    const crewPath = `/crews/${crew.id}`;
    await operator.patch(crewPath, { vehicle_id: vehicle.id });
    await step('Create a crew').getByText('Blue van has no crew members.').waitFor();
    await operator.patch(crewPath, { member_ids: [member.id] });
    await step('Create a crew').getByText('Blue van has no shift.').waitFor();
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const shift = { crew_id: crew.id, starts_at: inHours(1), ends_at: inHours(9) };
    expect((await operator.post('/shifts', shift)).status).toBe(201);
    await step('Create a crew').getByText('Done').waitFor();
    expect((await operator.post('/organizations', { name: 'Northwind' })).status).toBe(201);
    await step('Give a partner access').getByRole('link', { name: 'Create an API client' }).click();
    await page.getByRole('heading', { level: 1, name: 'Northwind' }).waitFor();
    const [{ id }] = (await operator.get('/organizations')).body.data;
    operator = await operator.confirm(admin);
    const { status, body } = await operator.post(`/organizations/${id}/clients`, { name: 'Shop' });
    expect(status).toBe(201);
    await openBoard();
    await steps().getByText('Northwind has an API client.').waitFor();
    await steps()
      .getByText(/^Everything is set up\./)
      .waitFor();

    await bookVan(
      await app.partner({
        client: { id: body.id, clientId: body.client_id, clientSecret: body.client_secret },
      }),
    );
    await steps().waitFor({ state: 'detached' });
  });
});
