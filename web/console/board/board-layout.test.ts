// Unit tests of the board's time axis and card layout.
import { describe, expect, test } from 'vitest';
import type { Board, BoardBooking } from '../api.ts';
import { alertOf, spanFormatter, stateOf } from './board-labels.ts';
import { layOut } from './board-layout.ts';
import { axisOf } from './board-time.ts';

const at = (hour: number) => new Date(Date.UTC(2030, 0, 15, hour)).toISOString();
const span = (from: number, to: number) => ({ starts_at: at(from), ends_at: at(to) });

function booking(id: string, from: number, overrides: Partial<BoardBooking> = {}): BoardBooking {
  return {
    id,
    hid: id,
    state: 'created',
    product: 'van',
    area: 'here',
    partner: 'Acme',
    order_number: null,
    customer: null,
    town: null,
    window: { kind: 'listed', label: '', time_zone: 'UTC', ...span(from, from + 1) },
    crew_id: null,
    slot: null,
    planned: null,
    offer: null,
    stop_count: 2,
    stops_done: 0,
    stops_skipped: 0,
    progress: null,
    trouble: null,
    eta: null,
    is_late: false,
    ...overrides,
  };
}

function boardOf(bookings: readonly BoardBooking[], shift = span(9, 17)): Board {
  const crew = {
    id: 'c',
    name: 'Crew',
    vehicle: null,
    members: [],
    phone_number: null,
    home_areas: [],
    shifts: [shift],
    is_retired: false,
  };
  const day = { day: '2030-01-15', time_zone: 'UTC', starts_at: at(0), ends_at: at(24) };
  return { ...day, crews: [crew], bookings, is_cut: false };
}

const everything = { isShown: () => true, nowMs: Date.parse(at(0)) };

test('a booking with an open offer is offered, planned or not, and stays an alert until a crew accepts', () => {
  const offer = { crews: [{ id: 'c', name: 'Red van' }], expires_at: at(9) };
  const offered = booking('a', 9, { offer });
  expect(stateOf(offered).words).toBe('Offered');
  expect(alertOf(offered)).toBe('unassigned');
  const planned = {
    crew_id: 'c',
    plan_id: null,
    ...span(9, 10),
    arrives_at: at(9),
    is_locked: false,
    is_overdue: false,
  };
  expect(stateOf({ ...offered, planned })).toMatchObject({ mood: 'intended', words: 'Offered' });
});

test('the board knows why it shows no booking', () => {
  const emptyOf = (bookings: readonly BoardBooking[], isShown = () => true) =>
    layOut(boardOf(bookings), axisOf(boardOf(bookings), 0), { ...everything, isShown }).empty;
  expect(emptyOf([])).toBe('day');
  expect(emptyOf([booking('a', 9)], () => false)).toBe('product');
  expect(emptyOf([booking('a', 9)])).toBeNull();
});

describe('the time axis of the board', () => {
  test('shows the default hours if nothing is planned', () => {
    expect(axisOf(boardOf([]), 0).hours.map(({ label }) => label.replace(/\s/, ' '))).toEqual([
      '8 AM',
      '9 AM',
      '10 AM',
      '11 AM',
      '12 PM',
      '1 PM',
      '2 PM',
      '3 PM',
      '4 PM',
      '5 PM',
    ]);
  });

  test('reaches from the first to the last booking or shift', () => {
    const axis = axisOf(boardOf([booking('a', 6)], span(9, 21)), 0);
    expect([axis.fromMs, axis.toMs]).toEqual([Date.parse(at(6)), Date.parse(at(21))]);
  });

  test('is not extended by an engagement that began days ago', () => {
    const early = { starts_at: new Date(Date.UTC(2030, 0, 13)).toISOString(), ends_at: at(11) };
    const axis = axisOf(boardOf([booking('a', 10, { state: 'dispatched', crew_id: 'c', slot: early })]), 0);
    expect(axis.hours.length).toBeLessThanOrEqual(24);
  });
});

