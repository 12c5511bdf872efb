// Matrices of routing services: one request, and validation of the response. Services send rows of distances and of
// durations in seconds, with null where there is no route.
import { hundredths, type Waypoint } from '../../domain/place/travel.ts';
import { unavailable } from '../guarded-service.ts';
import { type JsonRequest, requestJson } from '../json-request.ts';
import { estimateRouter } from './estimate-router.ts';
import type { MatrixCell, MatrixOutcome } from './router.ts';
import { listOf, MAX_BYTES } from './service-request.ts';

export type MatrixRows = readonly (readonly MatrixCell[])[];

export interface MatrixRequest {
  readonly service: string;
  readonly url: URL;
  readonly request: Pick<JsonRequest, 'method' | 'headers' | 'body'>;
  /** Cells without a route keep the estimate. null if the response has another format. */
  readonly read: (body: unknown, estimates: MatrixRows) => MatrixRows | null;
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

/** Rows of the matrix. Cells without a route keep the estimate. null if the response has another format. */
export function cellsOf(
  distances: unknown,
  durations: unknown,
  unitsPerMile: number,
  estimates: MatrixRows,
): MatrixRows | null {
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
