import { describe, expect, it } from 'vitest';
import { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingStop, TrackingView } from './api.generated.ts';
import { headlineOf, warningsOf } from './headline.ts';
import { messagesByLanguage } from './messages.ts';

const now = '2027-03-10T17:00:00Z';
const time_zone = 'America/New_York';

const stop = (position: number, change: Partial<TrackingStop> = {}): TrackingStop => ({
  position,
  kind: position === 0 ? 'pickup' : 'dropoff',
  is_yours: false,
  place: `Place ${position}`,
  unit: null,
  state: 'waiting',
  has_trouble: false,
  eta: null,
  arrived_at: null,
  done_at: null,
  time_zone,
  point: [0, 0],
  photos: [],
  photo_links: [],
  ...change,
});

const view = (change: Partial<TrackingView> = {}): TrackingView => ({
  confirmation_code: 'X',
  sender: null,
  stage: 'scheduled',
  window: { from: '2027-03-10T19:00:00Z', to: '2027-03-10T20:00:00Z', time_zone, stop: 0 },
  is_late: false,
  is_reassigning: false,
  focus: 0,
  is_done_for_you: false,
  stops: [stop(0), stop(1)],
  crew: null,
  cancellation: null,
  map: { kind: 'vector', url: '/maps/0/{z}/{x}/{y}', attribution: '' },
  geometry: [],
  now,
  expires_at: null,
  ...change,
});

const headlineLines = (change: Partial<TrackingView>, language: 'en' | 'es' = 'en') => {
  const words = messagesByLanguage[language];
  const { eyebrow, title, details } = headlineOf(
    view(change),
    words,
    new TimeFormatter(language, Date.parse(now)),
  );
  return [eyebrow, title.replace(/\s/g, ' '), ...details];
};

describe('the headline of the tracking page', () => {
  it('adds no second full stop after a Spanish time', () => {
    const here = stop(0, { state: 'here', arrived_at: '2027-03-10T16:58:00Z' });
    const [, , detail] = headlineLines({ stage: 'at_stop', stops: [here, stop(1)] }, 'es');
    expect(detail?.replace(/\s/g, ' ')).toBe('En Place 0 desde las 11:58 a.m.');
  });

  it('shows the arrival window, and whether the reader’s stop comes before or after it', () => {
    expect(headlineLines({})).toEqual([
      'Today',
      '2:00 – 3:00 PM',
      'A crew arrives at Place 0 in this time window.',
    ]);
    const yours = { focus: 1, stops: [stop(0), stop(1, { is_yours: true })] };
    expect(headlineLines(yours)).toContain('Your stop comes after it.');
    expect(headlineLines({ window: null })).toEqual([
      'Scheduled',
      'As soon as possible',
      'We are looking for a crew now.',
    ]);
  });

  it('shows the ETA and the number of stops before the reader’s', () => {
    const eta = { from: '2027-03-10T17:20:00Z', to: '2027-03-10T17:40:00Z' };
    expect(
      headlineLines({ stage: 'on_the_way', stops: [stop(0, { state: 'driving', eta }), stop(1)] }),
    ).toEqual(['On the way', '12:20 – 12:40 PM', 'Expected arrival at Place 0.']);
    const mine = [stop(0, { state: 'driving' }), stop(1, { is_yours: true, eta })];
    expect(headlineLines({ stage: 'on_the_way', focus: 1, stops: mine })).toEqual([
      'On the way',
      '12:20 – 12:40 PM',
      'One stop before yours.',
      'Expected arrival at your address, Place 1.',
    ]);
  });

  it('shows no time without an ETA', () => {
    const driving = [stop(0, { state: 'driving' }), stop(1)];
    expect(headlineLines({ stage: 'on_the_way', stops: driving })).toEqual([
      'Pickup',
      'On the way',
      'The crew is driving to Place 0.',
    ]);
  });

  it('warns of a late crew, a reassignment and a stop failure', () => {
    const titles = (change: Partial<TrackingView>) =>
      warningsOf(view(change), messagesByLanguage.en).map(({ title }) => title);
    expect(titles({})).toEqual([]);
    expect(titles({ is_late: true, is_reassigning: true })).toEqual([
      'Your crew is changing',
      'Running late',
    ]);
    expect(titles({ stops: [stop(0, { has_trouble: true }), stop(1)] })).toEqual([
      'There is a problem at a stop',
    ]);
  });
});
