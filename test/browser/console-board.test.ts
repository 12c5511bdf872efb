// The dispatcher's work in a real browser: the board.
import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { describeInBrowser } from '../support/chromium.ts';
import { ConsoleBrowserPage } from '../support/console-page.ts';
import { dragCardTo, dragGrabbedCard, grabCard } from '../support/drag-card.ts';
import { type BookedVan, bookVan, formCrew, go } from '../support/operator-actions.ts';
import { newOperator, type OperatorAccount, OperatorClient } from '../support/operator-client.ts';
import { fillDay } from '../support/seed-busy-day.ts';

const desktop = { width: 1280, height: 900 };
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);
const at = (hour: number) => `${day}T${hour}:00:00Z`;

describeInBrowser('the dispatcher console', (browser) => {
  let app: TestApp;
  let admin: OperatorAccount;
  let operator: OperatorClient;
  let partner: ApiClient;
  let window: ConsoleBrowserPage;
  beforeAll(async () => {
    app = await startTestApp();
    app.app.worker.start();
    admin = await newOperator(app, 'admin');
    operator = await OperatorClient.signIn(app, admin);
    partner = await app.partner();
    for (const name of ['Blue van', 'Red van']) {
      const { id: crew_id } = await formCrew(operator, name);
      await operator.post('/shifts', { crew_id, starts_at: at(12), ends_at: at(23) });
    }
    const { id: vehicle_id } = (await operator.post('/vehicles', { type: 'pickup_truck', name: 'Small' }))
      .body;
    await operator.post('/crews', { name: 'Tiny truck', vehicle_id });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    window = await ConsoleBrowserPage.open(browser(), app.baseUrl, {
      viewport: desktop,
      colorScheme: 'light',
    });
  });
  afterEach(() => window.close());

  const createBooking = (hour: number, overrides: object = {}): Promise<BookedVan> =>
    bookVan(partner, { arrival_window_from: at(hour), arrival_window_to: at(hour + 1), ...overrides });
  const row = (target: ConsoleBrowserPage, name: string) =>
    target.page.getByRole('region', { name, exact: true });
  const card = (target: ConsoleBrowserPage, name: string, { hid }: BookedVan) =>
    row(target, name).getByRole('button', { name: hid });
  const bookingDetails = async ({ id }: BookedVan) => (await operator.get(`/bookings/${id}`)).body;

  async function openBoard(target = window, account = admin): Promise<void> {
    await target.enter(account, `/board?day=${day}`);
    await row(target, 'Blue van').waitFor();
  }

  /** Drags the card from one row over another, without dropping it. */
  const dragOver = (target: ConsoleBrowserPage, from: string, booking: BookedVan, to: string) =>
    dragCardTo(card(target, from, booking), row(target, to));

  /** Whether the centre of the element belongs to the card of the booking: it is in the viewport, and nothing covers it. */
  const isInView = async (target: Locator, { id }: BookedVan): Promise<boolean> => {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const point = `${x + width / 2}, ${y + height / 2}`;
    const found = `document.elementFromPoint(${point})?.closest('[data-card]')?.dataset.card`;
    return (await window.page.evaluate(found)) === id;
  };
  /** Pairs of cards of one crew that cover each other. */
  const overlappingCards = (): Promise<string[]> =>
    window.page.evaluate(`[...document.querySelectorAll('.board-track')].flatMap((track) => {
      const cards = [...track.querySelectorAll('.board-placed')].map((card) => [card, card.getBoundingClientRect()]);
      return cards.flatMap(([a, p], nth) => cards.slice(nth + 1).filter(([, q]) => p.left < q.right - 1
        && q.left < p.right - 1 && p.top < q.bottom - 1 && q.top < p.bottom - 1).map(([b]) => a.textContent + ' / ' + b.textContent));
    })`);

  test('assigns a booking by drag and drop, shows which crews fit, and undoes the move', async () => {
    const sofa = await createBooking(15);
    await openBoard();
    await dragOver(window, 'Unassigned', sofa, 'Blue van');
    await row(window, 'Blue van')
      .getByText(/Fits, arrives at/)
      .waitFor();
    await row(window, 'Tiny truck')
      .getByText(/Cannot be assigned: .*wrong vehicle/)
      .waitFor();
    await window.page.mouse.up();
    await card(window, 'Blue van', sofa).waitFor();
    await window.page.getByText(`${sofa.hid} was assigned to Blue van.`).waitFor();
    expect((await bookingDetails(sofa)).crew.name).toBe('Blue van');
    await window.page.getByRole('button', { name: 'Undo' }).click();
    await card(window, 'Unassigned', sofa).waitFor();
    await window.page.getByText(`The move of ${sofa.hid} was undone.`).waitFor();
    expect((await bookingDetails(sofa)).booking.state).toBe('created');
  });

  test('keeps a dragged card while updates arrive', async () => {
    const shelf = await createBooking(15);
    await openBoard();
    await grabCard(card(window, 'Unassigned', shelf));
    const news = await createBooking(22);
    await card(window, 'Unassigned', news).waitFor();
    await dragGrabbedCard(card(window, 'Unassigned', shelf), row(window, 'Red van'));
    const later = await createBooking(20);
    await row(window, 'Red van')
      .getByText(/Fits, arrives at/)
      .waitFor();
    await window.page.keyboard.press('Escape');
    await window.page.mouse.up();
    await card(window, 'Unassigned', later).waitFor();
    await card(window, 'Unassigned', shelf).waitFor();
  });

  test('explains a refused drop, and unassigns a crew with a reason', async () => {
    const table = await createBooking(17);
    await openBoard();
    await dragOver(window, 'Unassigned', table, 'Tiny truck');
    await window.page.mouse.up();
    await window.page.getByText(/was not moved. Tiny truck: Cannot be assigned: .*wrong vehicle/).waitFor();
    await card(window, 'Unassigned', table).waitFor();
    await dragOver(window, 'Unassigned', table, 'Red van');
    await window.page.keyboard.press('Escape');
    await window.page.mouse.up();
    await card(window, 'Unassigned', table).waitFor();
    expect(await window.page.getByRole('dialog').count(), 'Escape cancels the drag and opens no dialog').toBe(
      0,
    );
    await dragOver(window, 'Unassigned', table, 'Red van');
    await window.page.mouse.up();
    await card(window, 'Red van', table).waitFor();
    await dragOver(window, 'Red van', table, 'Unassigned');
    await window.page.mouse.up();
    await window.page.getByRole('dialog').getByLabel('Reason').fill('Flat tyre');
    await window.page.getByRole('button', { name: 'Unassign', exact: true }).click();
    await card(window, 'Unassigned', table).waitFor();
    await window.page.getByText(`${table.hid} is unassigned again.`).waitFor();
    expect((await bookingDetails(table)).booking.previous_dispatches).toMatchObject([
      { reason: 'Flat tyre' },
    ]);
  });

  test('assigns with the keyboard alone and undoes with Ctrl+Z', async () => {
    const chair = await createBooking(19);
    await openBoard();
    const { page } = window;
    await window.expectAccessibleAndFitting('the board');
    await card(window, 'Unassigned', chair).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Assign to' }).pressSequentially('red');
    await page.getByRole('option', { name: /Red van.*Fits/, selected: true }).waitFor();
    await window.expectMap();
    await window.expectAccessibleAndFitting('the list of crews');
    await page.keyboard.press('Enter');
    await card(window, 'Red van', chair).waitFor();
    await page.getByText(`${chair.hid} was assigned to Red van.`).waitFor();
    await page.keyboard.press('Control+z');
    await card(window, 'Unassigned', chair).waitFor();
    await card(window, 'Unassigned', chair).focus();
    await page.keyboard.press('ArrowLeft');
    const focused = await page.evaluate('document.activeElement.dataset.card');
    expect(focused).not.toBe(chair.id);
    // Down reaches the cards that are stacked in an hour.
    const below = await createBooking(19);
    await card(window, 'Unassigned', below).waitFor();
    await card(window, 'Unassigned', chair).focus();
    await page.keyboard.press('ArrowDown');
    await card(window, 'Unassigned', below).and(page.locator(':focus')).waitFor();
    // From the top of the page, five keys assign the first booking. The focus stays on its card.
    await window.show(`/board?day=${day}`);
    await row(window, 'Unassigned').getByRole('button').first().waitFor();
    for (const key of ['Tab', 'Tab', 'Enter', 'Enter']) await page.keyboard.press(key);
    await page.getByRole('dialog').getByRole('option', { selected: true }).waitFor();
    const first = await row(window, 'Unassigned')
      .locator('[data-card][tabindex="0"]')
      .getAttribute('data-card');
    await page.keyboard.press('Enter');
    const moved = page.locator(`.board-crew [data-card="${first}"]:focus`);
    await moved.waitFor();
    await moved.and(page.locator('[data-drags]')).waitFor();
    await page.keyboard.press('Control+z');
    await page.locator(`.board-tray [data-card="${first}"]:focus[data-drags]`).waitFor();
  });

  test('moves a booking to another day: dropped on a tab, or with three clicks', async () => {
    const [bench, stool] = [await createBooking(16), await createBooking(16)];
    const full = new Date(Date.parse(`${day}T00:00:00Z`) + 3 * 86_400_000).toISOString().slice(0, 10);
    const limit = { area: 'united-states', kind: 'capacity', first_day: full, product: 'van', capacity: 0 };
    expect((await operator.post('/capacity-overrides', limit)).text).toContain(full);
    await openBoard();
    const { page } = window;
    const isSunday = new Date(`${day}T00:00:00Z`).getUTCDay() === 0;
    const other = new Date(Date.parse(`${day}T00:00:00Z`) + (isSunday ? -1 : 1) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    const tab = page.locator(`[data-drop-day="${other}"]`);
    await grabCard(card(window, 'Unassigned', bench));
    await tab.hover();
    await tab.and(page.locator('[data-over]')).waitFor();
    await page.mouse.up();
    const dialog = page.getByRole('dialog', { name: new RegExp(`^Move ${bench.hid} to `) });
    await dialog.getByRole('button', { name: /AM|PM/ }).first().click();
    const moved = page.getByText(new RegExp(`^${bench.hid} was moved to `));
    await moved.waitFor();
    const range = moved.getByText(/^\S+–\S+$/);
    expect(await range.evaluate((element) => element.getClientRects().length)).toBe(1);
    await card(window, 'Unassigned', bench).waitFor({ state: 'detached' });
    expect((await bookingDetails(bench)).day).toBe(other);
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await card(window, 'Unassigned', bench).waitFor();
    expect((await bookingDetails(bench)).day).toBe(day);
    await card(window, 'Unassigned', stool).click();
    await page.getByRole('button', { name: 'Move to another day' }).click();
    // Not on Close: Enter would close the dialog that it has just opened.
    await page.getByRole('dialog').locator('h2:focus').waitFor();
    await window.expectAccessibleAndFitting('moving to another day');
    // All times are one Tab stop after the button that closes the dialog.
    const times = page.getByRole('group', { name: 'Free times' });
    await times.getByText(/^\d.* now$/).waitFor();
    for (let count = 0; count < 2; count += 1) await page.keyboard.press('Tab');
    const isFocused = (nth: number) =>
      times.getByRole('button').nth(nth).and(page.locator(':focus')).waitFor();
    await isFocused(0);
    await page.keyboard.press('ArrowRight');
    await isFocused(1);
    await page.keyboard.press('ArrowDown');
    const below = await times.locator(':focus').boundingBox();
    const second = await times.getByRole('button').nth(1).boundingBox();
    expect(below?.y).toBeGreaterThan(second?.y ?? 0);
    await page.keyboard.press('End');
    await isFocused((await times.getByRole('button').count()) - 1);
    await page.keyboard.press('Home');
    await isFocused(0);
    await page.keyboard.press('Tab');
    await page.locator('summary:focus').waitFor();
    await page.getByText('Why are other times not free?').click();
    await page.getByRole('definition').getByText('Fully booked').first().waitFor();
    await window.expectAccessibleAndFitting('reasons why other times are not free');
    const days = page.getByRole('dialog').getByRole('region');
    await days.last().getByRole('button').last().click();
    await card(window, 'Unassigned', stool).waitFor({ state: 'detached' });
    expect((await bookingDetails(stool)).day > day).toBe(true);
  });

  test('accepts one of two concurrent moves and tells the other operator who made it', async () => {
    const lamp = await createBooking(21);
    const dispatcher = await newOperator(app, 'dispatcher');
    const other = await ConsoleBrowserPage.open(browser(), app.baseUrl, { viewport: desktop });
    await openBoard();
    await openBoard(other, dispatcher);
    await dragOver(window, 'Unassigned', lamp, 'Blue van');
    await dragOver(other, 'Unassigned', lamp, 'Red van');
    await window.page.mouse.up();
    await card(window, 'Blue van', lamp).waitFor();
    await window.page.getByText(`${lamp.hid} was assigned to Blue van.`).waitFor();
    await other.page.mouse.up();
    await other.page.getByText(`A admin already assigned ${lamp.hid} to Blue van`).waitFor();
    await card(other, 'Blue van', lamp).waitFor();
    await other.expected(/409/);
    await other.close();
    expect((await bookingDetails(lamp)).crew.name).toBe('Blue van');
  });

  test('shows changes of other operators live, and is read-only for viewers', async () => {
    const desk = await createBooking(14);
    await openBoard(window, await newOperator(app, 'viewer'));
    await card(window, 'Unassigned', desk).waitFor();
    expect(await window.page.locator('[data-drags]').count()).toBe(0);
    const crewId = (await operator.get('/crews')).body.data.find(
      ({ name }: { name: string }) => name === 'Red van',
    ).id;
    await operator.post(`/bookings/${desk.id}/assign`, { crew_id: crewId });
    await card(window, 'Red van', desk).waitFor();
  });

  test('extends late jobs to the current time, and says what is not in view', async () => {
    const { id: crew_id } = await formCrew(operator, 'Grey van');
    const [late, failed] = [await createBooking(13), await createBooking(21)];
    await operator.post(`/bookings/${late.id}/assign`, { crew_id });
    await go(operator, late, 0, 'depart', { eta: at(16) });
    const { id: other_id } = await formCrew(operator, 'Zebra van');
    await operator.post(`/bookings/${failed.id}/assign`, { crew_id: other_id });
    for (const move of ['depart', 'arrive']) await go(operator, failed, 0, move);
    await go(operator, failed, 0, 'cannot-complete', { reason: 'The door stays shut' });
    const overdue = await createBooking(14);
    const evening = await createBooking(22);
    const { page } = window;
    await page.setViewportSize({ width: 1280, height: 1_100 });
    await page.clock.setFixedTime(new Date(Date.parse(at(18)) + 15 * 60_000));
    await openBoard(window, await newOperator(app, 'dispatcher'));
    const grey = row(window, 'Grey van');
    await grey.getByText('1 late', { exact: true }).waitFor();
    const lateBox = await card(window, 'Grey van', late).boundingBox();
    const nowBox = await grey.locator('.board-now').boundingBox();
    if (!lateBox || !nowBox) throw new Error('the late job or the current time is not on the board');
    expect(Math.abs(lateBox.x + lateBox.width - nowBox.x), 'the card ends now').toBeLessThan(6);
    expect(await isInView(card(window, 'Grey van', late).getByText(late.hid), late)).toBe(true);
    expect(
      await isInView(card(window, 'Unassigned', overdue), overdue),
      'overdue ones wait in the current hour',
    ).toBe(true);
    expect(await overlappingCards()).toEqual([]);
    // The crew is the last row: in a low window its failed job is below. One press goes there.
    await page.setViewportSize({ width: 1280, height: 640 });
    const strip = page.getByRole('region', { name: 'Not in view' });
    await strip.getByRole('button', { name: /^Below: .*1 failed/ }).click();
    await card(window, 'Zebra van', failed).and(page.locator(':focus')).waitFor();
    expect(await isInView(card(window, 'Zebra van', failed), failed)).toBe(true);
    await strip.getByRole('button', { name: /^Later: \d+ unassigned/ }).click();
    await row(window, 'Unassigned').locator('[data-card]:focus').waitFor();
    await card(window, 'Unassigned', evening).waitFor();
    await strip.getByRole('button', { name: /^(Earlier|Below): .*1 failed/ }).waitFor();
    await window.expectAccessibleAndFitting('a board with late jobs');
  });

  test('draws 500 bookings of one day in steps, without moving what is drawn', async () => {
    const model = await createBooking(15);
    // Beyond the days to which another test moves bookings.
    const later = new Date(Date.parse(at(12)) + 60 * 86_400_000);
    const ids = await fillDay(app.connection, { bookingId: model.id, count: 500, from: later, hours: 10 });
    await window.page.addInitScript(`
      globalThis.drawing = { first: 0, shift: 0 };
      const look = () => {
        drawing.first = document.querySelectorAll('[data-card]').length;
        if (drawing.first === 0) requestAnimationFrame(look);
      };
      look();
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) drawing.shift += value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    await window.enter(admin, `/board?day=${later.toISOString().slice(0, 10)}`);
    await window.page.getByText('500 bookings, 500 unassigned').waitFor();
    await expect.poll(() => window.page.locator('[data-card]').count()).toBe(500);
    await window.page.getByRole('region', { name: 'Not in view' }).getByRole('button').first().waitFor();
    const { first, shift } = (await window.page.evaluate('drawing')) as { first: number; shift: number };
    expect(first, 'cards in the first frame').toBeLessThan(50);
    expect(shift, 'layout shift').toBeLessThan(0.05);
    // The card that a link names gets the focus, also if it is drawn last.
    const { page } = window;
    await window.show(`/board?booking=${ids.at(-1)}`);
    await expect.poll(() => page.evaluate('document.activeElement.dataset.card')).toBe(ids.at(-1));
    // On a phone: lists of what is to be done and of the crews, a few screens high.
    await window.show(`/board?day=${later.toISOString().slice(0, 10)}`);
    await page.setViewportSize({ width: 390, height: 844 });
    const todo = page.getByRole('region', { name: 'Unassigned' });
    await todo.getByRole('button', { name: 'Show 20 more of 480' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3_500);
    expect(await window.faults()).toEqual([]);
    await todo.getByRole('button').first().click();
    await page.getByRole('option', { name: /Blue van/ }).click();
    await page.getByText(/was assigned to Blue van/).waitFor();
    await window.expectFocus('the board');
    await page.getByRole('tab', { name: /^Crews/ }).click();
    await page.getByText('Blue van', { exact: true }).click();
    await page.getByRole('link', { name: 'Call Blue van: +1 212-555-0142' }).waitFor();
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(3_500);
  });

  test('keeps many crews in view, and brings those that fit to the top of a drag', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, nth) => operator.post('/crews', { name: `Aside ${nth + 1}` })),
    );
    const rug = await createBooking(20);
    await openBoard();
    const { page } = window;
    await row(window, 'Aside 12').waitFor();
    const rows = `[...document.querySelectorAll('.board-crew')]`;
    const heights = await page.evaluate(`${rows}.map((row) => row.getBoundingClientRect().height)`);
    // One row of one lane: 3 rem and a border.
    expect(Math.min(...(heights as number[]))).toBeLessThan(54);
    await dragOver(window, 'Unassigned', rug, 'Red van');
    const shown = `${rows}.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)`;
    const verdicts = await page.evaluate(`${shown}.map((row) => row.dataset.verdict)`);
    const ranks = (verdicts as string[]).map((verdict) => ['fits', 'warns', 'refuses'].indexOf(verdict));
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    expect(new Set(ranks).size, 'kinds of verdicts').toBeGreaterThan(1);
    await page.mouse.up();
    await card(window, 'Red van', rug).waitFor();
    const overhang = await page.evaluate(`Math.max(...${rows}.flatMap((row) =>
      [...row.querySelectorAll('[data-card]')].map((card) => card.getBoundingClientRect().bottom - row.getBoundingClientRect().bottom)))`);
    expect(overhang, 'pixels of a card below its row').toBeLessThanOrEqual(0);
    // Cards of two lines have the state in their name, too.
    await row(window, 'Red van')
      .getByRole('button', { name: new RegExp(`${rug.hid}.* 2 stops Assigned`) })
      .waitFor();
  });
});
