import { describe, expect, it } from 'vitest';
import {
  crewNamed,
  dispatchedBooking,
  driven,
  HOUR_MS,
  locationNamed,
  momentAt,
  NOW,
  newBooking,
  pricing,
  windowAt,
} from '../../../test/support/booking-samples.ts';
import { Problem } from '../../lib/problem.ts';
import { DISPATCH_STATES } from '../dispatch/dispatch.ts';
import type { Booking } from './booking.ts';
import { assignCrew, changeCrew, loseCrew, updateCrewPosition } from './booking-crew.ts';
import { editBooking } from './booking-edit.ts';
import { adjustBookingFare, cancelBooking, failBooking } from './booking-ending.ts';
import { TRANSITION_EVENTS, type TransitionName } from './booking-events.ts';
import { arriveAt, completeStop, departFor, failStop, moveOn, retryStop } from './booking-progress.ts';
import { addStop, editStop, removeStop, reorderStop } from './booking-stops.ts';
import type { Transition } from './booking-transitions.ts';
import { FREE_CANCELLATION } from './cancellation-policy.ts';

const later = momentAt(600, 'late');
const policy = FREE_CANCELLATION;
const photoUrls = ['https://photos.example/1'];
const here = ({ dispatch, route }: Booking) => dispatch?.routeStopId ?? route[0]?.id ?? '';
const edit = (change: Parameters<typeof editBooking>[1]) => (booking: Booking) =>
  editBooking(booking, change, { pricing }, later);
const cancelBy = (by: 'partner' | 'operator' | 'provider' | 'system') => (booking: Booking) =>
  cancelBooking(booking, { by, reason: 'other' }, { policy }, later);
const failFor = (cause: 'no_crew_available' | 'payment_refused') => (booking: Booking) =>
  failBooking(booking, { cause }, later);
const complete = (outcome: 'done' | 'skipped') => (booking: Booking) =>
  completeStop(booking, { stopId: here(booking), photoUrls, outcome, reason: 'closed' }, later);
const refund = { kind: 'refund', name: 'Sorry', amountCents: -100, createdAtMs: NOW } as const;

/** A command, and the row of TRANSITION_EVENTS that applies. */
const commands: Record<string, [TransitionName, (booking: Booking) => Transition]> = {
  'edit texts': ['edit', edit({ description: 'two sofas', photoUrls, contacts: [] })],
  'edit references': ['edit', edit({ orderNumber: 'SO-2', metadata: { cart: null, seat: 1 } })],
  'edit add-ons': ['edit', edit({ addonSlugs: ['assembly'] })],
  'edit window': ['edit', edit({ window: windowAt(40) })],
  'edit origin': ['edit', edit({ origin: locationNamed('x') })],
  'edit destination': ['edit', edit({ destination: locationNamed('x') })],
  'add stop': ['addStop', (b) => addStop(b, { location: locationNamed('n') }, { pricing }, later)],
  'add stop last': [
    'addStop',
    (b) => addStop(b, { location: locationNamed('n'), position: 3 }, { pricing }, later),
  ],
  'remove stop 1': ['removeStop', (b) => removeStop(b, { position: 1 }, { pricing }, later)],
  'remove stop 2': ['removeStop', (b) => removeStop(b, { position: 2 }, { pricing }, later)],
  'reorder 1 to 2': [
    'reorderStop',
    (b) => reorderStop(b, { fromPosition: 1, toPosition: 2 }, { pricing }, later),
  ],
  'reorder 1 to 0': [
    'reorderStop',
    (b) => reorderStop(b, { fromPosition: 1, toPosition: 0 }, { pricing }, later),
  ],
  'edit stop 1': ['editStop', (b) => editStop(b, { position: 1, floor: 2 }, later)],
  'assign crew': ['assignCrew', (b) => assignCrew(b, { crew: crewNamed('crew-2') }, later)],
  'change crew': ['changeCrew', (b) => changeCrew(b, { crew: crewNamed('crew-2'), reason: null }, later)],
  'lose crew': ['loseCrew', (b) => loseCrew(b, { reason: 'flat tyre' }, later)],
  depart: ['departFor', (b) => departFor(b, { stopId: here(b), etaMs: NOW }, later)],
  arrive: ['arriveAt', (b) => arriveAt(b, { stopId: here(b) }, later)],
  complete: ['completeStop', complete('done')],
  skip: ['completeStop', complete('skipped')],
  'move on': ['moveOn', (b) => moveOn(b, { stopId: here(b) }, {}, later)],
  'fail stop': ['failStop', (b) => failStop(b, { stopId: here(b), reason: 'locked', photoUrls }, later)],
  'retry stop': ['retryStop', (b) => retryStop(b, { stopId: here(b) }, later)],
  position: [
    'updateCrewPosition',
    (b) => updateCrewPosition(b, { location: { longitude: -87, latitude: 42 }, etaMs: NOW + HOUR_MS }, later),
  ],
  'cancel (partner)': ['cancel', cancelBy('partner')],
  'cancel (operator)': ['cancel', cancelBy('operator')],
  'cancel (provider)': ['cancel', cancelBy('provider')],
  'cancel (system)': ['cancel', cancelBy('system')],
  'fail: no crew': ['fail', failFor('no_crew_available')],
  'fail: payment': ['fail', failFor('payment_refused')],
  'adjust fare': ['adjustFare', (b) => adjustBookingFare(b, { adjustment: refund }, later)],
};

