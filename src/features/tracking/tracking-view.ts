// Renders a booking for the tracking page. Every exposed field is listed explicitly: no personal names, phone numbers
// or addresses of contacts, no prices, no free texts, no partner metadata.

import { type Branding, hasHelp } from '../../domain/account/branding.ts';
import { type Booking, type Cancellation, isLastStopDone } from '../../domain/booking/booking.ts';
import type { Contact } from '../../domain/booking/contacts.ts';
import { withCrewChangeGrace } from '../../domain/booking/crew-change-grace.ts';
import type { Crew } from '../../domain/dispatch/crew.ts';
import {
  forecastArrivals,
  type IntendedArrival,
  plannedArrivals,
  type TimeRange,
} from '../../domain/time/eta-forecast.ts';
import { presentLook } from '../branding/page-look.ts';
import type { RouteGeometry } from '../locations/route-geometry.ts';
import type { Sender } from './resolve-link.ts';
import { crewPointOnRoad, visibleGeometry } from './road-visibility.ts';
import { pointOf, type StopPrecision, stopPrecisionOf } from './stop-visibility.ts';
import type { TrackingCrew, TrackingView } from './tracking-schemas.ts';
import { presentRange, presentStop } from './tracking-stop-view.ts';

export interface TrackingViewInput {
  readonly booking: Booking;
  /** The contact who holds the link; null for the share link. */
  readonly viewer: Contact | null;
  readonly sender: Sender;
  readonly expiresAtMs: number | null;
  readonly nowMs: number;
  /** How long a change of the crew is withheld; 0 in previews. */
  readonly crewChangeGraceMs: number;
  /** Pictures below this URL are shown in the page; all others are treated as external. */
  readonly publicUrl: string;
  readonly map: TrackingView['map'];
  readonly geometry: RouteGeometry;
  /** What the plan of the day intends; empty without one. */
  readonly intended: readonly IntendedArrival[];
  readonly redelivery: TrackingView['redelivery'];
}

const iso = (millis: number) => new Date(millis).toISOString();

export function presentTracking(input: TrackingViewInput): TrackingView {
  const { viewer, nowMs } = input;
  const booking = withCrewChangeGrace(input.booking, nowMs, input.crewChangeGraceMs);
  const forecasts = forecastArrivals(booking, nowMs);
  const planned = plannedArrivals(booking, input.intended);
  const precision = booking.route.map((stop) => stopPrecisionOf(stop, viewer, booking.contacts));
  const stops = booking.route.map((_, position) =>
    presentStop(booking, position, {
      precision: precision[position] ?? 'town',
      planned: planned[position] ?? null,
      forecast: forecasts[position] ?? null,
      publicUrl: input.publicUrl,
    }),
  );
  const isOver = (position: number) => ['done', 'skipped'].includes(stops[position]?.state ?? '');
  const ownPositions = stops.flatMap(({ is_yours }, position) => (is_yours ? [position] : []));
  const stage = stageOf(booking);
  const isDoneForYou =
    stage !== 'completed' &&
    booking.state === 'dispatched' &&
    ownPositions.length > 0 &&
    ownPositions.every(isOver);
  return {
    confirmation_code: booking.hid,
    sender: input.sender.name,
    branding: input.sender.branding && presentBranding(input.sender.branding),
    stage,
    window: presentWindow(booking),
    is_late: isLate(booking, forecasts, nowMs),
    is_reassigning: booking.state === 'created' && booking.previousDispatches.length > 0,
    focus: focusOf(booking, viewer, ownPositions, isOver),
    is_done_for_you: isDoneForYou,
    stops,
    geometry: visibleGeometry(booking.route, input.geometry, precision),
    crew: presentCrew(booking, precision, input, isDoneForYou),
    cancellation: booking.cancellation && presentCancellation(booking.cancellation),
    redelivery: input.redelivery,
    map: input.map,
    now: iso(nowMs),
    expires_at: input.expiresAtMs === null ? null : iso(input.expiresAtMs),
  };
}

