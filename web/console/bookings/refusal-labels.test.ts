import { expect, it } from 'vitest';
import type { RefusedWindow } from '../api.ts';
import { refusedDays } from './refusal-labels.ts';

function refused(start: string, reason: RefusedWindow['reason'], crewName?: string): RefusedWindow {
  const end = new Date(Date.parse(start) + 3_600_000).toISOString();
  const window = { id: start, available: false, ondemand: false, start_at: start, end_at: end, label: '' };
  return { window, reason, crew: crewName === undefined ? null : { id: 'c1', name: crewName } };
}

it('lists refused windows by day and reason, with the crew that comes closest', () => {
  const days = refusedDays(
    [
      refused('2030-01-31T14:00:00Z', 'crews_full', 'Ana and Bo'),
      refused('2030-01-31T15:00:00Z', 'capacity_full'),
      refused('2030-01-31T16:00:00Z', 'crews_full', 'Ana and Bo'),
      refused('2030-02-01T14:00:00Z', 'no_shift'),
    ],
    'America/New_York',
  );
  expect(days).toEqual([
    {
      day: 'Thu, Jan 31',
      groups: [
        {
          reason: 'All suitable crews are busy with other jobs; closest: Ana and Bo',
          times: '9–10\u00a0AM, 11\u00a0AM–12\u00a0PM',
        },
        { reason: 'Fully booked', times: '10–11\u00a0AM' },
      ],
    },
    { day: 'Fri, Feb 1', groups: [{ reason: 'No crew has a shift', times: '9–10\u00a0AM' }] },
  ]);
});

it('lists a window without times by its label', () => {
  const onDemand = refused('2030-01-31T14:00:00Z', 'no_free_crew');
  const window = { ...onDemand.window, start_at: null, end_at: null, label: 'Within an hour' };
  expect(refusedDays([{ ...onDemand, window }], 'America/New_York')).toEqual([
    { day: 'As soon as possible', groups: [{ reason: 'No crew is free now', times: 'Within an hour' }] },
  ]);
});