/**
 * Result of each command (row) in each state (column), on a route of three stops. States: new; p, d, a or f with a
 * position for pending, driving, at and failed at that stop, x for one that is done; done for completed; off for
 * cancelled. Capitals are rejections, see REFUSALS; = for no change. A rule that depends on the stop gives the same answer at x0 and p1,
 * x1 and p2, x2 and done.
 */
const TABLE = `
                   | new  p0   d0   a0   f0   x0   p1   d1   a1   x1   p2   d2   a2   x2   done off
edit texts         | new  p0   d0   a0   f0   x0   p1   d1   a1   x1   p2   d2   a2   E    E    E
edit references    | new  p0   d0   a0   f0   x0   p1   d1   a1   x1   p2   d2   a2   x2   done off
edit add-ons       | new  E    E    E    E    E    E    E    E    E    E    E    E    E    E    E
edit window        | new  p0   E    E    E    E    E    E    E    E    E    E    E    E    E    E
edit origin        | new  p0   E    E    E    E    E    E    E    E    E    E    E    E    E    E
edit destination   | new  p0   d0   a0   f0   x0   p1   d1   a1   x1   p2   E    E    E    E    E
add stop           | new  p0   d0   a0   f0   x0   p1   d1   a1   x1   p2   S    S    E    E    E
add stop last      | new  p0   d0   a0   f0   x0   p1   d1   a1   x1   p2   d2   a2   E    E    E
remove stop 1      | new  p0   d0   a0   f0   x0   p1   S    S    S    S    S    S    E    E    E
remove stop 2      | new  p0   d0   a0   f0   x0   p1   d1   a1   F    F    S    S    E    E    E
reorder 1 to 2     | new  p0   d0   a0   f0   x0   p1   S    S    S    S    S    S    E    E    E
reorder 1 to 0     | new  p0   S    S    S    S    S    S    S    S    S    S    S    E    E    E
edit stop 1        | new  p0   d0   a0   f0   x0   p1   S    S    S    S    S    S    E    E    E
assign crew        | p0   M    M    M    M    M    M    M    M    M    M    M    M    M    M    M
change crew        | M    p0   p0   p0   p0   x0   p1   d1   a1   x1   p2   d2   a2   M    M    M
lose crew          | M    new  new  new  new  M    M    M    M    M    M    M    M    M    M    M
depart             | M    d0   M    M    M    M    d1   M    M    M    d2   M    M    M    M    M
arrive             | M    M    a0   M    M    M    M    a1   M    M    M    a2   M    M    M    M
complete           | M    M    M    x0   M    M    M    M    x1   M    M    M    x2   M    M    M
skip               | M    M    M    x0   x0   M    M    M    x1   M    M    M    x2   M    M    M
move on            | M    M    M    M    M    p1   M    M    M    p2   M    M    M    done =    M
fail stop          | M    M    M    f0   M    M    M    M    f1   M    M    M    f2   M    M    M
retry stop         | M    M    M    M    a0   M    M    M    M    M    M    M    M    M    M    M
position           | M    p0   d0   a0   f0   x0   p1   d1   a1   x1   p2   d2   a2   M    M    M
cancel (partner)   | off  off  off  off  off  C    C    C    C    C    C    C    C    C    C    A
cancel (operator)  | off  off  off  off  off  off  off  off  off  off  off  off  off  C    C    A
cancel (provider)  | off  off  off  off  off  off  off  off  off  off  off  off  off  C    C    A
cancel (system)    | off  off  off  off  off  off  off  off  off  off  off  off  off  C    C    A
fail: no crew      | off  C    C    C    C    C    C    C    C    C    C    C    C    C    C    A
fail: payment      | off  off  off  off  off  C    C    C    C    C    C    C    C    C    C    A
adjust fare        | E    E    E    E    E    E    E    E    E    E    E    E    E    E    done E
`;

