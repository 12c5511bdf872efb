// Why a booking is planned for its crew, or for none, compared with the day as it is now. For bookings that got their place by
// insertion, which has no stored search: with the booking itself, or by live re-planning.
import { setImmediate } from 'node:timers/promises';
import { windowSpan } from '../../../domain/dispatch/dispatch-job.ts';
import {
  type CrewExplanation,
  compareExplanations,
  type Explanation,
  misfitOf,
  roundedCost,
  summaryOf,
  unreachableReason,
} from '../../../domain/plan/crew-explanation.ts';
import {
  type CandidateJob,
  candidateOf,
  type JourneyLookup,
  LiveCrew,
  placesOfCrew,
} from '../../../domain/plan/live-crew.ts';
import type { PlanBooking, PlanCrew, PlanInput } from '../../../domain/plan/plan-input.ts';
import type { UnservedReason } from '../../../domain/plan/plan-model.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import { listAreas } from '../../areas/system/set-area-dispatch.ts';
import { JourneyBook } from './journey-book.ts';
import type { PlanContext } from './plan-context.ts';
import { findPlanDay } from './plan-input-store.ts';
import { readDayInput } from './read-day-input.ts';

export async function explainNow(context: PlanContext, bookingId: string): Promise<Explanation> {
  const { system, clock, timeZone } = context;
  const planDay = isUuid(bookingId) ? await findPlanDay(system, bookingId) : undefined;
  const area = planDay && (await listAreas({ system })).find(({ slug }) => slug === planDay.areaSlug);
  if (!planDay || !area) throw noOpenBooking();
  const { input: read } = await readDayInput({ system, now: clock.now(), timeZone }, area, planDay.day);
  const input: PlanInput = { ...read, locks: { bookings: [], crews: [] } };
  const booking = input.bookings.find(({ id }) => id === bookingId);
  if (!booking) throw noOpenBooking();
  const holder = holderOf(input, bookingId);
  const book = new JourneyBook(context);
  const hasRoads = await book.refresh();
  if (hasRoads) await measure(book, input, booking);
  const entries: CrewExplanation[] = [];
  for (const crew of input.crews) {
    entries.push(explainCrew(input, crew, candidateOf(booking, input), { holder, journeyOf: book.journey }));
    // A day may have hundreds of crews: other requests get their turn.
    await setImmediate();
  }
  entries.sort(compareExplanations);
  const unserved = holder === null ? unservedReason(input, booking, entries) : null;
  return {
    basis: 'day',
    bookingId,
    hid: booking.hid,
    crewId: holder,
    summary: summaryOf(entries, unserved),
    crews: entries,
  };
}

const noOpenBooking = () =>
  Problem.of('not_found', 'No booking that waits for a crew or is on its way has this id.');

/** The crew that is committed to the booking or planned for it. */
function holderOf({ crews, planned }: PlanInput, bookingId: string): string | null {
  const committed = crews.find(({ commitments }) => commitments.some((each) => each.bookingId === bookingId));
  return committed?.id ?? planned.find((job) => job.bookingId === bookingId)?.crewId ?? null;
}

async function measure(book: JourneyBook, input: PlanInput, { stops }: PlanBooking): Promise<void> {
  const places = input.crews.map((crew) => placesOfCrew(input, crew));
  for (const each of places) await book.measure(each);
  const [first, last] = [stops[0], stops.at(-1)];
  if (!first || !last) return;
  await book.measureNearest(
    { first, last },
    {
      sources: places.flatMap(({ sources }) => sources),
      targets: places.flatMap(({ targets }) => targets),
    },
  );
}

function explainCrew(
  input: PlanInput,
  crew: PlanCrew,
  candidate: CandidateJob,
  { holder, journeyOf }: { readonly holder: string | null; readonly journeyOf: JourneyLookup },
): CrewExplanation {
  const { booking } = candidate;
  const known = { crewId: crew.id, crewName: crew.name, extraCost: null };
  const misfit = misfitOf(booking, crew);
  const isHolder = crew.id === holder;
  if (misfit !== null) return { ...known, reason: isHolder ? 'assigned' : misfit };
  const live = LiveCrew.build(input, crew, journeyOf);
  const place = (isHolder ? live.without(booking.id) : live).findPlace(candidate);
  if (isHolder) return { ...known, reason: 'assigned', extraCost: roundedCost(place?.cost) };
  if (place) {
    const isLocked = input.planned.some((job) => job.bookingId === booking.id && job.isLocked);
    return isLocked
      ? { ...known, reason: 'locked' }
      : { ...known, reason: 'feasible', extraCost: roundedCost(place.cost) };
  }
  const isReachable = live.withoutJobs().findPlace(candidate) !== null;
  return { ...known, reason: isReachable ? 'full' : unreachableReason(booking, crew, input.nowMs) };
}

function unservedReason(
  { nowMs }: PlanInput,
  booking: PlanBooking,
  entries: readonly CrewExplanation[],
): UnservedReason | null {
  if (windowSpan(booking).closesMs < nowMs) return 'window_passed';
  const reasons = new Set(entries.map(({ reason }) => reason));
  if (reasons.has('feasible')) return null;
  if (reasons.has('full')) return 'crews_full';
  const fits = reasons.has('shift') || reasons.has('travel_time') || reasons.has('buffer');
  return fits ? 'window_unreachable' : 'no_suitable_crew';
}
