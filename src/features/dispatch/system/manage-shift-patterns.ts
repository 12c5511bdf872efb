// Creates, previews, updates and removes weekly patterns of shifts. The shifts of a pattern are rows of `shift`, written
// with the pattern under the lock on the crew, so that dispatch, plans and the board need no rule for patterns. A change
// affects only shifts that have not begun (decision 0088).
import {
  MAX_PATTERN_DAYS,
  type PatternShift,
  patternDays,
  type ShiftPattern,
  shiftsOf,
} from '../../../domain/dispatch/shift-pattern.ts';
import { isTimeZone } from '../../../domain/time/time-zone-offsets.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { inTransaction } from '../../accounts/system/admin-context.ts';
import { findCrew, lockCrew } from './crew-store.ts';
import { type RosterContext, recordRosterChange } from './dispatch-context.ts';
import { invalidParameter, requireRow } from './roster-problems.ts';
import {
  deletePattern,
  engagedDays,
  findAreaTimeZone,
  findPattern,
  listPatternRows,
  overlappingDays,
  replaceFutureShifts,
  type StoredPattern,
  savePattern,
} from './shift-pattern-store.ts';

export interface PatternInput extends Omit<ShiftPattern, 'timeZone'> {
  readonly crewId: string;
  /** Undefined: the time zone of the crew's area. */
  readonly timeZone?: string | undefined;
}

export type PatternChange = Partial<Omit<PatternInput, 'crewId' | 'timeZone'>> & { readonly id: string };

export interface PatternPreview {
  readonly timeZone: string;
  readonly shifts: readonly (PatternShift & { readonly overlaps: boolean })[];
}

type System = RosterContext['system'];

export async function createPattern(
  context: RosterContext,
  actor: Actor,
  input: PatternInput,
): Promise<StoredPattern> {
  const now = context.clock.now();
  return inTransaction(context.system, async (trx) => {
    const crew = await requireRow('crew', input.crewId, (id) => lockCrew(trx, id));
    if (crew.retiredAt) throw invalidParameter('crew_id', `The crew ${crew.name} is retired.`);
    const pattern = { id: context.ids.next(), ...(await resolve(trx, input)) };
    // The shift of today counts until it ends.
    const shifts = shiftsOf(pattern).filter(({ endsAt }) => endsAt > now);
    if (shifts.length === 0)
      throw invalidParameter('last_day', 'The pattern has no shift from now until last_day.');
    await writeShifts(context, trx, pattern, shifts);
    await record(context, trx, actor, pattern, 'shift_pattern.created');
    return pattern;
  });
}

/** The shifts that the pattern would have from now on. `id`: of the pattern that would be replaced. */
export async function previewPattern(
  { system, clock }: RosterContext,
  { id, ...input }: PatternInput & { readonly id?: string | undefined },
): Promise<PatternPreview> {
  const now = clock.now();
  await requireRow('crew', input.crewId, (crewId) => findCrew(system, crewId));
  const before = id === undefined ? undefined : await requirePattern(system, id);
  const pattern = await resolve(system, before ? { ...input, timeZone: before.timeZone } : input);
  const shifts = shiftsOf(pattern).filter(({ startsAt, endsAt }) => (before ? startsAt : endsAt) > now);
  const known = { id: before?.id ?? '00000000-0000-0000-0000-000000000000', crewId: input.crewId };
  const overlapping = new Set(await overlappingDays(system, known, shifts, now));
  return {
    timeZone: pattern.timeZone,
    shifts: shifts.map((shift) => ({ ...shift, overlaps: overlapping.has(shift.day) })),
  };
}

export async function updatePattern(
  context: RosterContext,
  actor: Actor,
  { id, ...change }: PatternChange,
): Promise<StoredPattern> {
  const now = context.clock.now();
  return inTransaction(context.system, async (trx) => {
    const before = await lockPattern(trx, id);
    const pattern = { ...before, ...(await resolve(trx, { ...before, ...change })) };
    const shifts = shiftsOf(pattern).filter(({ startsAt }) => startsAt > now);
    await refuseEngaged(trx, id, shifts, now);
    await writeShifts(context, trx, pattern, shifts);
    await record(context, trx, actor, pattern, 'shift_pattern.updated');
    return pattern;
  });
}

