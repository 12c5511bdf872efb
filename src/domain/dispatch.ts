// A dispatch: how far one crew has come. Each stop is pending, then driven to, then worked at, then done; when one is
// done the next is pending at once. Every step is kept, so the last entry of `events` always is where things stand.
import type { Crew } from './crew.ts';
import type { Route } from './route.ts';

export const DISPATCH_STATES = ['pending', 'driving', 'at', 'done'] as const;
export type DispatchState = (typeof DISPATCH_STATES)[number];
export type StopOutcome = 'done' | 'skipped';
export const STOP_DECISIONS = ['retry', 'skip'] as const;
export type StopDecision = (typeof STOP_DECISIONS)[number];

export interface DispatchEvent {
  readonly state: DispatchState;
  readonly routePosition: number;
  readonly routeStopId: string;
  readonly triggeredAtMs: number;
  readonly photoUrls: readonly string[];
  /** Of `done` only: whether the work was done or an operator let the stop go, and why. */
  readonly outcome: StopOutcome | null;
  readonly reason: string | null;
}

/** The crew cannot do its work at the stop where it is; an operator has to decide. */
export interface StopFailure {
  readonly reason: string;
  readonly photoUrls: readonly string[];
  readonly atMs: number;
  /** What the sandbox decides in an operator's place; not shown. */
  readonly next?: StopDecision | undefined;
}

export interface Dispatch {
  readonly state: DispatchState;
  readonly routePosition: number;
  readonly routeStopId: string;
  readonly events: readonly DispatchEvent[];
  readonly failure: StopFailure | null;
}

/** A dispatch whose crew was lost before anything was done. */
export interface EndedDispatch {
  readonly dispatch: Dispatch;
  readonly crew: Crew;
  readonly endedAtMs: number;
  readonly reason: string | null;
}

export interface Step {
  readonly state: DispatchState;
  readonly atMs: number;
  readonly photoUrls?: readonly string[];
  readonly outcome?: StopOutcome;
  readonly reason?: string | null;
}

const MINUTE_MS = 60_000;

export function startDispatch(route: Route, nowMs: number): Dispatch {
  const empty: Dispatch = { state: 'pending', routePosition: 0, routeStopId: '', events: [], failure: null };
  return step(empty, route, 0, { state: 'pending', atMs: nowMs });
}

/** The next step at a position. Times never run backwards, whatever the clock of a phone says. */
export function step(dispatch: Dispatch, route: Route, routePosition: number, next: Step): Dispatch {
  const routeStopId = stopIdAt(route, routePosition);
  const event: DispatchEvent = {
    state: next.state,
    routePosition,
    routeStopId,
    triggeredAtMs: Math.max(next.atMs, dispatch.events.at(-1)?.triggeredAtMs ?? next.atMs),
    photoUrls: next.photoUrls ?? [],
    outcome: next.outcome ?? null,
    reason: next.reason ?? null,
  };
  return {
    state: next.state,
    routePosition,
    routeStopId,
    events: [...dispatch.events, event],
    failure: null,
  };
}

/** The same progress on another route. Only a stop that is still pending can have become another one. */
export function onRoute(dispatch: Dispatch, route: Route): Dispatch {
  const routeStopId = stopIdAt(route, dispatch.routePosition);
  if (routeStopId === dispatch.routeStopId) return dispatch;
  const events = dispatch.events.map((event, index) =>
    index === dispatch.events.length - 1 ? { ...event, routeStopId } : event,
  );
  return { ...dispatch, routeStopId, events };
}

/** From arrival to done at each stop, in order. */
export function laborMinutesByStop({ events }: Dispatch, stopCount: number): number[] {
  const timeOf = (state: DispatchState, position: number) =>
    events.find((event) => event.state === state && event.routePosition === position)?.triggeredAtMs;
  return Array.from({ length: stopCount }, (_, position) => {
    const [fromMs, untilMs] = [timeOf('at', position), timeOf('done', position)];
    return fromMs === undefined || untilMs === undefined ? 0 : (untilMs - fromMs) / MINUTE_MS;
  });
}

function stopIdAt(route: Route, position: number): string {
  const stop = route[position];
  if (stop === undefined)
    throw new RangeError(`a dispatch cannot be at ${position} of ${route.length} stops`);
  return stop.id;
}
