// Why a booking is planned for its crew, or for none, compared with the day as it is now. For bookings that got their place by
// insertion, which has no stored search: with the booking itself, or by live re-planning.
import { setImmediate } from 'node:timers/promises';
import { candidateOf } from '../../../domain/plan/candidate-job.ts';
import {
  type CrewExplanation,
  compareExplanations,
  type Explanation,
  summaryOf,
} from '../../../domain/plan/crew-explanation.ts';
import { CrewInputs, placesOf } from '../../../domain/plan/crew-input.ts';
import { explainCrew, holderOf, unservedReason } from '../../../domain/plan/explain-crew.ts';
import type { PlanBooking, PlanInput } from '../../../domain/plan/plan-input.ts';
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
  const inputs = new CrewInputs(input);
  if (hasRoads) await measure(book, input, booking);
  const candidate = candidateOf(booking, input);
  const entries: CrewExplanation[] = [];
  for (const crew of input.crews) {
    entries.push(explainCrew(input, crew, candidate, { holder, inputs, journeyOf: book.journey }));
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

async function measure(book: JourneyBook, input: PlanInput, { stops }: PlanBooking): Promise<void> {
  const inputs = new CrewInputs(input);
  const places = input.crews.map((crew) => placesOf(inputs.of(crew)));
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
