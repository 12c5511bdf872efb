// Unit tests of the choices that replace a lost crew.
import { expect, test } from 'vitest';
import type { CrewReplacement } from '../api.ts';
import { chosenMoves, overlappingHid, resultSummary, todayOnly } from './replacements.ts';

const candidate = (id: string, from: string, to: string): CrewReplacement['candidates'][number] => ({
  crew: { id, name: id, rating: 5, vehicle_type: 'van', member_count: 2, open_offers: 0 },
  fits: true,
  reasons: [],
  slot: { starts_at: `2030-01-15T${from}:00.000Z`, arrives_at: '', ends_at: `2030-01-15T${to}:00.000Z` },
  minutes_late: 0,
  can_be_sent: true,
  engaged_in: null,
});
const job = (hid: string, proposed: string | null, from: string, to: string): CrewReplacement => ({
  booking: { id: hid, hid, partner: 'Acme', customer: null, window: '', time_zone: null },
  stage: 'not_started',
  proposed_crew_id: proposed,
  candidates: [candidate('north', from, to), candidate('south', from, to)],
});
const jobs = [
  job('A', 'north', '10:00', '12:00'),
  job('B', 'south', '11:00', '13:00'),
  job('C', null, '12:00', '14:00'),
];

test('proposals are chosen, and jobs without one are left out, until the dispatcher says otherwise', () => {
  const ids = (choices: Parameters<typeof chosenMoves>[1]) =>
    chosenMoves(jobs, choices).map(({ job: { booking }, crewId }) => `${booking.hid} ${crewId}`);
  expect(ids(new Map())).toEqual(['A north', 'B south']);
  expect(
    ids(
      new Map([
        ['A', { isIncluded: false, crewId: 'north' }],
        ['C', { isIncluded: true, crewId: 'south' }],
      ]),
    ),
  ).toEqual(['B south', 'C south']);
});

test('names the other job if one crew is chosen for two at one time', () => {
  const moves = chosenMoves(jobs, new Map([['B', { isIncluded: true, crewId: 'north' }]]));
  expect(moves.map((move) => overlappingHid(move, moves))).toEqual(['B', 'A']);
  const proposed = chosenMoves(jobs, new Map());
  expect(proposed.map((move) => overlappingHid(move, proposed))).toEqual([null, null]);
});

test('sums up what was moved and what was not', () => {
  const moved = { hid: 'A', refusal: null };
  expect(resultSummary([moved])).toBe('1 booking moved.');
  expect(resultSummary([moved, moved, { hid: 'C', refusal: 'Retired' }])).toBe(
    '2 bookings moved, 1 could not be moved.',
  );
});

test('leaves out the jobs of other days if only today is selected', () => {
  const today = { ...candidate('north', '10:00', '12:00'), slot: { ...slotNow(), arrives_at: '' } };
  const both = [{ ...job('A', 'north', '10:00', '12:00'), candidates: [today] }, ...jobs.slice(1, 2)];
  const moves = (choices: Parameters<typeof chosenMoves>[1]) =>
    chosenMoves(both, choices).map(({ job: { booking } }) => booking.hid);
  expect(moves(todayOnly(both))).toEqual(['A']);
  expect(moves(new Map())).toEqual(['A', 'B']);
});

function slotNow() {
  const at = new Date().toISOString();
  return { starts_at: at, ends_at: at };
}
