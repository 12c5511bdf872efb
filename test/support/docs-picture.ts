// Screenshots of the documentation, taken by browser tests when WAYBILL_IMAGES=1 (CONTRIBUTING.md).
import { fileURLToPath } from 'node:url';
import type { BrowserPage } from './browser-page.ts';

const folder = fileURLToPath(new URL('../../docs/images/', import.meta.url));

export const takesPictures = process.env['WAYBILL_IMAGES'] === '1';

/** Writes docs/images/<name>.png, in the size of the window. */
export async function docsPicture(window: BrowserPage, name: string): Promise<void> {
  if (!takesPictures) return;
  await window.settled();
  await window.page.screenshot({ path: `${folder}${name}.png` });
}
