// Candidate crew of a booking, as returned by GET /operator/bookings/{id}/crews, and its label on the board.

import { englishTimes } from '../../ui/time-format.ts';
import { misfitLabels, vehicleNames } from './board-labels.ts';

export interface CandidateCrew {
  readonly crew: {
    readonly id: string;
    readonly name: string;
    readonly vehicle_type: keyof typeof vehicleNames | null;
  };
  readonly fits: boolean;
  readonly reasons: readonly string[];
  readonly slot: { readonly starts_at: string; readonly arrives_at: string; readonly ends_at: string } | null;
  readonly minutes_late: number;
  readonly can_be_sent: boolean;
  readonly engaged_in: string | null;
}

export interface CandidateCrews {
  readonly data: readonly CandidateCrew[];
  /** The assigned crew. */
  readonly current: {
    readonly name: string;
    readonly arrives_at: string | null;
    readonly minutes_late: number;
  } | null;
}

/** "Now with North 2: arrives at 10:25 AM, 25 min late" */
export function formatCurrentCrew(
  { name, arrives_at, minutes_late }: NonNullable<CandidateCrews['current']>,
  formatTime: (at: string) => string,
): string {
  if (arrives_at === null) return `Now with ${name}`;
  const late = minutes_late > 0 ? `${englishTimes.duration(minutes_late * 60_000)} late` : 'in time';
  return `Now with ${name}: arrives at ${formatTime(arrives_at)}, ${late}`;
}

/** fits: no objection. warns: late or does not fit, but a dispatcher may assign it. refuses: the server would reject it. */
export type Verdict = 'fits' | 'warns' | 'refuses';

export function candidateVerdict({ fits, minutes_late, can_be_sent }: CandidateCrew): Verdict {
  if (fits) return minutes_late > 0 ? 'warns' : 'fits';
  return can_be_sent ? 'warns' : 'refuses';
}

export function formatCandidate(choice: CandidateCrew, formatTime: (at: string) => string): string {
  const { slot, minutes_late } = choice;
  if (slot && minutes_late > 0)
    return `Arrives at ${formatTime(slot.arrives_at)}, ${englishTimes.duration(minutes_late * 60_000)} late`;
  if (slot) return `Fits, arrives at ${formatTime(slot.arrives_at)}`;
  const why = formatObjections(choice);
  return candidateVerdict(choice) === 'warns' ? `Can be assigned, but: ${why}` : `Cannot be assigned: ${why}`;
}

/** "busy with 4MH8Z6YG, not on shift" */
export function formatObjections({ crew, engaged_in, reasons }: CandidateCrew): string {
  const others = reasons.filter((reason) => engaged_in === null || reason !== 'busy');
  const labels = others.map((reason) => misfitLabel(crew, reason));
  return [...(engaged_in === null ? [] : [`busy with ${engaged_in}`]), ...labels].join(', ');
}

/** Names the vehicle, so that "wrong vehicle" needs no other page. */
function misfitLabel({ vehicle_type: type }: CandidateCrew['crew'], reason: string): string {
  if (reason !== 'vehicle') return misfitLabels[reason] ?? reason;
  return type === null ? 'no vehicle' : `wrong vehicle (${vehicleNames[type].toLowerCase()})`;
}
