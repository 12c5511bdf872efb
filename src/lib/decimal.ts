// Exact decimal arithmetic for amounts of money. A number is taken as the decimal it prints as, so 1.005 is 1005/1000
// and not the binary fraction just below it. Sums and products are exact; only the last step rounds.

export interface Decimal {
  /** The value is units / 10^scale. */
  readonly units: bigint;
  readonly scale: number;
}

const PRINTED = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/;

export function decimal(value: number): Decimal {
  const match = PRINTED.exec(String(value));
  if (match === null) throw new RangeError(`not a finite number: ${value}`);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const units = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale >= 0 ? { units, scale } : { units: units * 10n ** BigInt(-scale), scale: 0 };
}

export function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return { units: rescaled(a, scale) + rescaled(b, scale), scale };
}

export function subtract(a: Decimal, b: Decimal): Decimal {
  return add(a, { units: -b.units, scale: b.scale });
}

export function multiply(a: Decimal, b: Decimal): Decimal {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

/** Rounds to `places` decimal places, halves away from zero, so that a refund is exactly the negated amount. */
export function roundHalfUp(value: Decimal, places: number): number {
  const units = value.scale <= places ? rescaled(value, places) : dropDigits(value, value.scale - places);
  const rounded = Number(units) / 10 ** places;
  if (!Number.isSafeInteger(Number(units))) throw new RangeError(`too large to round exactly: ${rounded}`);
  return rounded;
}

function rescaled(value: Decimal, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

function dropDigits(value: Decimal, digits: number): bigint {
  const divisor = 10n ** BigInt(digits);
  const half = divisor / 2n;
  return (value.units + (value.units < 0n ? -half : half)) / divisor;
}
