// Parses the street line of an address: house number and street, or an intersection, with the unit, the building name
// or a Puerto Rican urbanización.
import { takeLeadingUnits, takeTrailingUnits } from './address-unit.ts';

export interface StreetLine {
  readonly number: string | undefined;
  readonly street: string | undefined;
  /** The street line as written, without unit and district. */
  readonly written: string | undefined;
  readonly unit: string | undefined;
  /** A name before the street: a building or a business. */
  readonly venue: string | undefined;
  /** Other parts beside the street: a district or urbanización, an addressee. */
  readonly district: string | undefined;
  readonly isCrossing: boolean;
}

const NUMBER_WORDS = 'one|two|three|four|five|six|seven|eight|nine|ten';
// 350 · 12345B · 5-15 · 123-A · 221 1/2 · N6W23001 and N6 W23001 (Wisconsin) · One (Microsoft Way)
const HOUSE_NUMBER = new RegExp(
  String.raw`^((?:[NSEW]\d+\s?[NSEW]\d+|[NSEW]?\d+(?:-\w+)?[A-Z]?)(?:\s+\d/\d+)?|${NUMBER_WORDS})\s+(?=\S)`,
  'i',
);
// An addressee is not the name of a place.
const ADDRESSEE = /^(?:attn|attention|c\/o|care of)\b/i;
const CROSSING_SIGN = /\s*[&@]\s*|\s+\/\s+/;
// "Shops at Merrick Park" and "Dave and Buster's" are not intersections; "Market and 5th" is.
const CROSSING_WORD = /\s+(?:and|at)\s+/i;
const LOOKS_LIKE_STREET =
  /^[NSEW]\.?\s|\d|\b(?:st|street|ave?|avenue|blvd|boulevard|rd|road|dr|drive|ln|lane|way|pkwy|parkway|hwy|highway|ct|court|pl|place|ter|terrace|broadway)\b\.?/i;
const SPANISH_STREET = /^(?:calle|c\/|ave?|avenida|paseo|camino|blvd|carr|carretera)\b\.?/i;
const SPANISH_DISTRICT =
  /^(?:urb|urbanizaci[oó]n|cond|condominio|res|residencial|bo|barrio|ext|villas?|parque|mansiones|jardines)\b\.?\s/i;

type Street = Pick<StreetLine, 'number' | 'street' | 'written' | 'isCrossing'>;

export function parseStreetLine(text: string, state: string | undefined): StreetLine {
  const segments = text.split(',').map((segment) => readSegment(segment.trim(), state));
  const streets = segments.flatMap(({ street }) => (street === undefined ? [] : [readStreet(street, state)]));
  // A house number takes precedence: "Shops at Merrick Park, 358 San Lorenzo Ave" is not an intersection.
  const numbered = streets.findIndex(({ number }) => number !== undefined);
  const chosen = numbered === -1 ? streets.findIndex(({ isCrossing }) => isCrossing) : numbered;
  const found = streets[chosen === -1 ? 0 : chosen];
  const before = streets.slice(0, Math.max(0, chosen)).map(({ written }) => written);
  const after = streets.slice(before.length).filter((street) => street !== found);
  return {
    number: found?.number,
    street: found?.street,
    written: found?.written,
    isCrossing: found?.isCrossing ?? false,
    unit: joined(segments.flatMap(({ units }) => units)),
    venue: joined(before.filter((name) => !ADDRESSEE.test(name ?? ''))),
    district: joined([
      ...before.filter((name) => ADDRESSEE.test(name ?? '')),
      ...segments.map(({ district }) => district),
      ...after.map(({ written }) => written),
    ]),
  };
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.filter((part) => part !== undefined && part !== '').join(', ') || undefined;
}

function readSegment(segment: string, state: string | undefined) {
  const leading = takeLeadingUnits(segment);
  const trailing = takeTrailingUnits(leading.rest);
  const units = [...leading.units, ...trailing.units];
  if (state === 'PR' && SPANISH_DISTRICT.test(trailing.rest)) {
    // "Urb Las Gladiolas 150 Calle A": the number begins the street.
    const street = /\s(\d+\w*\s+(?:calle|ave?|avenida|paseo|camino|carr)\b.*)$/i.exec(trailing.rest);
    const district = street ? trailing.rest.slice(0, street.index) : trailing.rest;
    return { street: street?.[1], district, units };
  }
  return { street: trailing.rest === '' ? undefined : trailing.rest, district: undefined, units };
}

function readStreet(raw: string, state: string | undefined): Street {
  const text = raw.replace(/^(\d+)\s*[-–]\s*(?=\d)/, '$1-');
  const number = HOUSE_NUMBER.exec(text);
  if (number && /\p{L}/u.test(text.slice(number[0].length))) {
    return { number: number[1], street: text.slice(number[0].length), written: text, isCrossing: false };
  }
  if (state === 'PR') {
    const spanish = readSpanishStreet(text);
    if (spanish) return { ...spanish, written: text, isCrossing: false };
  }
  const crossing = text.replace(/^(?:the )?(?:corner|intersection) of\s+/i, '');
  const isCrossing = isIntersection(crossing);
  const street = isCrossing ? crossing : text;
  return { number: undefined, street, written: street, isCrossing };
}

/** The streets of an intersection. */
export function crossingSides(text: string): string[] {
  const bySign = text.split(CROSSING_SIGN);
  return bySign.length > 1 ? bySign : text.split(CROSSING_WORD);
}

function isIntersection(text: string): boolean {
  const bySign = text.split(CROSSING_SIGN);
  const sides = crossingSides(text);
  const hasTwoNames = sides.length === 2 && sides.every((side) => /[\p{L}\d]/u.test(side));
  return hasTwoNames && (bySign.length > 1 || sides.some((side) => LOOKS_LIKE_STREET.test(side)));
}

/**
 * In Puerto Rico the number may follow the street ("Calle Loíza 1950"), or be a distance along a road ("Carr 2 Km
 * 14.3").
 */
function readSpanishStreet(text: string): { number: string; street: string } | undefined {
  if (!SPANISH_STREET.test(text)) return undefined;
  const kilometre = /^(.*\S)\s+(km\.?\s*\d+(?:\.\d+)?)$/i.exec(text);
  if (kilometre?.[1] && kilometre[2]) return { number: kilometre[2], street: kilometre[1] };
  const last = /^(.*\s\p{L}{2,}.*?)\s+#?(\d+[A-Z]?(?:-\d+)?)$/iu.exec(text);
  return last?.[1] && last[2] ? { number: last[2], street: last[1] } : undefined;
}
