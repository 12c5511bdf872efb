// Unit tests of the times from which deliveries can be recovered.
import { expect, test } from 'vitest';
import { presets, sinceInstant } from './recovery-since.ts';

const now = Date.UTC(2026, 10, 15, 12);
const healthy = { disabled_at: null, failing_since: null };

test('suggests first the moment of the trouble', () => {
  const failing = { disabled_at: null, failing_since: '2026-11-14T00:00:00.000Z' };
  expect(presets(failing, null)[0]).toEqual({ value: failing.failing_since, label: 'It began to fail' });
  expect(presets(healthy, '2026-11-13T00:00:00.000Z')[0]?.label).toBe('It was disabled');
  expect(presets(healthy, 'nonsense')[0]?.value).toBe('1h');
});

test('names an instant for every choice, and none for an unfinished one', () => {
  expect(sinceInstant({ preset: '24h', custom: '' }, now)).toBe('2026-11-14T12:00:00.000Z');
  expect(sinceInstant({ preset: '2026-11-14T00:00:00Z', custom: '' }, now)).toBe('2026-11-14T00:00:00.000Z');
  expect(sinceInstant({ preset: 'custom', custom: '' }, now)).toBeNull();
  expect(sinceInstant({ preset: 'custom', custom: '2026-11-14T10:00' }, now)).toBe(
    new Date('2026-11-14T10:00').toISOString(),
  );
});
