// Drags cards of the day board with the mouse.
import type { Locator } from 'playwright-core';

/** Presses the mouse button on the card. Waits until a pending move of the card has finished. */
export async function grabCard(card: Locator): Promise<void> {
  const page = card.page();
  const held = card.and(page.locator('[data-drags]'));
  await held.hover({ position: { x: 30, y: 20 } });
  await page.mouse.down();
}

/** Drags the card over the row; the caller releases the button. */
export async function dragCardTo(card: Locator, row: Locator): Promise<void> {
  const page = card.page();
  await grabCard(card);
  await dragGrabbedCard(card, row);
  await page.locator('[data-verdict]').nth(1).waitFor();
}

/** Moves the mouse, with the card already held, over the row. */
export async function dragGrabbedCard(card: Locator, row: Locator): Promise<void> {
  const { mouse } = card.page();
  const start = await card.boundingBox();
  const goal = await row.locator('.board-label').boundingBox();
  if (!start || !goal) throw new Error('a card or a row is not visible');
  await mouse.move(start.x + 40, start.y + 30, { steps: 3 });
  await card.and(card.page().locator('[data-dragged]')).waitFor();
  await mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 6 });
}
