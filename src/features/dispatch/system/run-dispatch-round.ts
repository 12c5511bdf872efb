// One round of automatic dispatch: expires offers, gives up bookings without a crew, and plans new offers. The round
// only writes offers and due jobs; the jobs change the bookings, one each.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import { jobOf } from '../../../domain/dispatch/dispatch-job.ts';
import { type OpenJob, planRound } from '../../../domain/dispatch/dispatch-plan.ts';
import { addJobs, type NewJob } from '../../../jobs/add-jobs.ts';
import { parseStoredDocuments } from '../../areas/area-directory.ts';
import { loadDocuments } from '../../areas/area-store.ts';
import { type Candidate, loadCandidates } from './crew-candidate-store.ts';
import { expireOffers, type NewOffer, writeOffers } from './offer-store.ts';
import { loadWaiting, type WaitingBooking } from './open-job-store.ts';

export interface RoundContext extends Pick<Context, 'clock' | 'ids'> {
  readonly system: SystemDatabase;
  readonly rules: DispatchRules;
}

export interface DispatchRules {
  /** How long an offer stays open. */
  readonly offerSeconds: number;
  /** How long before its window opens a booking is first offered. */
  readonly aheadMinutes: number;
}

/** Due job that accepts an offer for a crew with automatic acceptance. The key is the offer id. */
export const ACCEPT_JOB = 'dispatch.accept';
/** Due job that cancels a booking that got no crew. The key is the booking id. */
export const CANCEL_WITHOUT_CREW_JOB = 'dispatch.give_up';

export interface RoundOutcome {
  readonly waiting: number;
  readonly offered: number;
  readonly expired: number;
  readonly givenUp: number;
  /** Bookings whose offers were made or have expired: open pages reload them. */
  readonly bookingIds: readonly string[];
}

const maxBookings = 1_000;
const MINUTE_MS = 60_000;

export async function runDispatchRound(context: RoundContext): Promise<RoundOutcome> {
  const { system, clock, rules } = context;
  const now = clock.now();
  const expired = await expireOffers(system, now);
  const waiting = await loadWaiting(system, {
    areaSlugs: await automaticAreas(system),
    opensBefore: new Date(now.getTime() + rules.aheadMinutes * MINUTE_MS),
    limit: maxBookings,
  });
  const jobs = waiting.map((booking) => ({ booking, job: openJob(booking) }));
  const expiredJobs = jobs.filter(({ job }) => job.failsAtMs <= now.getTime());
  await addJobs(
    system,
    expiredJobs.map(({ booking }) => jobFor(CANCEL_WITHOUT_CREW_JOB, booking.id, booking.accountId, now)),
    now,
  );
  const offerable = jobs.filter(
    ({ booking, job }) =>
      !booking.hasOffer &&
      job.failsAtMs > now.getTime() &&
      job.earliestMs <= now.getTime() + rules.aheadMinutes * MINUTE_MS,
  );
  const offered = await makeOffers(
    context,
    offerable.map(({ job }) => job),
    now,
  );
  return {
    waiting: waiting.length,
    offered: offered.length,
    expired: expired.length,
    givenUp: expiredJobs.length,
    bookingIds: [...new Set([...expired, ...offered])],
  };
}

async function automaticAreas(system: SystemDatabase): Promise<string[]> {
  const { areas } = parseStoredDocuments(await loadDocuments(system));
  return areas.filter(({ dispatch }) => dispatch === 'automatic').map(({ slug }) => slug);
}

function openJob(booking: WaitingBooking): OpenJob {
  const { declinedBy, expiredOffersBy, planned } = booking;
  const silences = new Map<string, number>();
  for (const crewId of expiredOffersBy) silences.set(crewId, (silences.get(crewId) ?? 0) + 1);
  return { ...jobOf(booking), declinedBy: new Set(declinedBy), expiredOffersBy: silences, planned };
}

/**
 * One transaction, so that every automatically accepted offer has its job. Returns the ids of the offered bookings.
 */
async function makeOffers(
  { system, ids, rules }: RoundContext,
  jobs: readonly OpenJob[],
  now: Date,
): Promise<string[]> {
  if (jobs.length === 0) return [];
  const latestMs = Math.max(...jobs.map(({ latestMs: latest, durationMs }) => latest + durationMs));
  const crews = await loadCandidates(system, { now, until: new Date(Math.max(latestMs, now.getTime())) });
  const crewById = new Map(crews.map((crew) => [crew.id, crew]));
  const offers = planRound(jobs, crews, now.getTime()).map(({ job, crewId, slot, plan }) => ({
    id: ids.next(),
    bookingId: job.bookingId,
    accountId: job.accountId,
    crewId,
    slot,
    plan,
    crewVersion: crewById.get(crewId)?.version ?? 0,
  }));
  if (offers.length === 0) return [];
  const expiresAt = new Date(now.getTime() + rules.offerSeconds * 1_000);
  return system.transaction().execute(async (trx) => {
    const written = await writeOffers(trx, offers, { now, expiresAt });
    await addJobs(trx, acceptancesOf(offers, written, crewById, now), now);
    return offers.filter(({ id }) => written.has(id)).map(({ bookingId }) => bookingId);
  });
}

/** Jobs that accept the written offers to crews with automatic acceptance. */
export function acceptancesOf(
  offers: readonly NewOffer[],
  written: ReadonlySet<string>,
  crews: ReadonlyMap<string, Pick<Candidate, 'autoAccept'>>,
  now: Date,
): NewJob[] {
  return offers
    .filter(({ id, crewId }) => written.has(id) && crews.get(crewId)?.autoAccept)
    .map(({ id, accountId }) => jobFor(ACCEPT_JOB, id, accountId, now));
}

function jobFor(kind: string, key: string, accountId: string, now: Date): NewJob {
  return { kind, key, accountId, dueAt: now, data: {} };
}
