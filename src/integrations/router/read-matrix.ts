// Reads a matrix of Valhalla in its compact form: rows of distances in miles and durations in seconds, null without a route.
import { hundredths } from '../../domain/place/travel.ts';
import { listOf, property } from './engine-request.ts';
import type { MatrixCell } from './router.ts';

/** Cells without a route keep the estimate. null if the response has another format. */
export function readMatrix(
  body: unknown,
  estimates: readonly (readonly MatrixCell[])[],
): readonly (readonly MatrixCell[])[] | null {
  const table = property(body, 'sources_to_targets');
  const [distances, durations] = [property(table, 'distances'), property(table, 'durations')];
  const isComplete = (rows: unknown) =>
    listOf(rows).length === estimates.length &&
    listOf(rows).every((row, index) => listOf(row).length === estimates[index]?.length);
  if (property(body, 'units') !== 'miles' || !isComplete(distances) || !isComplete(durations)) return null;
  return estimates.map((row, source) =>
    row.map((estimate, target) => {
      const miles = listOf(listOf(distances)[source])[target];
      const seconds = listOf(listOf(durations)[source])[target];
      if (typeof miles !== 'number' || typeof seconds !== 'number' || miles < 0 || seconds < 0)
        return estimate;
      return { miles: hundredths(miles), minutes: hundredths(seconds / 60), estimated: false };
    }),
  );
}
