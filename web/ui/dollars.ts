// Amounts of money for people: dollars, never cents.

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export function formatDollars(cents: number): string {
  return format.format(cents / 100);
}

/** "$85.00", or "$85.00 to $120.00". */
export function formatDollarRange(lowCents: number, highCents: number): string {
  return lowCents === highCents
    ? formatDollars(lowCents)
    : `${formatDollars(lowCents)} to ${formatDollars(highCents)}`;
}

/** Cents of an amount that a person has typed ("12", "$12.50"); null if it is none. */
export function parseDollars(text: string): number | null {
  const amount = /^\$?(\d{1,7})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(',', ''));
  if (!amount) return null;
  return Number(amount[1]) * 100 + Number((amount[2] ?? '').padEnd(2, '0'));
}
