// Stop failure reasons: why a crew cannot complete a stop. The crew's phone sends a code; partners read the text,
// with the crew's note.

export const TROUBLE_REASONS = [
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
export type TroubleReason = (typeof TROUBLE_REASONS)[number];

const TEXTS: Readonly<Record<TroubleReason, string>> = {
  nobody_there: 'Nobody is there',
  wrong_address: 'The address is wrong',
  no_access: 'The crew cannot get in',
  not_ready: 'The items are not ready',
  does_not_fit: 'The items do not fit',
  refused: 'The customer refuses the items',
  damaged: 'The items are damaged',
  unsafe: 'It is not safe',
  other: 'Another reason',
};

/** "Nobody is there: rang twice". For `other`, the note alone. */
export function sayTrouble(reason: TroubleReason, note: string | null): string {
  const text = note?.trim() ?? '';
  if (text === '') return TEXTS[reason];
  return reason === 'other' ? text : `${TEXTS[reason]}: ${text}`;
}
