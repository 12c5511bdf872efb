// GET /crew/api/day: the current work of a crew: jobs, addresses and the contacts of each stop. Contains no prices, no
// other crews and no partner metadata.
import type { Booking } from '../../domain/booking/booking.ts';
import { readCrewProblem } from '../../domain/dispatch/crew-problem.ts';
import { crewProgress, type DispatchState } from '../../domain/dispatch/dispatch.ts';
import { hasDeparted } from '../../domain/dispatch/engagement-reschedule.ts';
import type { VehicleType } from '../../domain/dispatch/product.ts';
import { stopFieldsOf } from '../../domain/place/stop-details.ts';
import { forecastArrivals, plannedArrivals, type TimeRange } from '../../domain/time/eta-forecast.ts';
import type { PageMap } from '../../http/operations/page-map.ts';
import type { CrewPrincipal } from '../../http/surfaces/crew-principal.ts';
import { type RouteGeometry, routeGeometry } from '../locations/route-geometry.ts';
import type { CrewContext } from './crew-context.ts';
import {
  type CrewOverview,
  type EndedJob,
  type EngagedBooking,
  findCrewOverview,
  listEndedJobs,
  listEngaged,
  type StopNote,
} from './crew-day-store.ts';
import { listOffered, type OfferedBooking } from './crew-offer-store.ts';
import type { CrewContact, CrewDay, CrewJob, CrewStop } from './crew-schemas.ts';
import { presentCrewOffer, presentJobWindow, stopKind } from './present-crew-offer.ts';

const iso = (millis: number) => new Date(millis).toISOString();
/** The state machine requires at least one photo per completed stop. */
const photosRequired = 1;

export async function readDay(
  context: Pick<CrewContext, 'system' | 'clock' | 'connectsCalls' | 'pageMap' | 'router'>,
  { crewId, hasPhoneNumber }: CrewPrincipal,
): Promise<CrewDay> {
  const { system, clock, connectsCalls, pageMap } = context;
  const now = clock.now();
  const masksCalls = connectsCalls && hasPhoneNumber;
  if (crewId === null)
    return presentDay({
      now,
      crew: null,
      engaged: [],
      ended: [],
      offered: [],
      masksCalls,
      map: await pageMap(),
    });
  const [map, crew, engaged, ended, offered] = await Promise.all([
    pageMap(),
    findCrewOverview(system, crewId, now),
    listEngaged(system, crewId, now),
    listEndedJobs(system, crewId, now),
    listOffered(system, crewId, now),
  ]);
  const jobs = await Promise.all(
    engaged.map(async (each) => ({ ...each, geometry: await routeGeometry(context, each.booking) })),
  );
  return presentDay({ now, crew: crew ?? null, engaged: jobs, ended, offered, masksCalls, map });
}

interface EngagedJob extends EngagedBooking {
  readonly geometry: RouteGeometry;
}

interface CrewDayInput {
  readonly now: Date;
  readonly crew: CrewOverview | null;
  readonly engaged: readonly EngagedJob[];
  readonly ended: readonly EndedJob[];
  readonly offered: readonly OfferedBooking[];
  /** Whether calls of this crew member to masked numbers are forwarded. */
  readonly masksCalls: boolean;
  readonly map: PageMap;
}

function presentDay({ now, crew, engaged, ended, offered, masksCalls, map }: CrewDayInput): CrewDay {
  const isUnderWay = ({ booking }: EngagedBooking) => hasDeparted(booking);
  const inOrder = [...engaged.filter(isUnderWay), ...engaged.filter((each) => !isUnderWay(each))];
  return {
    now: now.toISOString(),
    crew: crew && {
      name: crew.name,
      vehicle: crew.vehicle && { ...crew.vehicle, type: crew.vehicle.type as VehicleType },
    },
    shift: crew?.shift
      ? { starts_at: crew.shift.startsAt.toISOString(), ends_at: crew.shift.endsAt.toISOString() }
      : null,
    // Two jobs of a crew may share a masked number; it connects to the contacts of the first.
    jobs: inOrder.map((each, nth) => presentJob(each, now, { masksCalls, isFirst: nth === 0 })),
    ended_jobs: ended.map(({ bookingId, ...job }) => ({ booking_id: bookingId, ...job })),
    offers: offered.map((each) => presentCrewOffer(each, now)),
    dispatch_phone_number: crew?.dispatchNumber ?? null,
    finished_count: crew?.finishedCount ?? 0,
    skipped_stop_ids: [...(crew?.skippedStopIds ?? [])],
    map,
  };
}

