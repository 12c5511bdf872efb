// Country and type of a phone number, from the numbering plans of libphonenumber.
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

export interface PhoneRegion {
  /** ISO 3166 code; null for numbers of no single country, such as satellite phones, and for unassigned ranges. */
  readonly country: string | null;
  /** Type by libphonenumber, such as `MOBILE` or `PREMIUM_RATE`; null if it is unknown. */
  readonly type: string | null;
  /** For example `1` or `44`. */
  readonly callingCode: string | null;
}

export function phoneRegion(e164: string): PhoneRegion {
  const number = parsePhoneNumberFromString(e164);
  return {
    country: number?.country ?? null,
    type: number?.getType() ?? null,
    callingCode: number?.countryCallingCode ?? null,
  };
}

/** Whether the text is the ISO 3166 code of a country with phone numbers. */
export function isPhoneCountry(text: string): boolean {
  return isSupportedCountry(text);
}

/** "+1 212-555-0142"; numbers of other countries stay as they are. */
export function formatPhone(e164: string): string {
  return e164.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '+1 $1-$2-$3');
}
