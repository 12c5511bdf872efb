// Form state of a cancellation tier, and its conversion from and to the API document.
import type { TierDocument } from '../../../src/features/console/accounts/account-wire.ts';

export interface TierDraft {
  /** React key of the row. */
  readonly row: string;
  readonly from: TierDocument['from'];
  /** Hours before the window; used only for `notice`. */
  readonly hours: string;
  readonly percent: string;
  readonly dollars: string;
  readonly least: string;
  readonly most: string;
}

const inDollars = (cents: number | undefined) => (cents === undefined ? '' : String(cents / 100));

export function draftOf({ from, notice_minutes = 1_440, fee }: TierDocument): TierDraft {
  return {
    row: crypto.randomUUID(),
    from,
    hours: String(notice_minutes / 60),
    percent: fee.percent === undefined ? '' : String(fee.percent),
    dollars: inDollars(fee.cents),
    least: inDollars(fee.min_cents),
    most: inDollars(fee.max_cents),
  };
}

/** Text that is not a number becomes NaN, which JSON sends as null, so that the server reports the error. */
export function tierOf({ from, hours, percent, dollars, least, most }: TierDraft): object {
  const amounts = { percent: times(percent, 1), cents: times(dollars, 100) };
  const bounds = { min_cents: times(least, 100), max_cents: times(most, 100) };
  const fee = Object.entries({ ...amounts, ...bounds }).filter(([, value]) => value !== undefined);
  return {
    from,
    ...(from === 'notice' && { notice_minutes: times(hours, 60) ?? 0 }),
    fee: Object.fromEntries(fee),
  };
}

function times(text: string, factor: number): number | undefined {
  if (text.trim() === '') return undefined;
  const value = Number(text) * factor;
  // Rounded, because 19.99 * 100 is not exactly 1999 in floating point.
  return factor === 1 ? value : Math.round(value);
}
