// Stop failure reasons: why a crew cannot complete a stop. The crew's phone sends a code; partners read the text,
// with the crew's note.

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
  nobody_there: 'The stop is unattended',
  wrong_address: 'The address is wrong',
  no_access: 'The crew has no access',
  not_ready: 'The items are not ready',
  does_not_fit: 'The items do not fit',
  refused: 'The customer refused the items',
  damaged: 'The items are damaged',
  unsafe: 'The place is not safe',
  other: 'Another reason',
};

/** "The stop is unattended: rang twice". For `other`, the note alone. */
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

/** Reads the text that `formatStopFailure` wrote; false for reasons that an operator or the sandbox wrote. */
export function isResolvableOnSite(reason: string): boolean {
  return RESOLVABLE_ON_SITE.some((each) => reason === TEXTS[each] || reason.startsWith(`${TEXTS[each]}: `));
}
