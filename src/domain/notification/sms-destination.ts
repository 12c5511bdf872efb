// Which phone numbers may receive SMS: those of the allowed countries, except for types that bill the sender extra.
// Protects against toll fraud: a booking may name any valid number.

export type SmsRefusal = 'country_not_allowed' | 'number_type_not_allowed';

/** Types whose owner shares in the price of a message, or that cannot receive SMS. */
const REFUSED_TYPES: ReadonlySet<string> = new Set([
  'PREMIUM_RATE',
  'SHARED_COST',
  'UAN',
  'PAGER',
  'VOICEMAIL',
]);

/** Calling code of the United States, where personal numbers (+1 500) have the price of ordinary ones. */
const NANP_CALLING_CODE = '1';

export interface SmsDestination {
  readonly country: string | null;
  readonly type: string | null;
  readonly callingCode: string | null;
}

/** null if the number may receive SMS. */
export function smsRefusal(
  { country, type, callingCode }: SmsDestination,
  allowedCountries: ReadonlySet<string>,
): SmsRefusal | null {
  if (country === null || !allowedCountries.has(country)) return 'country_not_allowed';
  const isPersonal = type === 'PERSONAL_NUMBER' && callingCode !== NANP_CALLING_CODE;
  return isPersonal || REFUSED_TYPES.has(type ?? '') ? 'number_type_not_allowed' : null;
}
