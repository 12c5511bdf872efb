// Stop failure reasons: why a crew cannot complete a stop. The crew's phone sends a code; operators and partners read
// the text, with the crew's note. The texts are the labels that the crew chooses from (web/crew/day/stop-messages.ts).

export const STOP_FAILURE_REASONS = [
  'nobody_there',
  'wrong_address',
  'no_access',
  'not_ready',
  'does_not_fit',
  'refused',
  'damaged',
  'unsafe',
  'other',
] as const;
export type StopFailureReason = (typeof STOP_FAILURE_REASONS)[number];

const TEXTS: Readonly<Record<StopFailureReason, string>> = {
  nobody_there: 'Contact not there',
  wrong_address: 'Wrong address',
  no_access: 'No access',
  not_ready: 'Items not ready',
  does_not_fit: 'Items do not fit',
  refused: 'Items refused',
  damaged: 'Items damaged',
  unsafe: 'Not safe',
  other: 'Other reason',
};

/** "Contact not there: rang twice". For `other`, the note alone. */
export function formatStopFailure(reason: StopFailureReason, note: string | null): string {
  const text = note?.trim() ?? '';
  if (text === '') return TEXTS[reason];
  return reason === 'other' ? text : `${TEXTS[reason]}: ${text}`;
}

/** Failures that the person at the stop can end by opening the door, calling or helping. */
const RESOLVABLE_ON_SITE: readonly StopFailureReason[] = [
  'nobody_there',
  'wrong_address',
  'no_access',
  'not_ready',
];

/** Reads the text that `formatStopFailure` wrote; `other` for reasons that an operator or the sandbox wrote. */
export function readStopFailure(reason: string): StopFailureReason {
  const isText = (each: StopFailureReason) => reason === TEXTS[each] || reason.startsWith(`${TEXTS[each]}: `);
  return STOP_FAILURE_REASONS.find(isText) ?? 'other';
}

export function isResolvableOnSite(reason: string): boolean {
  return RESOLVABLE_ON_SITE.includes(readStopFailure(reason));
}
