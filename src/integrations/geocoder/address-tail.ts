// Parses the end of a US address from right to left: unit, ZIP code, state.
import { TRAILING_UNIT } from './address-unit.ts';
import { stateNamed } from './us-states.ts';

export interface AddressTail {
  /** The text before the tail: street line and city, with commas. */
  readonly head: string;
  readonly zip: string | undefined;
  /** Digits in place of a ZIP code that are not one, such as 2139 for 02139. */
  readonly malformedZip: string | undefined;
  readonly state: string | undefined;
  /** The words that were parsed as the state, in case they turn out to be something else. */
  readonly stateWords: string | undefined;
  readonly unit: string | undefined;
}

const ZIP = /(?:^|[\s,]+)(\d{5})(?:-?\d{4}|\s\d{4})?$/;
const ALMOST_ZIP = /[\s,]+(\d{3,4}|\d{6,8}|\d{10,})$/;
const MAX_STATE_NAME_WORDS = 6;

export function parseAddressTail(text: string): AddressTail {
  const { rest, unit } = takeUnitAfterZip(text);
  const zip = ZIP.exec(rest);
  if (zip) return { ...takeState(rest.slice(0, zip.index)), zip: zip[1], malformedZip: undefined, unit };
  const almost = ALMOST_ZIP.exec(rest);
  if (almost) {
    const tail = takeState(rest.slice(0, almost.index));
    // Only after a state: otherwise the number may be the end of a street ("State Route 9", "Avenue 1200").
    if (tail.state) return { ...tail, zip: undefined, malformedZip: almost[1], unit };
  }
  return { ...takeState(rest), zip: undefined, malformedZip: undefined, unit };
}

function takeUnitAfterZip(text: string): { rest: string; unit: string | undefined } {
  const unit = TRAILING_UNIT.exec(text);
  const rest = unit ? text.slice(0, unit.index) : text;
  return unit && ZIP.test(rest) ? { rest, unit: unit[1]?.trim() } : { rest: text, unit: undefined };
}

function takeState(text: string): Pick<AddressTail, 'head' | 'state' | 'stateWords'> {
  const starts = [...text.matchAll(/[^\s,]+/g)].map((match) => match.index);
  for (const start of starts.slice(-MAX_STATE_NAME_WORDS)) {
    const words = text.slice(start);
    const state = words.includes(',') ? undefined : stateNamed(words);
    if (state) return { head: text.slice(0, start).replace(/[\s,]+$/, ''), state, stateWords: words };
  }
  return { head: text, state: undefined, stateWords: undefined };
}