const REFUSALS: Record<string, string> = {
  E: 'unprocessable booking_not_editable',
  M: 'conflict booking_not_editable',
  S: 'unprocessable stop_already_started',
  F: 'unprocessable too_few_stops',
  C: 'conflict booking_not_cancellable',
  A: 'conflict booking_already_cancelled',
};

function bookingAt(spot: string): Booking {
  if (spot === 'new') return newBooking();
  if (spot === 'off') return cancelBy('partner')(newBooking()).booking;
  if (spot === 'done')
    return moveOn(driven(dispatchedBooking(), 2, 'done'), { stopId: 'stop-c' }, {}, later).booking;
  const position = Number(spot.slice(1));
  if (spot.startsWith('f')) {
    const at = driven(dispatchedBooking(), position, 'at');
    return failStop(at, { stopId: here(at), reason: 'locked', photoUrls }, momentAt(500)).booking;
  }
  const state = DISPATCH_STATES[['p', 'd', 'a', 'x'].indexOf(spot.charAt(0))];
  return driven(dispatchedBooking(), position, state);
}

function spotOf({ state, dispatch }: Booking): string {
  if (state === 'created') return 'new';
  if (state !== 'dispatched' || dispatch === null) return state === 'completed' ? 'done' : 'off';
  const letter = dispatch.state === 'done' ? 'x' : dispatch.state.charAt(0);
  return `${dispatch.failure ? 'f' : letter}${dispatch.routePosition}`;
}

function outcomeOf(booking: Booking, [name, command]: [TransitionName, (booking: Booking) => Transition]) {
  try {
    const { booking: after, events } = command(booking);
    if (events.length === 0) return after === booking ? '=' : 'changed without an event';
    const row = name === 'moveOn' && after.state === 'completed' ? 'completeBooking' : name;
    expect(events.map(({ type }) => type)).toEqual(TRANSITION_EVENTS[row]);
    expect(events.map(({ sequence }) => sequence)).toEqual(
      events.map((_, index) => booking.eventSequence + index + 1),
    );
    expect(after.eventSequence).toBe(events.at(-1)?.sequence);
    expect(after.updatedAtMs).toBe(name === 'updateCrewPosition' ? booking.updatedAtMs : later.nowMs);
    return spotOf(after);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return `${error.kind} ${error.code}`;
  }
}

const [header = '', ...rows] = TABLE.trim().split('\n');
const spots = (header.split('|')[1] ?? '').trim().split(/\s+/);
const cells = rows.flatMap((row) => {
  const [name = '', columns = ''] = row.split('|').map((part) => part.trim());
  return columns.split(/\s+/).map((cell, index) => ({ name, spot: spots[index] ?? '', cell }));
});

