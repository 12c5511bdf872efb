// A tier of a cancellation policy as somebody types it, and as it is sent.
import type { TierDocument } from '../../../src/features/console/accounts/account-wire.ts';

export interface TierDraft {
  /** Names the row while it is on the page. */
  readonly row: string;
  readonly from: TierDocument['from'];
  /** Hours before the window; only of `notice`. */
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

/** What is no number is sent as it is, so that the answer can say what is wrong with it. */
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
  // 19.99 times 100 is not quite 1999.
  return factor === 1 ? value : Math.round(value);
}
