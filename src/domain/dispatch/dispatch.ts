// A dispatch: the progress of one crew along the route. Each stop goes through pending, driving, at and done. Moving on
// from a stop that is done is a step of its own: the next stop becomes pending, or the booking is completed (decision
// 0065). `events` holds every step; its last entry is the current state.
import type { Route } from '../place/route.ts';
import type { Crew } from './crew.ts';

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
  /** For `done` only: whether the stop was completed or skipped by an operator, and the reason. */
  readonly outcome: StopOutcome | null;
  readonly reason: string | null;
}

/** Number of stops that are over, skipped ones included. Without a dispatch: 0. */
export function stopsDone(state: DispatchState | null, routePosition: number | null): number {
  return (routePosition ?? 0) + (state === 'done' ? 1 : 0);
}

/** The crew cannot complete the current stop; an operator must decide. */
export interface StopFailure {
  readonly reason: string;
  readonly photoUrls: readonly string[];
  readonly atMs: number;
  /** The decision that the sandbox takes in place of an operator; not published. */
  readonly next?: StopDecision | undefined;
}

export interface Dispatch {
  readonly state: DispatchState;
  readonly routePosition: number;
  readonly routeStopId: string;
  readonly events: readonly DispatchEvent[];
  readonly failure: StopFailure | null;
}

/** A dispatch whose crew was replaced or lost before the first stop was done. */
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
  return appendStep(empty, route, 0, { state: 'pending', atMs: nowMs });
}

/** Appends a step. Times never decrease, even if the clock of a phone is wrong. */
export function appendStep(dispatch: Dispatch, route: Route, routePosition: number, next: Step): Dispatch {
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

/** How long a stop stays `done` before the booking moves on by itself, so that clients that poll can see it. */
export const MOVE_ON_AFTER_MS = 60_000;

export interface Progress {
  readonly state: DispatchState;
  readonly routePosition: number;
}

/**
 * Progress of the crew for pages and rules: a done stop counts as left, so the next one is pending before the booking has
 * moved on. The last stop stays done.
 */
export function crewProgress({ state, routePosition }: Progress, stopCount: number): Progress {
  return state === 'done' && routePosition < stopCount - 1
    ? { state: 'pending', routePosition: routePosition + 1 }
    : { state, routePosition };
}

/** The same progress on a changed route. Only a pending stop can have been replaced. */
export function dispatchOnRoute(dispatch: Dispatch, route: Route): Dispatch {
  const routeStopId = stopIdAt(route, dispatch.routePosition);
  if (routeStopId === dispatch.routeStopId) return dispatch;
  const events = dispatch.events.map((event, index) =>
    index === dispatch.events.length - 1 ? { ...event, routeStopId } : event,
  );
  return { ...dispatch, routeStopId, events };
}

/** Minutes from arrival to done per stop, in order. */
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
