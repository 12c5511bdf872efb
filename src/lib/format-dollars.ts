// Formats cents as dollars.

/** `1234.56`, for machines. */
export function formatDecimalDollars(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** `$1,234.56`, for people. */
export function dollars(cents: number): string {
  const [whole = '', fraction = ''] = formatDecimalDollars(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}$${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}.${fraction}`;
}
