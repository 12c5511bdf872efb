// Parses units (apartment, suite, floor …) at the beginning or end of a street line.

// An identifier contains a digit or is one letter; after "Apt", "Unit" and "Suite" two letters are also common. Longer
// text is a word: "Space Center Blvd" and "Lot St" are streets.
const IDENTIFIER = String.raw`#?\s?(?:[A-Za-z]{0,2}-?\d[\w/-]*|[A-Za-z](?:-\w+)?)(?![\w'])`;
const SHORT_IDENTIFIER = String.raw`#?\s?(?:[A-Za-z]{0,2}-?\d[\w/-]*|[A-Za-z]{1,2}(?:-\w+)?)(?![\w'])`;
const UNIT = [
  // "Ste 400 B". Only at the end: in "Apt 4 E 42nd St" the letter belongs to the street.
  String.raw`(?:apartment|apt|unit|suite|ste)\.?\s+#?\d+\s[A-Za-z](?=\.?$)`,
  // Must be followed by a space or a digit: Unity and Aptos are towns.
  String.raw`(?:apartment|apt|unit|suite|ste)(?:\.?\s+|\.|(?=[#\d]))${SHORT_IDENTIFIER}`,
  String.raw`(?:room|rm|floor|fl|building|bldg|lot|space|spc|trailer|trlr|dept|department|office|ofc|slip|hangar|hngr|box|pmb|piso|apto)\.?\s+${IDENTIFIER}`,
  String.raw`\d{1,3}(?:st|nd|rd|th)\s+(?:floor|fl)\b\.?`,
  String.raw`(?:penthouse|ph)(?:\s?\d+\w?)?\b`,
  String.raw`(?:basement|bsmt|lobby|lbby|rear|ground floor)\b`,
  String.raw`#\s?[\w-]+`,
].join('|');

export const TRAILING_UNIT = new RegExp(String.raw`[\s,]+((?:${UNIT})\.?)$`, 'i');
const LEADING_UNIT = new RegExp(String.raw`^((?:${UNIT})\.?)(?:[\s,]+|$)`, 'i');

/** The text without the units at its end, and those units in their original order. */
export function takeTrailingUnits(text: string): { rest: string; units: string[] } {
  let rest = text;
  const units: string[] = [];
  for (let match = TRAILING_UNIT.exec(rest); match; match = TRAILING_UNIT.exec(rest)) {
    units.unshift(match[1] ?? '');
    rest = rest.slice(0, match.index);
  }
  return { rest, units };
}

/** The text without the units at its beginning ("Apt 4B, 233 S Wacker Dr"). */
export function takeLeadingUnits(text: string): { rest: string; units: string[] } {
  let rest = text;
  const units: string[] = [];
  for (let match = LEADING_UNIT.exec(rest); match && rest !== ''; match = LEADING_UNIT.exec(rest)) {
    units.push(match[1] ?? '');
    rest = rest.slice(match[0].length);
  }
  return { rest, units };
}
