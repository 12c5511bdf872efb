import { describe, expect, it, test } from 'vitest';
import { TimeFormatter } from '../ui/time-format.ts';
import type { TrackingStop, TrackingView } from './api.generated.ts';
import { headlineOf } from './headline.ts';
import { captionOf, describeMap } from './map-description.ts';
import { messagesByLanguage } from './messages.ts';
import { isPositionFresh } from './position-age.ts';
import { warningsOf } from './warnings.ts';

const now = '2027-03-10T17:00:00Z';
const time_zone = 'America/New_York';

const stop = (position: number, change: Partial<TrackingStop> = {}): TrackingStop => ({
  position,
  kind: position === 0 ? 'pickup' : 'dropoff',
  is_yours: false,
  place: `Place ${position}`,
  unit: null,
  state: 'waiting',
  failure: null,
  planned:
    position === 0
      ? { from: '2027-03-10T19:00:00Z', to: '2027-03-10T20:00:00Z' }
      : { from: '2027-03-10T19:40:00Z', to: '2027-03-10T21:05:00Z' },
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
  redelivery: null,
  sender: null,
  branding: null,
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
  return [eyebrow, title, ...details].map((line) => line.replace(/\s/g, ' '));
};

const crew = { members: [], vehicle_type: 'van', rating: 5, phone_number: null } as const;
const reachable = { ...crew, phone_number: '+13125550100', point: null, point_at: null };

/** The link of a contact at the last stop. */
const buyer = (change: Partial<TrackingStop> = {}, pickup: Partial<TrackingStop> = {}) => ({
  focus: 1,
  stops: [stop(0, { planned: null, ...pickup }), stop(1, { is_yours: true, ...change })],
});

describe('the headline of the tracking page', () => {
  it('adds no second full stop after a Spanish time', () => {
    const here = stop(0, { state: 'here', arrived_at: '2027-03-10T16:40:00Z' });
    const [, , detail] = headlineLines({ stage: 'at_stop', stops: [here, stop(1)] }, 'es');
    expect(detail).toBe('En Place 0 desde las 11:40 a.m.');
  });

  it('tells when the delivery reaches the reader, before the departure', () => {
    expect(headlineLines({ focus: 1 })).toEqual([
      'Your delivery: today',
      '2:40–4:05 PM',
      'The crew arrives at Place 1 between these times.',
      'Estimated from this time window: Pickup, 2–3 PM.',
    ]);
    expect(headlineLines(buyer(), 'es').slice(0, 2)).toEqual(['Su entrega: hoy', '2:40–4:05 p.m.']);
    // The link of the contact at the pickup.
    const seller = { stops: [stop(0, { is_yours: true }), stop(1, { planned: null })] };
    expect(headlineLines(seller)).toEqual([
      'Your pickup: today',
      '2–3 PM',
      'The crew arrives at Place 0 between these times.',
    ]);
    expect(headlineLines({ focus: 1, window: null, stops: [stop(0), stop(1, { planned: null })] })).toEqual([
      'Your delivery',
      'As soon as possible',
      'We are looking for a crew now.',
    ]);
  });

  it('names the assigned crew with the place of the reader’s stop', () => {
    const members = ['Ana', 'Bo'].map((first_name) => ({ first_name, avatar: null }));
    const assigned = { stage: 'assigned', crew: { ...crew, members, point: null, point_at: null } } as const;
    expect(headlineLines({ ...assigned, focus: 1 })).toContain(
      'Ana and Bo will arrive at Place 1 between these times.',
    );
    const onDemand = { window: null, stops: [stop(0), stop(1, { planned: null })] };
    expect(headlineLines({ ...assigned, focus: 1, ...onDemand })).toContain(
      'Ana and Bo will leave for Place 0 soon.',
    );
  });

  it('shows the ETA at the reader’s stop, the stops before it and where the crew is', () => {
    const eta = { from: '2027-03-10T17:50:00Z', to: '2027-03-10T18:20:00Z' };
    expect(headlineLines({ stage: 'on_the_way', ...buyer({ eta }, { state: 'driving' }) })).toEqual([
      'Your delivery',
      '12:50–1:20 PM',
      'One stop before yours.',
      'Expected arrival at your address, Place 1.',
      'The crew is driving to Place 0.',
    ]);
    expect(headlineLines({ stage: 'at_stop', ...buyer({ eta }, { state: 'here' }) })).toContain(
      'The crew is at Place 0 now.',
    );
  });

  it('counts no minutes from an old position', () => {
    const eta = { from: '2027-03-10T17:10:00Z', to: '2027-03-10T17:20:00Z' };
    const titleAt = (point_at: string) =>
      headlineLines({
        stage: 'on_the_way',
        crew: { ...crew, point: [0, 0], point_at },
        ...buyer({ eta, state: 'driving' }, { state: 'done' }),
      })[1];
    expect(titleAt('2027-03-10T16:59:30Z')).toBe('10–20 minutes away');
    expect(titleAt('2027-03-10T16:50:00Z')).toBe('12:10–12:20 PM');
  });

  it('counts the minutes when the crew is near', () => {
    const near = (from: string, to: string, language: 'en' | 'es' = 'en') =>
      headlineLines(
        {
          stage: 'on_the_way',
          ...buyer({ state: 'driving', eta: { from: `2027-03-10T17:${from}Z`, to: `2027-03-10T17:${to}Z` } }),
        },
        language,
      )[1];
    expect(near('10:00', '20:00')).toBe('10–20 minutes away');
    expect(near('10:00', '20:00', 'es')).toBe('A 10–20 minutos');
    expect(near('00:00', '05:00')).toBe('Less than 5 minutes away');
    expect(near('20:00', '40:00')).toBe('12:20–12:40 PM');
  });

  it('names the reader’s stop once when it is the next one', () => {
    const eta = { from: '2027-03-10T17:50:00Z', to: '2027-03-10T18:20:00Z' };
    const next = buyer({ eta, state: 'next' }, { state: 'done' });
    expect(headlineLines({ stage: 'on_the_way', ...next }).slice(2)).toEqual(['The next stop is Place 1.']);
  });

  it('shows no planned time that has passed', () => {
    const planned = { from: '2027-03-10T15:00:00Z', to: '2027-03-10T16:00:00Z' };
    const late = { stage: 'on_the_way', ...buyer({ planned }, { state: 'driving' }) } as const;
    expect(headlineLines(late).join(' ')).not.toContain('Planned for');
  });

  it('shows the planned time while there is no ETA', () => {
    expect(headlineLines({ stage: 'on_the_way', ...buyer({}, { state: 'driving' }) })).toEqual([
      'Your delivery',
      'On the way',
      'One stop before yours.',
      'Planned for 2:40–4:05 PM.',
      'The crew is driving to Place 0.',
    ]);
  });

  it('asks the reader to come to the door while the crew waits there', () => {
    const at = (arrived_at: string, change: Partial<TrackingView> = {}) =>
      headlineLines({ stage: 'at_stop', ...change, ...buyer({ state: 'here', arrived_at }) });
    expect(at('2027-03-10T16:55:00Z')).toEqual([
      'Your delivery',
      'The crew is here',
      'Please come to the door.',
      'At Place 1 since 11:55 AM.',
    ]);
    expect(at('2027-03-10T16:55:00Z', { crew: reachable })).toContain(
      'Please come to the door, or call the crew.',
    );
    expect(at('2027-03-10T16:40:00Z')).toHaveLength(3);
  });

  it('does not say that a crew is here when it cannot complete the stop', () => {
    const failed = (failure: TrackingStop['failure']) =>
      headlineLines({ stage: 'at_stop', ...buyer({ state: 'here', failure }) })[1];
    expect(failed('come_to_door')).toBe('The crew cannot reach you');
    expect(failed('other')).toBe('The crew cannot complete your stop');
  });

  it('promises no time that has passed', () => {
    for (const stage of ['scheduled', 'assigned'] as const)
      expect(headlineLines({ stage, crew: reachable, is_late: true, ...buyer() })).toEqual([
        'Your delivery',
        'Running late',
        'It was planned for 2:40–4:05 PM. We are sorry.',
        'The new time appears here as soon as the crew departs.',
      ]);
  });

  it('calls only the destination delivered', () => {
    const done = { state: 'done', done_at: '2027-03-10T16:40:00Z' } as const;
    const seller = (stage: TrackingView['stage']) =>
      headlineLines({ stage, is_done_for_you: true, stops: [stop(0, { ...done, is_yours: true }), stop(1)] });
    expect(seller('on_the_way')).toEqual([
      'Today, 11:40 AM',
      'Picked up',
      'Thank you. The crew continues to its next stop.',
    ]);
    expect(seller('completed')[1]).toBe('Picked up');
    expect(headlineLines({ stage: 'completed', ...buyer(done, done) })).toEqual([
      'Today, 11:40 AM',
      'Delivered',
      'Your items were delivered to Place 1. Thank you.',
    ]);
  });

  it('says which delivery was cancelled, why, and whom to contact', () => {
    const cancellation = { at: '2027-03-10T16:40:00Z', because: 'requested' } as const;
    expect(headlineLines({ stage: 'cancelled', focus: 1, sender: 'Acme', cancellation })).toEqual([
      'Your delivery',
      'Cancelled',
      'This delivery was cancelled on request.',
      'Planned: today, 2:40–4:05 PM',
      'Cancelled: today, 11:40 AM',
      'To arrange a new time, contact Acme.',
    ]);
  });

  it('does not call items delivered that were not picked up', () => {
    const missing =
      'The crew could not complete an earlier stop, so items may be missing. To arrange them, contact the company that booked the delivery.';
    const done = buyer({ state: 'done' }, { state: 'skipped' });
    expect(headlineLines({ stage: 'completed', ...done }).slice(1)).toEqual([
      'Your stop is completed',
      missing,
    ]);
    expect(headlineLines({ stage: 'at_stop', is_done_for_you: true, ...done })[1]).toBe(
      'Your stop is completed',
    );
    const underWay = buyer({ state: 'driving' }, { state: 'skipped' });
    expect(headlineLines({ stage: 'on_the_way', ...underWay }).at(-1)).toBe(missing);
  });

  it('does not call a skipped stop delivered', () => {
    const missed = buyer({ state: 'skipped' });
    expect(headlineLines({ stage: 'completed', sender: 'Acme', ...missed })).toEqual([
      'Your delivery',
      'Not delivered',
      'The crew could not complete the stop at Place 1.',
      'To arrange a new time, contact Acme.',
    ]);
    const pickup = { stops: [stop(0, { is_yours: true, state: 'skipped' }), stop(1)] };
    expect(headlineLines({ stage: 'on_the_way', is_done_for_you: true, ...pickup })).toContain(
      'Your stop was not completed',
    );
  });
});

describe('the warnings of the tracking page', () => {
  const titles = (change: Partial<TrackingView>) =>
    warningsOf(view(change), messagesByLanguage.en).map(({ title, hasCall }) => [title, hasCall]);

  it('name a late crew and a reassignment', () => {
    expect(titles({})).toEqual([]);
    // The headline says that a crew that has not departed is late.
    expect(titles({ is_late: true, is_reassigning: true })).toEqual([['Your crew is changing', false]]);
    expect(titles({ is_late: true, stage: 'on_the_way' })).toEqual([['Running late', false]]);
  });

  it('ask the reader for help at the reader’s own stop only', () => {
    expect(titles(buyer({ failure: 'come_to_door' }))).toEqual([['Please come to the door.', true]]);
    expect(titles({ ...buyer({ failure: 'come_to_door' }), crew: reachable })).toEqual([
      ['Please come to the door, or call the crew.', true],
    ]);
    expect(titles(buyer({ failure: 'other' }))).toEqual([['The dispatcher decides what happens next', true]]);
    expect(titles(buyer({}, { failure: 'come_to_door' }))).toEqual([['There is a problem at a stop', false]]);
  });
});

test('a position is fresh for two minutes', () => {
  const times = new TimeFormatter('en', Date.parse(now));
  const freshness = (point_at: string | null) =>
    isPositionFresh({ crew: { ...crew, point: [0, 0], point_at } }, times);
  expect(freshness('2027-03-10T16:58:30Z')).toBe(true);
  expect(freshness('2027-03-10T16:32:00Z')).toBe(false);
  expect(freshness(null)).toBe(false);
  expect(isPositionFresh({ crew: { ...crew, point: null, point_at: null } }, times)).toBeNull();
});

describe('the description of the map', () => {
  // North, then east: 0.69 and 0.53 miles; 0.87 in a straight line.
  const [from, corner, to] = [
    [-76.62, 39.27],
    [-76.62, 39.28],
    [-76.61, 39.28],
  ] as const;
  const stops = [stop(0, { point: from }), stop(1, { point: to })];
  const describeIn = (language: 'en' | 'es', change: Partial<TrackingView>) =>
    describeMap(
      view({ stops, ...change }),
      messagesByLanguage[language],
      new TimeFormatter(language, Date.parse(now)),
    );

  it('says how far the route is by road, if the roads of all legs are known', () => {
    const geometry = [[from, corner, to]];
    expect(describeIn('en', { geometry })).toBe('From Place 0 to Place 1, about 1.2 miles by road.');
    expect(describeIn('es', { geometry })).toBe('De Place 0 a Place 1, unas 1.2 millas por carretera.');
  });

  it('names a straight line as such', () => {
    for (const geometry of [[], [null]])
      expect(describeIn('en', { geometry })).toBe(
        'From Place 0 to Place 1, about 0.9 miles in a straight line.',
      );
  });

  it('counts the hidden ends of a road', () => {
    const geometry = [[[-76.62, 39.275] as const, corner, [-76.615, 39.28] as const]];
    expect(describeIn('en', { geometry })).toContain('about 1.2 miles by road');
  });

  it('says how far the crew has to drive', () => {
    const driving = [stop(0, { point: from, state: 'done' }), stop(1, { point: to, state: 'driving' })];
    const crew = { ...view().crew, point: [-76.6201, 39.275], point_at: now } as TrackingView['crew'];
    const away = (geometry: TrackingView['geometry']) =>
      describeIn('en', { stops: driving, crew, geometry }).split('. ')[0];
    expect(away([[from, corner, to]])).toBe('The crew is about 0.9 miles by road from Place 1');
    expect(away([null])).toBe('The crew is about 0.6 miles in a straight line from Place 1');
    const times = new TimeFormatter('en', Date.parse(now));
    const shown = (change: Partial<TrackingView>) =>
      captionOf(view({ stops, ...change }), messagesByLanguage.en, times);
    expect(shown({ stops: driving, crew })).not.toContain('From');
    expect(shown({})).toContain('From Place 0');
  });
});
