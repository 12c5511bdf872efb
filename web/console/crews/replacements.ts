// Choices of a dispatcher who replaces a lost crew: which jobs are moved, and to which crew.
import { englishTimes } from '../../ui/time-format.ts';
import type { CrewReplacement } from '../api.ts';

export interface ReplacementChoice {
  readonly isIncluded: boolean;
  /** null: none chosen. */
  readonly crewId: string | null;
}

export type ReplacementChoices = ReadonlyMap<string, ReplacementChoice>;

/** The proposal, until the dispatcher chooses otherwise. */
export function choiceOf(
  { booking, proposed_crew_id: crewId }: CrewReplacement,
  choices: ReplacementChoices,
): ReplacementChoice {
  return choices.get(booking.id) ?? { isIncluded: crewId !== null, crewId };
}

/** Whether a crew would take the job over today, in the time zone of its window. */
export function isOfToday({ booking, candidates }: CrewReplacement): boolean {
  const slot = candidates.find((candidate) => candidate.slot !== null)?.slot;
  return slot != null && englishTimes.isToday(slot.starts_at, booking.time_zone ?? undefined);
}

/** The proposals for today; jobs of other days stay with their crew. */
export function todayOnly(jobs: readonly CrewReplacement[]): ReplacementChoices {
  const others = jobs.filter((job) => !isOfToday(job));
  return new Map(
    others.map(({ booking, proposed_crew_id: crewId }) => [booking.id, { isIncluded: false, crewId }]),
  );
}

export interface ChosenMove {
  readonly job: CrewReplacement;
  readonly crewId: string;
}

export function chosenMoves(
  jobs: readonly CrewReplacement[],
  choices: ReplacementChoices,
): readonly ChosenMove[] {
  return jobs.flatMap((job) => {
    const { isIncluded, crewId } = choiceOf(job, choices);
    return isIncluded && crewId !== null ? [{ job, crewId }] : [];
  });
}

/** Confirmation code of another chosen job that the crew would carry out at the same time; null: none. */
export function overlappingHid(move: ChosenMove, moves: readonly ChosenMove[]): string | null {
  const slot = slotOf(move);
  const other = moves.find((each) => {
    const otherSlot = slotOf(each);
    if (each.job === move.job || each.crewId !== move.crewId || !slot || !otherSlot) return false;
    return slot.starts_at < otherSlot.ends_at && otherSlot.starts_at < slot.ends_at;
  });
  return other?.job.booking.hid ?? null;
}

function slotOf({ job, crewId }: ChosenMove) {
  return job.candidates.find(({ crew }) => crew.id === crewId)?.slot ?? null;
}

export interface MoveResult {
  readonly hid: string;
  /** null: moved. */
  readonly refusal: string | null;
}

/** "6 bookings moved, 1 could not be moved." */
export function resultSummary(results: readonly MoveResult[]): string {
  const refused = results.filter(({ refusal }) => refusal !== null).length;
  const moved = results.length - refused;
  const movedText = `${moved} ${moved === 1 ? 'booking' : 'bookings'} moved`;
  return refused === 0 ? `${movedText}.` : `${movedText}, ${refused} could not be moved.`;
}
