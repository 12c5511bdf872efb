// Unit tests of the start times of a recovery.
import { expect, test } from 'vitest';
import { presets, recoveryStartForDisabled, sinceInstant } from './recovery-since.ts';

const now = Date.UTC(2026, 10, 15, 12);
const healthy = { disabled_at: null, failing_since: null };

test('suggests the start of the failure first, with a margin before it', () => {
  const failing = { disabled_at: null, failing_since: '2026-11-14T00:00:00.000Z' };
  expect(presets(failing, null, [])[0]).toEqual({
    value: '2026-11-13T23:50:00.000Z',
    label: 'It started failing',
  });
  expect(presets(healthy, '2026-11-13T00:00:00.000Z', [])[0]?.value).toBe('2026-11-13T00:00:00.000Z');
  expect(presets(healthy, 'nonsense', [])[0]?.value).toBe('1h');
});

test('reaches back to deliveries that were still being retried when the endpoint was disabled', () => {
  expect(recoveryStartForDisabled('2026-11-14T12:00:00Z', [600, 2400])).toBe('2026-11-14T10:50:00.000Z');
});

test('returns an instant for every choice, and null for an incomplete custom time', () => {
  const at = (preset: string, custom = '') => sinceInstant({ preset, custom }, now, 30);
  expect(at('24h')).toBe('2026-11-14T12:00:00.000Z');
  expect(at('2026-11-14T00:00:00Z')).toBe('2026-11-14T00:00:00.000Z');
  expect(at('custom')).toBeNull();
  expect(at('custom', '2026-11-14T10:00')).toBe(new Date('2026-11-14T10:00').toISOString());
});

test('limits suggestions to the retention period', () => {
  expect(sinceInstant({ preset: '7d', custom: '' }, now, 1)).toBe('2026-11-14T12:01:00.000Z');
});
