// The result of a re-planning by insertion, in the form of the result of a search.
import { hundredths } from '../place/travel.ts';
import type { Replanned } from './insertion-replan.ts';
import { fingerprint, type PlanInput, type PlannedJob } from './plan-input.ts';
import {
  committedJob,
  crewOf,
  type PlanNumbers,
  type PlanResult,
  previousOf,
  type ResultJob,
  utilisationOf,
} from './plan-result.ts';

export function presentInsertions(input: PlanInput, { changes, unserved }: Replanned): PlanResult {
  const bookings = new Map(input.bookings.map((booking) => [booking.id, booking]));
  const before = new Map(input.planned.map((job) => [job.bookingId, job]));
  const after = new Map<string, PlannedJob>(before);
  for (const change of changes)
    if (change.after) after.set(change.bookingId, change.after);
    else after.delete(change.bookingId);
  const committed = input.crews.flatMap((crew) =>
    crew.commitments.flatMap((each) => {
      const booking = bookings.get(each.bookingId);
      return booking ? [committedJob(booking, crew.id, each)] : [];
    }),
  );
  const isCommitted = new Set(committed.map(({ bookingId }) => bookingId));
  const planned = [...after.values()].flatMap((job): ResultJob[] => {
    const booking = bookings.get(job.bookingId);
    if (!booking || isCommitted.has(booking.id)) return [];
    const previous = previousOf(input, booking.id);
    return [{ ...job, hid: booking.hid, status: 'planned', fingerprint: fingerprint(booking), previous }];
  });
  const jobs = [...committed, ...planned];
  const isOpen = new Set([...planned, ...unserved].map(({ bookingId }) => bookingId));
  const intended = [...before.values()].filter(({ bookingId }) => isOpen.has(bookingId));
  return {
    crews: input.crews
      .map((crew) => crewOf(crew, jobs, input))
      .filter(({ jobs: own, shiftSeconds }) => own.length > 0 || shiftSeconds > 0),
    unserved: unserved.map(({ bookingId, reason }) => ({
      bookingId,
      hid: bookings.get(bookingId)?.hid ?? '',
      reason,
      previous: previousOf(input, bookingId),
    })),
    before: numbersOf(input, [...committed, ...intended]),
    after: numbersOf(input, jobs),
    iterations: 0,
  };
}

function numbersOf(input: PlanInput, jobs: readonly (PlannedJob | ResultJob)[]): PlanNumbers {
  return {
    served: jobs.length,
    unserved: Math.max(0, input.bookings.length - jobs.length),
    crews: new Set(jobs.map(({ crewId }) => crewId)).size,
    miles: hundredths(jobs.reduce((sum, { miles }) => sum + miles, 0)),
    driveSeconds: jobs.reduce((sum, { driveSeconds }) => sum + driveSeconds, 0),
    lateJobs: null,
    utilisation: utilisationOf(jobs, input),
  };
}