function presentBranding(branding: Branding): TrackingView['branding'] {
  return { ...presentLook(branding), help: hasHelp(branding.help) ? branding.help : null };
}

/** For the recipient the last completed stop is the end, before the booking itself is completed. */
function stageOf(booking: Booking): TrackingView['stage'] {
  const { state, dispatch } = booking;
  if (state === 'created') return 'scheduled';
  if (state !== 'dispatched' || dispatch === null) return state === 'cancelled' ? 'cancelled' : 'completed';
  if (isLastStopDone(booking)) return 'completed';
  if (dispatch.state === 'at') return 'at_stop';
  return dispatch.state === 'pending' && dispatch.routePosition === 0 ? 'assigned' : 'on_the_way';
}

/**
 * The stop whose time the viewer waits for: the next stop that a contact was named for; for everyone else the
 * destination, because that is where the delivery reaches the customer.
 */
function focusOf(
  { route }: Booking,
  viewer: Contact | null,
  ownPositions: readonly number[],
  isOver: (position: number) => boolean,
): number {
  if (viewer === null || viewer.stopIds === null) return route.length - 1;
  return ownPositions.find((position) => !isOver(position)) ?? ownPositions.at(-1) ?? route.length - 1;
}

function windowPosition({ windowRef, route }: Booking): number {
  return windowRef === 'origin' ? 0 : route.length - 1;
}

function presentWindow(booking: Booking): TrackingView['window'] {
  const { window } = booking;
  if (window.startMs === null) return null;
  const span = presentRange({ fromMs: window.startMs, toMs: window.endMs });
  return { ...span, time_zone: window.timeZone, stop: windowPosition(booking) };
}

/** Late for the reference stop, until the crew has arrived there. */
function isLate(booking: Booking, forecasts: readonly (TimeRange | null)[], nowMs: number): boolean {
  const { window, state, dispatch } = booking;
  if (window.endMs === null || (state !== 'created' && state !== 'dispatched')) return false;
  const position = windowPosition(booking);
  const isThere =
    dispatch !== null &&
    (dispatch.routePosition > position ||
      (dispatch.routePosition === position && ['at', 'done'].includes(dispatch.state)));
  if (isThere) return false;
  return Math.max(nowMs, forecasts[position]?.fromMs ?? nowMs) > window.endMs;
}

function presentCrew(
  { crew, dispatch, state }: Booking,
  precision: readonly StopPrecision[],
  { publicUrl, geometry }: TrackingViewInput,
  isDoneForYou: boolean,
): TrackingCrew | null {
  if (crew === null || state === 'cancelled') return null;
  return {
    members: crew.members.map(({ firstName, avatarUrl }) => ({
      first_name: firstName,
      avatar: avatarUrl.startsWith(`${publicUrl}/`) ? avatarUrl.slice(publicUrl.length) : null,
    })),
    vehicle_type: crew.vehicleType,
    rating: crew.rating,
    phone_number: isDoneForYou ? null : crew.phoneNumber,
    ...crewPosition(crew, dispatch, precision, geometry),
  };
}

/**
 * Shown only while driving, with the precision of the next stop. Otherwise the position would reveal where contacts or
 * crew members live.
 */
function crewPosition(
  { location, positionAtMs }: Crew,
  dispatch: Booking['dispatch'],
  precision: readonly StopPrecision[],
  geometry: RouteGeometry,
): Pick<TrackingCrew, 'point' | 'point_at'> {
  if (location === null || dispatch?.state !== 'driving') return { point: null, point_at: null };
  return {
    point: pointOf(
      crewPointOnRoad(location, geometry[dispatch.routePosition - 1] ?? null),
      precision[dispatch.routePosition] ?? 'town',
    ),
    point_at: positionAtMs === null ? null : iso(positionAtMs),
  };
}

/** Payment refusals and operators' free-text reasons are not shown to customers. */
function presentCancellation({ atMs, by, reason }: Cancellation): TrackingView['cancellation'] {
  const because =
    by === 'partner' ? 'requested' : reason === 'no_crew_available' ? ('no_crew' as const) : 'other';
  return { at: iso(atMs), because };
}