describe('the card layout of the board', () => {
  test('puts unassigned bookings into the hour of their window', () => {
    const board = boardOf([booking('a', 9), booking('b', 9), booking('c', 12)]);
    const { unassigned, waiting } = layOut(board, axisOf(board, 0), everything);
    expect(waiting).toBe(3);
    expect(unassigned.map((column) => column.length)).toEqual([0, 2, 0, 0, 1, 0, 0, 0, 0, 0]);
  });

  test('puts overlapping bookings into separate lanes', () => {
    const assigned = (id: string, from: number, to: number) =>
      booking(id, from, { state: 'dispatched', crew_id: 'c', slot: span(from, to) });
    const board = boardOf([assigned('a', 9, 11), assigned('b', 10, 12), assigned('c', 12, 13)]);
    const [line] = layOut(board, axisOf(board, 0), everything).lines;
    expect(line?.cards.map(({ booking: { id }, lane }) => [id, lane])).toEqual([
      ['a', 0],
      ['b', 1],
      ['c', 0],
    ]);
    expect(line?.lanes).toBe(2);
  });

  test('puts planned bookings into the row of their crew, until the planned departure has passed', () => {
    const planned = (isOverdue: boolean) => ({
      crew_id: 'c',
      plan_id: null,
      ...span(10, 12),
      arrives_at: at(10),
      is_locked: false,
      is_overdue: isOverdue,
    });
    const board = boardOf([
      booking('intended', 9, { planned: planned(false) }),
      booking('overdue', 9, { planned: planned(true) }),
      booking('elsewhere', 9, { planned: { ...planned(false), crew_id: 'unknown' } }),
    ]);
    const { lines, unassigned } = layOut(board, axisOf(board, 0), everything);
    expect(lines[0]?.cards.map(({ booking: { id }, left, width }) => [id, left, width])).toEqual([
      ['intended', 2, 2],
    ]);
    expect(unassigned.flat().map(({ id }) => id)).toEqual(['overdue', 'elsewhere']);
    const shown = [...(lines[0]?.cards ?? []).map((card) => card.booking), ...unassigned.flat()];
    expect(shown.map(alertOf)).toEqual([null, 'unassigned', 'unassigned']);
    expect(shown.map((each) => stateOf(each).words)).toEqual(['Planned', 'Unassigned', 'Unassigned']);
  });

  test('extends a job that is not finished to the current time, and the axis with it', () => {
    const job = (id: string, overrides: Partial<BoardBooking> = {}) =>
      booking(id, 8, { state: 'dispatched', crew_id: 'c', slot: span(8, 10), ...overrides });
    const board = boardOf([
      job('late', { is_late: true }),
      job('done', { state: 'completed', trouble: 'old' }),
      booking('next', 20, { state: 'dispatched', crew_id: 'c', slot: span(20, 21) }),
      job('failed', { trouble: 'Locked', is_late: true }),
    ]);
    const nowMs = Date.parse(at(19));
    const axis = axisOf(board, nowMs);
    expect(axis.toMs).toBe(Date.parse(at(21)));
    expect(axisOf(boardOf([job('late')]), nowMs).toMs).toBe(nowMs);
    const [line] = layOut(board, axis, { isShown: () => true, nowMs }).lines;
    expect(line).toMatchObject({ late: 1, failed: 1 });
    expect(line?.cards.map(({ booking: { id }, width, planned }) => [id, width, planned])).toEqual([
      ['late', 11, 2],
      ['done', 2, 2],
      ['failed', 11, 2],
      ['next', 1, 1],
    ]);
  });

  test('keeps overdue bookings without a crew in the current hour', () => {
    const board = boardOf([booking('a', 9), booking('b', 12), booking('c', 14)]);
    const nowMs = Date.parse(at(12)) + 60_000;
    const { unassigned } = layOut(board, axisOf(board, nowMs), { isShown: () => true, nowMs });
    expect(unassigned.map((column) => column.map(({ id }) => id))).toEqual([
      [],
      [],
      [],
      [],
      ['a', 'b'],
      [],
      ['c'],
      [],
      [],
      [],
    ]);
  });

  test('puts bookings of simulated crews into a separate row', () => {
    const board = boardOf([booking('a', 9, { state: 'dispatched' })]);
    expect(layOut(board, axisOf(board, 0), everything).elsewhere).toHaveLength(1);
  });
});

test.each([
  [span(12, 13), '12–1 PM'],
  [span(11, 12), '11 AM–12 PM'],
  [span(23, 25), '11 PM–1 AM'],
  [{ starts_at: at(9), ends_at: new Date(Date.UTC(2030, 0, 15, 10, 30)).toISOString() }, '9–10:30 AM'],
])('formats a window in short form (%#)', (window, label) => {
  expect(spanFormatter('UTC')(window).replace(/\s/g, ' ')).toBe(label);
});
