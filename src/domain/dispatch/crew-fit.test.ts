import { describe, expect, it } from 'vitest';
import { type CrewCandidate, type CrewSlot, earliestSlot, matchCrew } from './crew-fit.ts';
import type { DispatchJob } from './dispatch-job.ts';

const MINUTE_MS = 60_000;
const NOW = Date.UTC(2026, 2, 10, 16);
const at = (minutes: number) => NOW + minutes * MINUTE_MS;
const midtown = { longitude: -73.985, latitude: 40.748 };
const brooklyn = { longitude: -73.99, latitude: 40.703 };
const boston = { longitude: -71.06, latitude: 42.36 };

const job = (change: Partial<DispatchJob> = {}): DispatchJob => ({
  bookingId: 'b',
  accountId: 'a',
  product: 'van',
  areaSlug: 'new-york',
  origin: midtown,
  destination: brooklyn,
  earliestMs: at(60),
  latestMs: at(120),
  durationMs: 45 * MINUTE_MS,
  failsAtMs: at(120),
  ...change,
});
const crew = (change: Partial<CrewCandidate> = {}): CrewCandidate => ({
  id: 'crew-1',
  isRetired: false,
  vehicleType: 'van',
  memberCount: 2,
  homeAreas: [],
  shifts: [{ startsMs: at(-60), endsMs: at(480) }],
  commitments: [],
  position: midtown,
  ...change,
});
const busy = (from: number, to: number, place = midtown): CrewSlot => ({
  startsMs: at(from),
  arrivesMs: at(from),
  endsMs: at(to),
  from: place,
  to: place,
});
const arrival = (wanted: DispatchJob, candidate: CrewCandidate) => {
  const fit = matchCrew(wanted, candidate, NOW);
  return fit.fits ? (fit.slot.arrivesMs - NOW) / MINUTE_MS : fit.reasons;
};

describe('a crew', () => {
  it('arrives when the window opens, and departs in time', () => {
    expect(matchCrew(job(), crew(), NOW)).toEqual({
      fits: true,
      slot: { startsMs: at(60), arrivesMs: at(60), endsMs: at(105), from: midtown, to: brooklyn },
    });
    const fit = matchCrew(job(), crew({ position: brooklyn }), NOW);
    if (!fit.fits) throw new Error('it fits');
    expect(fit.slot.arrivesMs).toBe(at(60));
    expect(fit.slot.startsMs).toBeLessThan(at(55));
  });

  it.each([
    ['drives something else', { vehicleType: 'pickup_truck' }, ['vehicle']],
    ['has no vehicle', { vehicleType: null }, ['vehicle']],
    ['is one person short', { memberCount: 1 }, ['members']],
    ['works elsewhere', { homeAreas: ['boston'] }, ['area']],
    ['is retired', { isRetired: true }, ['retired']],
    ['does not work then', { shifts: [{ startsMs: at(180), endsMs: at(400) }] }, ['shift']],
    ['ends its shift before the job is done', { shifts: [{ startsMs: at(0), endsMs: at(104) }] }, ['shift']],
    ['is engaged during the whole window', { commitments: [busy(30, 240)] }, ['busy']],
    ['is too far away', { position: boston }, ['travel_time']],
    [
      'fails several rules',
      { vehicleType: 'van', memberCount: 1, homeAreas: ['x'], shifts: [] },
      ['members', 'area', 'shift'],
    ],
  ] as const)('that %s does not fit, with the reason', (_what, change, reasons) => {
    expect(matchCrew(job(), crew(change), NOW)).toEqual({ fits: false, reasons });
  });

  it('fits in its home area, with a larger truck of the product and with more members than required', () => {
    expect(arrival(job(), crew({ homeAreas: ['boston', 'new-york'], memberCount: 3 }))).toBe(60);
    expect(arrival(job({ product: 'box' }), crew({ vehicleType: 'box_truck_24ft' }))).toBe(60);
  });

  it('arrives after the preceding job, from its last stop', () => {
    expect(arrival(job(), crew({ commitments: [busy(0, 90)] }))).toBe(90);
    const fromAfar = arrival(job(), crew({ commitments: [busy(0, 90, brooklyn)] }));
    expect(fromAfar).toBeGreaterThan(95);
    expect(fromAfar).toBeLessThan(120);
    expect(arrival(job(), crew({ commitments: [busy(0, 119, brooklyn)] }))).toEqual(['busy']);
  });

  it('must be in time for the following job', () => {
    expect(arrival(job(), crew({ commitments: [busy(105, 200, brooklyn)] }))).toBe(60);
    expect(arrival(job(), crew({ commitments: [busy(105, 200, midtown)] }))).toEqual(['busy']);
    expect(arrival(job(), crew({ commitments: [busy(0, 30), busy(104, 110)] }))).toBe(110);
  });

  it('that is past the end of a job is free 15 minutes from now', () => {
    const now = job({ earliestMs: at(0) });
    expect(arrival(now, crew({ commitments: [busy(-60, -1)] }))).toBe(15);
  });

  it('with unknown position is assumed to be 30 minutes away', () => {
    expect(arrival(job({ earliestMs: at(0) }), crew({ position: null }))).toBe(30);
  });

  it('does not depart before its shift', () => {
    expect(
      arrival(job({ earliestMs: at(0) }), crew({ shifts: [{ startsMs: at(20), endsMs: at(400) }] })),
    ).toBe(20);
  });

  it('that a dispatcher assigns arrives as early as possible, regardless of its shift', () => {
    expect(earliestSlot(job(), crew({ shifts: [] }), NOW)).toMatchObject({
      arrivesMs: at(60),
      endsMs: at(105),
    });
    expect(earliestSlot(job(), { position: null }, at(300))).toMatchObject({
      startsMs: at(300),
      arrivesMs: at(300),
    });
  });
});
