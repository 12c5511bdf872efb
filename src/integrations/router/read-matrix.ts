// Matrices of routing services: one request, and validation of the response. Valhalla sends miles and seconds, OSRM meters
// and seconds; both send null where there is no route.
import { hundredths, type Waypoint } from '../../domain/place/travel.ts';
import { unavailable } from '../guarded-service.ts';
import { type JsonRequest, requestJson } from '../json-request.ts';
import { estimateRouter } from './estimate-router.ts';
import type { MatrixCell, MatrixOutcome } from './router.ts';
import { listOf, MAX_BYTES, METERS_PER_MILE, property } from './service-request.ts';

type Rows = readonly (readonly MatrixCell[])[];

export interface MatrixRequest {
  readonly service: string;
  readonly url: URL;
  readonly request: Pick<JsonRequest, 'method' | 'headers' | 'body'>;
  /** Cells without a route keep the estimate. null if the response has another format. */
  readonly read: (body: unknown, estimates: Rows) => Rows | null;
}

/** 2,500 journeys take longer than one route. */
const MATRIX_TIMEOUT_MS = 15_000;

export async function requestMatrix(
  sources: readonly Waypoint[],
  targets: readonly Waypoint[],
  { service, url, request, read }: MatrixRequest,
): Promise<MatrixOutcome> {
  const estimates = await estimateRouter.matrix(sources, targets);
  if (estimates.kind !== 'found') return estimates;
  const response = await requestJson(url, { ...request, timeoutMs: MATRIX_TIMEOUT_MS, maxBytes: MAX_BYTES });
  if (response.kind === 'failed') return unavailable(`${service}: ${response.reason}`);
  const { status, body, retryAfterSeconds } = response;
  const rows = status === 200 ? read(body, estimates.rows) : null;
  if (rows) return { kind: 'found', rows };
  return status === 429 || status >= 500
    ? unavailable(`${service} responded with HTTP status ${status}`, retryAfterSeconds)
    : unavailable(`${service} returned an unexpected response (HTTP status ${status})`);
}

/** Valhalla in its compact form: rows of distances in miles and durations in seconds. */
export function readMatrix(body: unknown, estimates: Rows): Rows | null {
  const table = property(body, 'sources_to_targets');
  if (property(body, 'units') !== 'miles') return null;
  return cellsOf(property(table, 'distances'), property(table, 'durations'), 1, estimates);
}

/** OSRM: rows of distances in meters and durations in seconds. */
export function readTable(body: unknown, estimates: Rows): Rows | null {
  if (property(body, 'code') !== 'Ok') return null;
  return cellsOf(property(body, 'distances'), property(body, 'durations'), METERS_PER_MILE, estimates);
}

function cellsOf(distances: unknown, durations: unknown, unitsPerMile: number, estimates: Rows): Rows | null {
  const isComplete = (rows: unknown) =>
    listOf(rows).length === estimates.length &&
    listOf(rows).every((row, index) => listOf(row).length === estimates[index]?.length);
  if (!isComplete(distances) || !isComplete(durations)) return null;
  return estimates.map((row, source) =>
    row.map((estimate, target) => {
      const distance = listOf(listOf(distances)[source])[target];
      const seconds = listOf(listOf(durations)[source])[target];
      if (typeof distance !== 'number' || typeof seconds !== 'number' || distance < 0 || seconds < 0)
        return estimate;
      return {
        miles: hundredths(distance / unitsPerMile),
        minutes: hundredths(seconds / 60),
        estimated: false,
      };
    }),
  );
}
