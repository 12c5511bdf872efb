// Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps of
// neighbours.

/** The distance, or `limit + 1` as soon as it exceeds `limit`. */
export function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) > limit) return limit + 1;
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = nextRow(from, to, row, previous, beforePrevious);
    if (Math.min(...current) > limit) return limit + 1;
    beforePrevious = previous;
    previous = current;
  }
  return Math.min(previous[to.length] ?? 0, limit + 1);
}

function nextRow(from: string, to: string, row: number, above: number[], twoAbove: number[]): number[] {
  const current = [row];
  for (let column = 1; column <= to.length; column += 1) {
    const same = from[row - 1] === to[column - 1];
    let cost = Math.min(
      (above[column] ?? 0) + 1,
      (current[column - 1] ?? 0) + 1,
      (above[column - 1] ?? 0) + (same ? 0 : 1),
    );
    const swapped =
      row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
    if (swapped) cost = Math.min(cost, (twoAbove[column - 2] ?? 0) + 1);
    current.push(cost);
  }
  return current;
}
