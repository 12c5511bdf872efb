// What differs between geocoding services: where to ask, and how to read what they answer. Everything else (time-outs,
// failures, checks of what was found) is the same for all and lives in http-geocoder.ts.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { LocationType } from '../../domain/location.ts';

export interface ProviderMatch {
  readonly longitude: number;
  readonly latitude: number;
  readonly locationType: LocationType;
  readonly number: string | undefined;
  readonly street: string | undefined;
  readonly locality: string | undefined;
  /** Two-letter state code. */
  readonly region: string | undefined;
  readonly postalCode: string | undefined;
  /** The name of a business or a building, when that is what was found. */
  readonly venue: string | undefined;
  /** The whole address in one line, for suggestions. */
  readonly label: string;
}

export type ProviderAnswer =
  /** Best first; none when the service knows no such place. */
  | { readonly kind: 'matches'; readonly matches: readonly ProviderMatch[] }
  /** The service answered that it cannot answer: a quota, a key, a fault of its own. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface ProviderAdapter {
  /** For messages: "The US Census geocoder". */
  readonly name: string;
  /** True when several matches mean the service does not know which, not that it ranks them. */
  readonly listsEquals: boolean;
  readonly forwardUrl: (query: string) => URL;
  readonly readForward: (body: unknown) => ProviderAnswer;
  readonly reverse?: {
    readonly url: (longitude: number, latitude: number) => URL;
    readonly read: (body: unknown) => ProviderAnswer;
  };
}

export interface ProviderSettings {
  readonly url: string;
  readonly key: string | undefined;
}

/** The codes of the United States and of its territories, which some services count as countries. */
export const US_COUNTRY_CODES = ['us', 'pr', 'vi', 'gu', 'as', 'mp'] as const;

export function isUsCountryCode(code: string | undefined): boolean {
  return US_COUNTRY_CODES.some((one) => one === code?.toLowerCase());
}

/** Reads an answer of a known shape; anything else is a failure of the service, not of ours. */
export function readShape<S extends TSchema>(
  schema: S,
  body: unknown,
  read: (answer: Static<S>) => ProviderAnswer,
): ProviderAnswer {
  return Value.Check(schema, body)
    ? read(body)
    : { kind: 'failed', reason: 'gave an answer of an unknown shape' };
}

/** A ZIP code without its +4, or nothing. */
export function zipOf(postcode: string | undefined): string | undefined {
  return /^\d{5}/.exec(postcode ?? '')?.[0];
}
