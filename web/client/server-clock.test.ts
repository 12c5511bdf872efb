// Tests of the server's time in the browser.
import { expect, it } from 'vitest';
import { noteServerTime, serverNow } from './server-clock.ts';

const nowMs = Date.parse('2027-03-10T17:00:00.400Z');
const header = (ms: number) => new Date(ms).toUTCString();

it('follows the server if the clock of the browser is wrong', () => {
  noteServerTime(header(nowMs - 300_000), nowMs);
  expect(new Date(serverNow(nowMs)).toISOString()).toBe('2027-03-10T16:55:00.000Z');
});

it('keeps the clock of the browser within the resolution of the header', () => {
  noteServerTime(header(nowMs - 900), nowMs);
  expect(serverNow(nowMs)).toBe(nowMs);
});

it('keeps the last difference if a response has no date', () => {
  noteServerTime(header(nowMs + 60_000), nowMs);
  for (const missing of [null, 'soon']) noteServerTime(missing, nowMs);
  expect(serverNow(nowMs)).toBe(nowMs + 59_600);
});
