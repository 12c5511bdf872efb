// Carries a card of the day board over a row, as a hand with a mouse does.
import type { Locator } from 'playwright-core';

/** The button of the mouse is down upon the card. Cards whose move is under way cannot be taken up: this waits for them. */
export async function takeCard(card: Locator): Promise<void> {
  const page = card.page();
  const held = card.and(page.locator('[data-drags]'));
  await held.hover({ position: { x: 30, y: 20 } });
  await page.mouse.down();
}

/** The card is held above the row; whoever asked lets go. */
export async function carryCard(card: Locator, row: Locator): Promise<void> {
  const page = card.page();
  await takeCard(card);
  await carryTaken(card, row);
  await page.locator('[data-verdict]').nth(1).waitFor();
}

/** Moves the hand, with the card that was taken up, over the row. */
export async function carryTaken(card: Locator, row: Locator): Promise<void> {
  const { mouse } = card.page();
  const start = await card.boundingBox();
  const goal = await row.locator('.board-label').boundingBox();
  if (!start || !goal) throw new Error('a card or a row is not to be seen');
  await mouse.move(start.x + 40, start.y + 30, { steps: 3 });
  await card.and(card.page().locator('[data-dragged]')).waitFor();
  await mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 6 });
}
