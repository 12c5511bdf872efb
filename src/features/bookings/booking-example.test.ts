import { expect, it } from 'vitest';
import { DEFAULT_SERVICE_AREA } from '../../domain/place/default-service-area.ts';
import { listWindows } from '../../domain/time/arrival-window.ts';
import { sha256Hex } from '../../lib/sha256-hex.ts';
import { exampleQuote } from '../quotes/quote-example.ts';
import { exampleWindow } from './booking-example.ts';

it('has a window that the schedule lists', () => {
  const { product, createdAtMs } = exampleQuote;
  const calendar = { area: DEFAULT_SERVICE_AREA, product, timeZone: exampleWindow.timeZone };
  expect(listWindows(calendar, createdAtMs, sha256Hex)[1]).toEqual(exampleWindow);
});
