// Joins the ways of a multipolygon to closed rings: https://wiki.openstreetmap.org/wiki/Relation:multipolygon

/** The nodes of a way, in order. */
type Way = readonly number[];

/**
 * Rings of node ids, each with the first node at its end. Ways that do not close, because the extract cuts them off or the
 * map is wrong there, are left out.
 */
export function assembleRings(ways: readonly Way[]): number[][] {
  const rings: number[][] = [];
  const open = new Set<Way>();
  const byEnd = new Map<number, Way[]>();
  for (const way of ways) {
    const [first, last] = [way[0], way.at(-1)];
    if (first === undefined || last === undefined || way.length < 2) continue;
    if (first === last) {
      if (way.length > 3) rings.push([...way]);
      continue;
    }
    open.add(way);
    for (const end of [first, last]) byEnd.set(end, [...(byEnd.get(end) ?? []), way]);
  }
  for (const start of open) {
    if (!open.delete(start)) continue;
    const ring = [...start];
    for (;;) {
      const end = ring.at(-1) ?? 0;
      if (end === ring[0]) {
        if (ring.length > 3) rings.push(ring);
        break;
      }
      const next = byEnd.get(end)?.find((way) => open.has(way));
      if (!next) break;
      open.delete(next);
      ring.push(...(next[0] === end ? next.slice(1) : next.toReversed().slice(1)));
    }
  }
  return rings;
}