/** Removes the pattern and its future shifts. Refused while the crew is engaged within one of these. */
export async function removePattern(context: RosterContext, actor: Actor, id: string): Promise<void> {
  const now = context.clock.now();
  await inTransaction(context.system, async (trx) => {
    const pattern = await lockPattern(trx, id);
    await refuseEngaged(trx, id, [], now);
    await replaceFutureShifts(trx, pattern, [], now);
    await deletePattern(trx, id);
    await record(context, trx, actor, pattern, 'shift_pattern.removed');
  });
}

/** Patterns that have not ended, and the time zone of the crew's area. */
export async function listPatterns(
  { system, clock }: RosterContext,
  crewId: string | undefined,
): Promise<{ readonly patterns: StoredPattern[]; readonly timeZone: string | null }> {
  // A day earlier: the local day of a pattern may be behind UTC.
  const from = new Date(clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const [patterns, timeZone] = await Promise.all([
    listPatternRows(system, { crewId, from, limit: 500 }),
    crewId === undefined ? null : findAreaTimeZone(system, crewId),
  ]);
  return { patterns, timeZone };
}

async function writeShifts(
  context: RosterContext,
  trx: System,
  pattern: StoredPattern,
  shifts: readonly PatternShift[],
): Promise<void> {
  const now = context.clock.now();
  const overlapping = await overlappingDays(trx, pattern, shifts, now);
  if (overlapping.length > 0)
    throw invalidParameter(
      'excepted_days',
      `The crew already has a shift at that time on ${listed(overlapping)}. Add these days to excepted_days, or remove the shifts first.`,
    );
  await savePattern(trx, pattern, now);
  await replaceFutureShifts(
    trx,
    pattern,
    shifts.map((shift) => ({ ...shift, id: context.ids.next() })),
    now,
  );
}

/** Validates the pattern and fills in the time zone and the order of its days. */
async function resolve(db: System, input: PatternInput): Promise<PatternInput & ShiftPattern> {
  const { crewId, startsMinute, endsMinute, weekdays, exceptedDays } = input;
  const timeZone = input.timeZone ?? (await findAreaTimeZone(db, crewId));
  if (timeZone === null) {
    const message = 'time_zone is required, because the areas of the crew have none.';
    throw Problem.of('missing_parameter', message, { param: 'time_zone' });
  }
  if (!isTimeZone(timeZone))
    throw invalidParameter('time_zone', 'time_zone must be an IANA time zone such as America/Chicago.');
  if (startsMinute === endsMinute) throw invalidParameter('ends', 'ends must differ from starts.');
  const days = patternDays(input);
  if (days < 1) throw invalidParameter('last_day', 'last_day must not be before first_day.');
  if (days > MAX_PATTERN_DAYS)
    throw invalidParameter('last_day', 'last_day must be at most 53 weeks after first_day.');
  return {
    ...input,
    timeZone,
    weekdays: [...new Set(weekdays)].sort((a, b) => a - b),
    exceptedDays: [...new Set(exceptedDays)].sort(),
  };
}

async function refuseEngaged(
  trx: System,
  id: string,
  kept: readonly PatternShift[],
  now: Date,
): Promise<void> {
  const days = await engagedDays(trx, id, kept, now);
  if (days.length === 0) return;
  const message = `The crew is engaged during its shift on ${listed(days)}. Reassign these bookings first.`;
  throw Problem.of('crew_unavailable', message, { param: 'id' });
}

const requirePattern = (db: System, id: string) =>
  requireRow('shift pattern', id, (known) => findPattern(db, known));

/** Locks the crew first, as every change of shifts does. */
async function lockPattern(trx: System, id: string): Promise<StoredPattern> {
  const { crewId } = await requirePattern(trx, id);
  await lockCrew(trx, crewId);
  return requirePattern(trx, id);
}

const listed = (days: readonly string[]) =>
  days.slice(0, 5).join(', ') + (days.length > 5 ? ` and ${days.length - 5} more days` : '');

function record(
  context: RosterContext,
  trx: System,
  actor: Actor,
  { crewId }: StoredPattern,
  action: string,
): Promise<void> {
  return recordRosterChange(context, trx, actor, { action, subject: { kind: 'crew', id: crewId } });
}
