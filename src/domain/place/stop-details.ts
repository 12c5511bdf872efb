// Details of a stop beside its location, for the crew. Each is defined here only: the parsers, views, rows, copies, the
// request log and the erasure derive from this file.
import { type SnakeCased, snakeCase } from '../../lib/snake-case.ts';

export interface StopDetails {
  readonly instructions: string | null;
  /** Apartment or suite of the stop. Default: the one in the address of the location. */
  readonly address2: string | null;
  readonly floor: number | null;
  readonly elevator: boolean | null;
}

interface DetailRules {
  /** Describes the building: cleared when the stop moves to another location. */
  readonly isOfBuilding: boolean;
  /** May identify a person or open a door: masked in the request log, and erased with the person. */
  readonly isPersonal: boolean;
}

/** In the order of responses. */
const rules: Readonly<Record<keyof StopDetails, DetailRules>> = {
  instructions: { isOfBuilding: false, isPersonal: true },
  address2: { isOfBuilding: true, isPersonal: true },
  floor: { isOfBuilding: true, isPersonal: false },
  elevator: { isOfBuilding: true, isPersonal: false },
};

/** Details under their names in requests, responses and columns. */
export type StopFields = SnakeCased<StopDetails>;

type DetailName = keyof StopDetails;
const names = Object.keys(rules) as DetailName[];

/** Both names of each detail. */
export const stopDetailNames = names.map((name) => ({ name, field: snakeCase(name) }));

export const noStopDetails = emptied(names) as StopDetails;
export const noBuildingDetails = emptied(names.filter((name) => rules[name].isOfBuilding));

/** Details of a new stop at the location, before those of the request. */
export function detailsAt({ address2 }: Pick<StopDetails, 'address2'>): StopDetails {
  return { ...noStopDetails, address2 };
}

/** Details that replace those of the old building when a stop moves to the location. */
export function buildingDetailsAt({ address2 }: Pick<StopDetails, 'address2'>): Partial<StopDetails> {
  return { ...noBuildingDetails, address2 };
}

export const personalStopFields = names.filter((name) => rules[name].isPersonal).map(snakeCase);

function emptied(cleared: readonly DetailName[]): Partial<StopDetails> {
  return Object.fromEntries(cleared.map((name) => [name, null]));
}

/** The details that the request contains; null clears a detail. */
export function readStopFields(fields: Partial<StopFields>): Partial<StopDetails> {
  const details: Partial<Record<keyof StopDetails, unknown>> = {};
  for (const { name, field } of stopDetailNames)
    if (fields[field] !== undefined) details[name] = fields[field];
  return details as Partial<StopDetails>;
}

/** Quotes that were stored before a detail existed have no value for it. */
export function stopFieldsOf(stop: StopDetails): StopFields {
  const fields: Partial<Record<keyof StopFields, unknown>> = {};
  for (const { name, field } of stopDetailNames) fields[field] = stop[name] ?? null;
  return fields as StopFields;
}
