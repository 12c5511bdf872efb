// The wall clock of a time zone, as stretches of constant offset. One question to Temporal per zone and year tells
// when the clocks change; after that, turning wall times into instants is plain addition. Asking Temporal for each
// window instead costs about 0.2 ms a time, some 40 ms for one schedule.
//
// A wall time is held as the epoch milliseconds that a UTC clock would show it at.
import { Temporal } from 'temporal-polyfill';

export interface ClockSpan {
  readonly fromMs: number;
  readonly untilMs: number;
  /** Wall time minus UTC. */
  readonly offsetMs: number;
  /** What people call it there: PDT, EST, GMT+1. */
  readonly abbreviation: string;
}

const HOUR_MS = 3_600_000;
/** All zones of the world for a few years; beyond that, start over rather than grow. */
const MAX_REMEMBERED_YEARS = 4_096;
const rememberedYears = new Map<string, readonly ClockSpan[]>();

/** Whether this is a named IANA zone; bare offsets such as "+05:00" know no clock changes and are refused. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** The spans that touch the time between two instants, in order and without gaps. */
export function clockSpans(timeZone: string, fromMs: number, untilMs: number): readonly ClockSpan[] {
  const spans: ClockSpan[] = [];
  const lastYear = new Date(untilMs).getUTCFullYear();
  for (let year = new Date(fromMs).getUTCFullYear(); year <= lastYear; year += 1) {
    for (const span of spansOfYear(timeZone, year)) {
      if (span.untilMs > fromMs && span.fromMs <= untilMs) spans.push(span);
    }
  }
  return spans;
}

/** The span that an instant lies in. */
export function spanAt(spans: readonly ClockSpan[], instantMs: number): ClockSpan {
  for (const span of spans) {
    if (instantMs >= span.fromMs && instantMs < span.untilMs) return span;
  }
  throw new RangeError('the spans do not reach this instant');
}

/** Every instant at which the clock shows this: none where it skips ahead, two where it is set back. */
export function instantsAt(spans: readonly ClockSpan[], wallMs: number): number[] {
  const instants: number[] = [];
  for (const span of spans) {
    const instantMs = wallMs - span.offsetMs;
    if (instantMs >= span.fromMs && instantMs < span.untilMs) instants.push(instantMs);
  }
  return instants;
}

/** The first instant at which the clock shows this or later. */
export function firstInstantFrom(spans: readonly ClockSpan[], wallMs: number): number {
  for (const span of spans) {
    const instantMs = Math.max(span.fromMs, wallMs - span.offsetMs);
    if (instantMs < span.untilMs) return instantMs;
  }
  throw new RangeError('the spans end before this wall time');
}

/** The full hour on the wall clock that an instant lies in; zones of half-hour offset have full hours too. */
export function hourStart(spans: readonly ClockSpan[], instantMs: number): number {
  const wallMs = instantMs + spanAt(spans, instantMs).offsetMs;
  return instantMs - (wallMs - Math.floor(wallMs / HOUR_MS) * HOUR_MS);
}

function spansOfYear(timeZone: string, year: number): readonly ClockSpan[] {
  const key = `${timeZone} ${year}`;
  const remembered = rememberedYears.get(key);
  if (remembered !== undefined) return remembered;
  const spans = findSpans(timeZone, Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1));
  if (rememberedYears.size >= MAX_REMEMBERED_YEARS) rememberedYears.clear();
  rememberedYears.set(key, spans);
  return spans;
}

function findSpans(timeZone: string, fromMs: number, untilMs: number): ClockSpan[] {
  const names = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'short' });
  const spans: ClockSpan[] = [];
  let local = Temporal.Instant.fromEpochMilliseconds(fromMs).toZonedDateTimeISO(timeZone);
  while (local.epochMilliseconds < untilMs) {
    const next = local.getTimeZoneTransition('next');
    spans.push({
      fromMs: local.epochMilliseconds,
      untilMs: Math.min(next?.epochMilliseconds ?? untilMs, untilMs),
      offsetMs: local.offsetNanoseconds / 1e6,
      abbreviation: abbreviationAt(names, local.epochMilliseconds),
    });
    if (next === null) break;
    local = next;
  }
  return spans;
}

function abbreviationAt(names: Intl.DateTimeFormat, instantMs: number): string {
  return names.formatToParts(instantMs).find((part) => part.type === 'timeZoneName')?.value ?? '';
}
