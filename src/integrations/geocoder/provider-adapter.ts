// Interface of geocoding service adapters: how to build requests and parse responses. Everything common to all services
// (time-outs, failures, verification of results) is in http-geocoder.ts.
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { LocationType } from '../../domain/place/location.ts';

export interface GeocodingMatch {
  readonly longitude: number;
  readonly latitude: number;
  readonly locationType: LocationType;
  readonly number: string | undefined;
  readonly street: string | undefined;
  readonly locality: string | undefined;
  /** Two-letter state code. */
  readonly region: string | undefined;
  readonly postalCode: string | undefined;
  /** Name of a business or building, if the match is one. */
  readonly venue: string | undefined;
  /** The whole address in one line, for suggestions. */
  readonly label: string;
}

export type GeocodingResponse =
  /** Best first; empty if the service knows no such place. */
  | { readonly kind: 'matches'; readonly matches: readonly GeocodingMatch[] }
  /** The service reported that it cannot process requests: quota, key, or an internal error. */
  | { readonly kind: 'failed'; readonly reason: string };

export interface ProviderAdapter {
  /** Used in messages: "The US Census geocoder". */
  readonly name: string;
  /** True if several matches mean that the service cannot decide; false if it ranks them. */
  readonly returnsUnrankedMatches: boolean;
  readonly forwardUrl: (query: string) => URL;
  readonly readForward: (body: unknown) => GeocodingResponse;
  readonly reverse?: {
    readonly url: (longitude: number, latitude: number) => URL;
    readonly read: (body: unknown) => GeocodingResponse;
  };
}

export interface ProviderSettings {
  readonly url: string;
  readonly key: string | undefined;
}

/** Codes of the United States and its territories, which some services treat as countries. */
export const US_COUNTRY_CODES = ['us', 'pr', 'vi', 'gu', 'as', 'mp'] as const;

export function isUsCountryCode(code: string | undefined): boolean {
  return US_COUNTRY_CODES.some((one) => one === code?.toLowerCase());
}

/** Validates a response against its schema; a mismatch counts as a failure of the service. */
export function validateResponse<S extends TSchema>(
  schema: S,
  body: unknown,
  read: (answer: Static<S>) => GeocodingResponse,
): GeocodingResponse {
  return Value.Check(schema, body)
    ? read(body)
    : { kind: 'failed', reason: 'returned a response of an unknown format' };
}

/** The 5-digit ZIP code without +4; undefined if there is none. */
export function zipOf(postcode: string | undefined): string | undefined {
  return /^\d{5}/.exec(postcode ?? '')?.[0];
}
