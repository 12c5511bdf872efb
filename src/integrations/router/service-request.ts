// Common part of the routing service adapters: one request with one time limit, and validation of the response. Anything
// but a complete set of valid legs or a clear "no route" counts as unavailable.
import type { VehicleLimits } from '../../domain/dispatch/vehicle-limits.ts';
import type { Leg, Waypoint } from '../../domain/place/travel.ts';
import { measuredTravel } from '../../domain/place/travel-estimate.ts';
import { SERVICE_TIMEOUT_MS, unavailable } from '../guarded-service.ts';
import { type JsonRequest, requestJson } from '../json-request.ts';
import type { MatrixOutcome, RouteOutcome } from './router.ts';

/** Routes of one external service. */
export interface RouteSource {
  route(waypoints: readonly Waypoint[], vehicle?: VehicleLimits): Promise<RouteOutcome>;
  /** Absent if every element of a matrix has a price. */
  matrix?(sources: readonly Waypoint[], targets: readonly Waypoint[]): Promise<MatrixOutcome>;
}

/** Parsed response: legs (NaN for missing values), the reason why there is no route, or null if it is neither. */
export type ParsedServiceResponse = { readonly legs: readonly Leg[] } | { readonly noRoute: string } | null;

export interface ServiceRequest {
  readonly service: string;
  readonly url: URL;
  readonly request: Pick<JsonRequest, 'method' | 'headers' | 'body'>;
  readonly read: (status: number, body: unknown) => ParsedServiceResponse;
}

/** Bounds the response; services that always send the route geometry need some megabytes. */
export const MAX_BYTES = 4_000_000;
export const METERS_PER_MILE = 1_609.344;

export async function requestRoute(
  waypoints: readonly Waypoint[],
  serviceRequest: ServiceRequest,
): Promise<RouteOutcome> {
  const { service, url, request, read } = serviceRequest;
  const response = await requestJson(url, { ...request, timeoutMs: SERVICE_TIMEOUT_MS, maxBytes: MAX_BYTES });
  if (response.kind === 'failed') return unavailable(`${service}: ${response.reason}`);
  const { status, body, retryAfterSeconds } = response;
  if (status === 429 || status >= 500)
    return unavailable(`${service} responded with HTTP status ${status}`, retryAfterSeconds);
  const result = read(status, body);
  if (result === null)
    return unavailable(`${service} returned an unexpected response (HTTP status ${status})`);
  if ('noRoute' in result) return { kind: 'no_route', reason: `${service}: ${result.noRoute}` };
  return foundRoute(service, waypoints, result.legs);
}

/** Unavailable if the legs are incomplete or implausible. */
export function foundRoute(
  service: string,
  waypoints: readonly Waypoint[],
  legs: readonly Leg[],
): Exclude<RouteOutcome, { readonly kind: 'no_route' }> {
  if (legs.length !== waypoints.length - 1 || !legs.every(isValidLeg))
    return unavailable(`${service} returned invalid route legs`);
  return { kind: 'found', travel: measuredTravel(waypoints, legs) };
}

export function legFromMetric(meters: unknown, seconds: unknown): Leg {
  return { miles: numberOf(meters) / METERS_PER_MILE, minutes: numberOf(seconds) / 60 };
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : Number.NaN;
}

/** Text from the service for the log, limited to 200 characters; '' if it is not a string. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 200) : '';
}

export function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isValidLeg({ miles, minutes }: Leg): boolean {
  return Number.isFinite(miles) && Number.isFinite(minutes) && miles >= 0 && minutes >= 0;
}
