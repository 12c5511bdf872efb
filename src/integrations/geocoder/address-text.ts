// Normalizes an address string, and refuses addresses that a crew cannot drive to.
import { type GeocodeOutcome, notFound } from './geocoder.ts';

const MAX_ADDRESS_LENGTH = 500;
const FRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\s*½/g, ' 1/2'],
  [/\s*¼/g, ' 1/4'],
  [/\s*¾/g, ' 3/4'],
];
const COUNTRY = /(?:^|[\s,]+)(?:u\.?\s?s\.?\s?a\.?|u\.?s\.?|united states(?: of america)?|ee\.?\s?uu\.?)$/i;

/** One line with single spaces and single commas, without the country at the end. */
export function normalizeAddress(raw: string): string {
  let text = raw.slice(0, MAX_ADDRESS_LENGTH + 1);
  for (const [sign, words] of FRACTIONS) text = text.replace(sign, words);
  text = text
    .normalize('NFKC')
    .replace(/[\r\n]+/g, ',')
    .replace(/[\p{C}\s]+/gu, ' ')
    .replace(/\s*(?:,\s*)+/g, ', ')
    .replace(/^[\s,;.]+|[\s,;]+$/g, '')
    // "CA94103"
    .replace(/\b([A-Za-z]{2})(\d{5}(?:-\d{4})?)$/, '$1 $2');
  return text.replace(COUNTRY, '').replace(/[\s,;]+$/, '');
}

const COORDINATES = /^[[(]?\s*(-?\d{1,3}\.\d+)\s*°?\s*[,\s]\s*(-?\d{1,3}\.\d+)\s*°?\s*[\])]?$/;
const PO_BOX = /\b(?:p\.?\s*o\.?\s*(?:box|drawer)|post office box|pob|apartado)\s*#?\s*\d*\b|^box\s+\d+/i;
const RURAL_BOX =
  /(?:^|,\s*)(?:r\.?\s?r\.?|r\.?f\.?d\.?|rural (?:route|delivery)|hc|star route)\s*#?\s*\d+|\b(?:rr|hc)\s*\d+,?\s+box\s+\d+/i;
const MILITARY = /\b(?:apo|fpo|dpo)[\s,]+a[aep]\b/i;
const FOREIGN: readonly RegExp[] = [
  /\b[A-Z]\d[A-Z][ -]?\d[A-Z]\d(?:[\s,]+canada)?$/i,
  /\b[A-Z]{1,2}\d[A-Z\d]? \d(?!st|nd|rd|th)[A-Z]{2}(?:[\s,]+(?:uk|u\.k\.?|united kingdom|england|scotland|wales))?$/i,
  /(?:,\s*|\s)(?:uk|u\.k\.?|united kingdom|england|scotland|(?<!\bla )canada)$/i,
  /,\s*(?:mexico|méxico|germany|france|spain|italy|ireland|australia|new zealand|india|china|japan|brazil|philippines)$/i,
  /,?\s(?:ON|QC|BC|AB|MB|SK|NS|NB|NL|PE|YT|NT|NU)$/,
];

const EXAMPLE_HINT = 'Use the form "123 Main St, Springfield, IL 62701".';

/** Why this normalized address cannot be a stop; `undefined` if it should be looked up. */
export function refuseUndeliverable(text: string): GeocodeOutcome | undefined {
  if (!/[\p{L}\d]/u.test(text)) return notFound(`The address is empty. ${EXAMPLE_HINT}`);
  if (text.length > MAX_ADDRESS_LENGTH)
    return notFound(`The address is longer than ${MAX_ADDRESS_LENGTH} characters. Shorten it.`);
  const coordinates = COORDINATES.exec(text);
  if (coordinates) {
    return notFound(
      'The address is a pair of coordinates. Send coordinates as an array of two numbers, [longitude, latitude], or send a street address.',
    );
  }
  if (PO_BOX.test(text)) {
    return notFound('A crew cannot visit a PO box. Provide the street address instead.');
  }
  if (RURAL_BOX.test(text)) {
    return notFound(
      'A rural route or highway contract box has no position on the map. Provide the street address (house number and road) instead.',
    );
  }
  if (MILITARY.test(text)) {
    return notFound(
      'A crew cannot visit a military mail address (APO, FPO, DPO). Provide a street address instead.',
    );
  }
  if (FOREIGN.some((pattern) => pattern.test(text))) {
    return {
      kind: 'outside',
      reason:
        'The address is outside the United States. Deliveries are only available within the United States.',
    };
  }
  return undefined;
}
