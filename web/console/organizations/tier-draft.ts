// Form state of a cancellation tier, and its conversion from and to the API document.
import type { PolicyTier } from '../api.ts';

export interface TierDraft {
  /** React key of the row. */
  readonly row: string;
  readonly from: PolicyTier['from'];
  /** Hours before the window; used only for `notice`. */
  readonly hours: string;
  readonly percent: string;
  readonly dollars: string;
  readonly least: string;
  readonly most: string;
}

const formatDollars = (cents: number | undefined) => (cents === undefined ? '' : String(cents / 100));

export function draftOf({ from, notice_minutes = 1_440, fee }: PolicyTier): TierDraft {
  return {
    row: crypto.randomUUID(),
    from,
    hours: String(notice_minutes / 60),
    percent: fee.percent === undefined ? '' : String(fee.percent),
    dollars: formatDollars(fee.cents),
    least: formatDollars(fee.min_cents),
    most: formatDollars(fee.max_cents),
  };
}

/** Text that is not a number becomes NaN, which JSON sends as null, so that the server reports the error. */
export function tierOf({ from, hours, percent, dollars, least, most }: TierDraft): object {
  const amounts = { percent: parseAndScale(percent, 1), cents: parseAndScale(dollars, 100) };
  const bounds = { min_cents: parseAndScale(least, 100), max_cents: parseAndScale(most, 100) };
  const fee = Object.entries({ ...amounts, ...bounds }).filter(([, value]) => value !== undefined);
  return {
    from,
    ...(from === 'notice' && { notice_minutes: parseAndScale(hours, 60) ?? 0 }),
    fee: Object.fromEntries(fee),
  };
}

function parseAndScale(text: string, factor: number): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text) * factor;
  // Rounded, because 19.99 * 100 is not exactly 1999 in floating point.
  return factor === 1 ? value : Math.round(value);
}