describe('every command in every state', () => {
  it.each(cells)('$name, booking at $spot: $cell', ({ name, spot, cell }) => {
    const command = commands[name];
    if (!command) throw new Error(`no command ${name}`);
    const booking = bookingAt(spot);
    expect(spotOf(booking)).toBe(spot);
    expect(outcomeOf(booking, command)).toBe(REFUSALS[cell] ?? cell);
  });

  it('covers every command and every row of the event table', () => {
    expect(rows.map((row) => row.split('|')[0]?.trim())).toEqual(Object.keys(commands));
    expect(cells).toHaveLength(Object.keys(commands).length * spots.length);
    const tried = new Set(Object.values(commands).map(([name]) => name));
    expect([...tried, 'create', 'completeBooking'].sort()).toEqual(Object.keys(TRANSITION_EVENTS).sort());
  });
});

describe('the events of a change', () => {
  const changes: [string, string, string[]][] = [
    ['edit texts', 'new', ['description', 'photo_urls', 'contacts']],
    ['edit references', 'done', ['order_number', 'metadata']],
    ['edit add-ons', 'new', ['quote']],
    ['edit window', 'p0', ['arrival_window']],
    ['edit origin', 'new', ['origin', 'route', 'quote']],
    ['add stop', 'd1', ['route', 'quote']],
    ['add stop last', 'd2', ['dispatch_state', 'destination', 'route', 'quote']],
    ['remove stop 1', 'p1', ['dispatch_state', 'route', 'dispatch', 'quote']],
    ['reorder 1 to 0', 'new', ['origin', 'route', 'quote']],
    ['edit stop 1', 'new', ['route']],
    ['assign crew', 'new', ['state', 'crew', 'dispatch']],
    ['change crew', 'a0', ['dispatch_state', 'crew', 'dispatch', 'previous_dispatches']],
    ['change crew', 'a1', ['crew']],
    ['lose crew', 'd0', ['state', 'dispatch_state', 'crew', 'dispatch', 'previous_dispatches']],
    ['depart', 'p1', ['dispatch_state', 'crew', 'dispatch']],
    ['arrive', 'd1', ['dispatch_state', 'dispatch']],
    ['complete', 'a0', ['dispatch_state', 'dispatch']],
    ['complete', 'a2', ['dispatch_state', 'crew', 'dispatch']],
    ['move on', 'x0', ['dispatch_state', 'dispatch']],
    ['move on', 'x2', ['state', 'dispatch_state', 'fare']],
    ['fail stop', 'a1', ['dispatch']],
    ['retry stop', 'f0', ['dispatch']],
    ['position', 'd0', ['crew']],
    ['cancel (partner)', 'new', ['state', 'cancellation']],
    ['cancel (operator)', 'a1', ['state', 'dispatch_state', 'crew', 'cancellation']],
    ['fail: payment', 'new', ['state', 'cancellation']],
    ['adjust fare', 'done', ['fare']],
  ];

  it.each(changes)('%s at %s names what changed: %j', (name, spot, changed) => {
    const events = commands[name]?.[1](bookingAt(spot)).events ?? [];
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expect(event.changed).toEqual(changed);
  });

  it('name the stop only if they are about one', () => {
    const eventsOf = (name: string, spot: string) =>
      commands[name]?.[1](bookingAt(spot)).events.map(({ type, stopId }) => [type, stopId]);
    expect(eventsOf('complete', 'a2')).toEqual([['booking.stop.completed', 'stop-c']]);
    expect(eventsOf('move on', 'x2')).toEqual([['booking.completed', null]]);
    expect(commands['depart']?.[1](bookingAt('p1')).events[0]?.stopId).toBe('stop-b');
    expect(commands['add stop']?.[1](bookingAt('p1')).events[0]?.stopId).toBeNull();
  });

  it('are not emitted if nothing changes', () => {
    const booking = newBooking();
    const same = edit({ description: booking.description, customer: booking.customer, metadata: {} });
    expect(same(booking)).toEqual({ booking, events: [] });
    expect(same(booking).booking).toBe(booking);
  });
});
