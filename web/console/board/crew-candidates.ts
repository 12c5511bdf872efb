// Candidate crew of a booking, as returned by GET /operator/bookings/{id}/crews, and its label on the board.

import { misfitLabels } from './board-labels.ts';

export interface CandidateCrew {
  readonly crew: { readonly id: string; readonly name: string };
  readonly fits: boolean;
  readonly reasons: readonly string[];
  readonly slot: { readonly starts_at: string; readonly arrives_at: string; readonly ends_at: string } | null;
  readonly can_be_sent: boolean;
  readonly engaged_in: string | null;
}

/** fits: no objection. warns: does not fit, but a dispatcher may assign it. refuses: the server would reject it. */
export type Verdict = 'fits' | 'warns' | 'refuses';

export function candidateVerdict({ fits, can_be_sent }: CandidateCrew): Verdict {
  return fits ? 'fits' : can_be_sent ? 'warns' : 'refuses';
}

export function formatCandidate(choice: CandidateCrew, formatTime: (at: string) => string): string {
  const { slot, engaged_in, reasons } = choice;
  if (slot) return `Fits, arrives at ${formatTime(slot.arrives_at)}`;
  const others = reasons.filter((reason) => engaged_in === null || reason !== 'busy');
  const labels = others.map((reason) => misfitLabels[reason] ?? reason);
  const why = [...(engaged_in === null ? [] : [`busy with ${engaged_in}`]), ...labels].join(', ');
  return candidateVerdict(choice) === 'warns' ? `Can be assigned, but: ${why}` : `Cannot be assigned: ${why}`;
}
