// Replaces a lost crew in all its jobs at once: proposes another crew for each, and applies the choice of the dispatcher. Each job
// is its own transaction, so that one that cannot be moved does not stop the others.
import { type Booking, isFirstStopDone } from '../../../domain/booking/booking.ts';
import type { CrewSlot } from '../../../domain/dispatch/crew-fit.ts';
import type { Actor } from '../../../lib/actor.ts';
import { Problem } from '../../../lib/problem.ts';
import { loadBooking } from '../../bookings/change-booking.ts';
import { reassignCrew } from './assign-crew.ts';
import { type Candidate, loadCandidates } from './crew-candidate-store.ts';
import type { DispatchContext } from './dispatch-context.ts';
import { type LiveEngagement, listEngagedSpans, liveEngagementsOf } from './engagement-store.ts';
import { type CandidateCrew, rankCandidates, spanOfJob } from './list-crews.ts';

/** `loaded`: the first stop is done, so the goods are in the vehicle of the lost crew. */
export type JobStage = 'not_started' | 'started' | 'loaded';

export interface CrewReplacement {
  readonly engagement: LiveEngagement;
  readonly stage: JobStage;
  readonly candidates: readonly CandidateCrew[];
  /** null: no crew fits, or the goods are in the vehicle of the lost crew. */
  readonly proposedCrewId: string | null;
}

/**
 * One crew per job, the earliest job first: the crew that fits and arrives first. A crew that is proposed for one job counts as
 * engaged for the next ones.
 */
export async function proposeReplacements(
  context: Pick<DispatchContext, 'db' | 'system' | 'clock'>,
  crewId: string,
): Promise<CrewReplacement[]> {
  const { system, clock } = context;
  const now = clock.now();
  const engagements = await liveEngagementsOf(system, crewId);
  const bookings = await Promise.all(engagements.map((engagement) => loadBooking(context, engagement)));
  const until = latestOf(bookings, now);
  const [crews, spans] = await Promise.all([
    loadCandidates(system, { now, until }),
    listEngagedSpans(system, { exceptBookingId: null, until: new Date(until.getTime() + 86_400_000) }),
  ]);
  let others = crews.filter(({ id }) => id !== crewId);
  const taken = [...spans];
  return engagements.map((engagement, index): CrewReplacement => {
    const booking = bookings[index];
    if (!booking) throw new Error('a loaded booking is missing');
    const stage = stageOf(booking);
    const candidates = rankCandidates(booking, { crews: others, engagements: taken, nowMs: now.getTime() });
    const best = candidates[0];
    if (stage === 'loaded' || !best?.fit.fits) return { engagement, stage, candidates, proposedCrewId: null };
    const { crew, fit } = best;
    others = others.map((each) => (each.id === crew.id ? withSlot(each, fit.slot) : each));
    taken.push({ ...fit.slot, crewId: crew.id, hid: engagement.hid });
    return { engagement, stage, candidates, proposedCrewId: crew.id };
  });
}

function latestOf(bookings: readonly Booking[], now: Date): Date {
  const ends = bookings.map((booking) => spanOfJob(booking, now).until.getTime());
  return new Date(Math.max(now.getTime(), ...ends));
}

function withSlot(crew: Candidate, slot: CrewSlot): Candidate {
  return { ...crew, commitments: [...crew.commitments, slot] };
}

function stageOf(booking: Booking): JobStage {
  if (isFirstStopDone(booking)) return 'loaded';
  return booking.dispatch === null || booking.dispatch.state === 'pending' ? 'not_started' : 'started';
}

export interface Reassignment {
  readonly bookingId: string;
  /** Precondition: the crew that the dispatcher saw. */
  readonly fromCrewId: string;
  readonly crewId: string;
}

export interface ReassignmentResult extends Reassignment {
  /** Why the booking was not moved; null: it was. */
  readonly refusal: string | null;
}

/** In order, so that a crew that takes two of the jobs gets the first one first. */
export async function reassignAll(
  context: DispatchContext,
  actor: Actor,
  reassignments: readonly Reassignment[],
  reason: string | null,
): Promise<ReassignmentResult[]> {
  const results: ReassignmentResult[] = [];
  for (const reassignment of reassignments) {
    let refusal: string | null = null;
    try {
      await reassignCrew(context, actor, { ...reassignment, reason });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refusal = error.message;
    }
    results.push({ ...reassignment, refusal });
  }
  return results;
}
