// Unit tests of the age of crew positions and of job labels.
import { expect, test } from 'vitest';
import type { MapCrew, MapJob } from '../api.ts';
import { alertedJobs, currentJob, formatJob, formatSeen, isStale, jobAlert } from './crew-status.ts';

const now = Date.UTC(2030, 0, 15, 12);
const crew: MapCrew = {
  id: 'c',
  name: 'Crew',
  phone_number: '+12125550142',
  vehicle_type: 'van',
  location: [0, 0],
  located_at: new Date(now - 6 * 60_000).toISOString(),
  is_on_shift: true,
  jobs: [],
};
const job = (id: string, progress: MapJob['progress'], position = 0): MapJob => ({
  id,
  hid: id,
  partner: 'Acme',
  customer: null,
  window: '',
  time_zone: null,
  trouble: null,
  minutes_late: 0,
  has_missed_departure: false,
  starts_at: '',
  ends_at: '',
  progress,
  position,
  eta: null,
  stops: [
    { name: 'A', point: [0, 0] },
    { name: 'B', point: [1, 1] },
  ],
  geometry: [null],
});

test('a position is stale after five minutes', () => {
  expect(isStale(crew, now)).toBe(true);
  expect(isStale({ ...crew, located_at: new Date(now - 4 * 60_000).toISOString() }, now)).toBe(false);
});

test('formats the age of a position', () => {
  expect(formatSeen(crew, now)).toBe('Seen 6m ago');
});

test('prefers the job in progress to pending jobs', () => {
  expect(currentJob({ ...crew, jobs: [job('first', 'pending'), job('second', 'driving')] })?.id).toBe(
    'second',
  );
  expect(currentJob({ ...crew, jobs: [job('first', 'pending')] })?.id).toBe('first');
  expect(formatJob(job('x', 'driving', 1))).toBe('On the way to B');
});

test('failed stops come before late jobs, and the latest before the others', () => {
  const late = { ...job('late', 'driving'), minutes_late: 25 };
  const later = { ...job('later', 'pending'), minutes_late: 70 };
  const failed = { ...job('failed', 'at'), trouble: 'Contact not at home', minutes_late: 5 };
  const waiting = { ...job('waiting', 'pending'), has_missed_departure: true };
  const crews = [
    { ...crew, jobs: [waiting, late, job('fine', 'at')] },
    { ...crew, jobs: [later, failed] },
  ];
  expect(alertedJobs(crews).map(({ job: { id }, alert }) => [id, alert.label])).toEqual([
    ['failed', 'Stop failed'],
    ['later', '1 hr 10 min late'],
    ['late', '25 min late'],
    ['waiting', 'Not departed'],
  ]);
  expect(jobAlert(failed)?.reason).toBe('Contact not at home');
});
