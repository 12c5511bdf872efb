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
  await grabCard(card);
  await dragGrabbedCard(card, row);
}

/** Moves the mouse, with the card already held, over the row. Crews that fit may come to the top first. */
export async function dragGrabbedCard(card: Locator, row: Locator): Promise<void> {
  const page = card.page();
  const start = await card.boundingBox();
  if (!start) throw new Error('the card is not visible');
  await page.mouse.move(start.x + 40, start.y + 30, { steps: 3 });
  await card.and(page.locator('[data-dragged]')).waitFor();
  await page.locator('[data-verdict]').nth(1).waitFor();
  const goal = await row.locator('.board-label').boundingBox();
  if (!goal) throw new Error('the row is not visible');
  await page.mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 6 });
  await row.and(page.locator('[data-over]')).waitFor();
}