function presentJob(
  { booking, startsAt, maskedNumber, dispatchNumber, notes, geometry }: EngagedJob,
  now: Date,
  { masksCalls, isFirst }: { readonly masksCalls: boolean; readonly isFirst: boolean },
): CrewJob {
  const { route } = booking;
  // From the departure on, these are the times of the tracking page.
  const planned = plannedArrivals(booking);
  const expected = forecastArrivals(booking, now.getTime()).map(
    (range, nth) => range ?? planned[nth] ?? null,
  );
  const calls = { maskedNumber: masksCalls ? maskedNumber : null, isFirst };
  return {
    booking_id: booking.id,
    code: booking.hid,
    order_number: booking.orderNumber,
    description: booking.description,
    starts_at: startsAt.toISOString(),
    window: presentJobWindow(booking),
    is_under_way: hasDeparted(booking),
    dispatch_phone_number: dispatchNumber,
    stops: route.map((_, position) => presentStop(booking, position, { calls, notes, expected })),
    geometry,
  };
}

interface Calls {
  readonly maskedNumber: string | null;
  /** Whether this is the current or next job of the crew. */
  readonly isFirst: boolean;
}

interface StopContext {
  readonly calls: Calls;
  readonly notes: readonly StopNote[];
  readonly expected: readonly (TimeRange | null)[];
}

function presentStop(booking: Booking, position: number, { calls, notes, expected }: StopContext): CrewStop {
  const { route } = booking;
  const stop = route[position];
  if (stop === undefined) throw new RangeError(`a route has no stop at ${position}`);
  const { location } = stop;
  const state = stateOf(booking, position);
  const isOver = state === 'done' || state === 'skipped';
  const { locality, region, postalCode } = location.address;
  const { address2, elevator, ...details } = stopFieldsOf(stop);
  return {
    id: stop.id,
    position,
    kind: stopKind(route, position),
    state,
    name: location.name,
    locality: [locality, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', '),
    unit: address2 ?? location.address2,
    has_elevator: elevator,
    ...details,
    point: [location.longitude, location.latitude],
    time_zone: location.timeZone,
    planned: isOver ? null : presentRange(expected[position] ?? null),
    notes: notes.filter(({ stop_id }) => stop_id === stop.id).map(presentNote),
    contacts: isOver ? [] : contactsFor(booking, stop.id, calls, state),
    photos_required: photosRequired,
    arrived_at: timeOf(booking, position, 'at'),
    done_at: timeOf(booking, position, 'done'),
  };
}

function presentNote({ at, by, text, kind }: StopNote): CrewStop['notes'][number] {
  const { problem, note } = kind === 'problem' ? readCrewProblem(text) : { problem: null, note: text };
  return { at: iso(Date.parse(at)), by, text: note, problem };
}

function presentRange(range: TimeRange | null): CrewStop['planned'] {
  return range && { from: iso(range.fromMs), to: iso(range.toMs) };
}

function stateOf({ dispatch, route }: Booking, position: number): CrewStop['state'] {
  if (dispatch === null) return 'waiting';
  const done = eventAt(dispatch.events, position, 'done');
  if (done) return done.outcome === 'skipped' ? 'skipped' : 'done';
  const progress = crewProgress(dispatch, route.length);
  if (progress.routePosition !== position) return 'waiting';
  return dispatch.failure !== null ? 'failed' : progress.state;
}

type Events = NonNullable<Booking['dispatch']>['events'];
const eventAt = (events: Events, position: number, state: DispatchState) =>
  events.findLast((event) => event.routePosition === position && event.state === state);

function timeOf({ dispatch }: Booking, position: number, state: DispatchState): string | null {
  const event = dispatch && eventAt(dispatch.events, position, state);
  return event ? iso(event.triggeredAtMs) : null;
}

/**
 * Contacts of this stop first, then contacts of all stops; without contacts the customer. A masked number connects to a single contact, the first one
 * of the current or next stop, so it is shown for that stop only.
 */
function contactsFor(
  { contacts, customer }: Booking,
  stopId: string,
  { maskedNumber, isFirst }: Calls,
  state: CrewStop['state'],
): CrewContact[] {
  const here = [
    ...contacts.filter(({ stopIds }) => stopIds?.includes(stopId)),
    ...contacts.filter(({ stopIds }) => stopIds === null),
  ];
  if (maskedNumber === null && here.length === 0)
    return customer?.phoneNumber
      ? [{ name: customer.name, phone_number: customer.phoneNumber, is_masked: false }]
      : [];
  if (maskedNumber === null)
    return here.map(({ name, phoneNumber }) => ({ name, phone_number: phoneNumber, is_masked: false }));
  const [first] = here;
  if (!first || !isFirst || state === 'waiting') return [];
  return [{ name: first.name, phone_number: maskedNumber, is_masked: true }];
}
