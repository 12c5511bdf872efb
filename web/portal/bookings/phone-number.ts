// Phone numbers as people write them. Numbers without a country code are numbers of the USA. The server checks the same
// rule: a length that is possible in the country of the number. Only lazy chunks import this file: the numbering plans
// are 20 kB (gzip).
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164; null if the text is no phone number. */
export function readPhone(text: string): string | null {
  const number = parsePhoneNumberFromString(text, 'US');
  return number?.isPossible() === true && number.ext === undefined ? number.number : null;
}

/** "(212) 555-0142", "+44 20 7946 0018"; other texts stay as they are. */
export function showPhone(text: string): string {
  const number = readPhone(text) === null ? undefined : parsePhoneNumberFromString(text, 'US');
  if (number === undefined) return text;
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational();
}
