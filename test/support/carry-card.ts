// Carries a card of the day board over a row, as a hand with a mouse does.
import type { Locator } from 'playwright-core';

/** The card is held above the row; whoever asked lets go. */
export async function carryCard(card: Locator, row: Locator): Promise<void> {
  const page = card.page();
  const { mouse } = page;
  await card.scrollIntoViewIfNeeded();
  const start = await card.boundingBox();
  const goal = await row.locator('.board-label').boundingBox();
  if (!start || !goal) throw new Error('a card or a row is not to be seen');
  await mouse.move(start.x + 30, start.y + 20);
  await mouse.down();
  await mouse.move(start.x + 40, start.y + 30, { steps: 3 });
  await mouse.move(goal.x + goal.width / 2, goal.y + goal.height / 2, { steps: 6 });
  await page.locator('[data-verdict]').nth(1).waitFor();
}
