// Archives of road tiles in the database, in parts.
import { sql } from 'kysely';
import type { AnyDatabase } from '../../../db/branded-database.ts';

/** One part after the other, each compressed: an archive may be larger than the memory. */
export async function* readRoadParts(db: AnyDatabase, version: string): AsyncGenerator<Buffer> {
  for (let number = 0; ; number += 1) {
    const { rows } = await sql<{ content: Buffer }>`
      select content from map_road_part where version = ${version} and number = ${number}`.execute(db);
    if (!rows[0]) return;
    yield rows[0].content;
  }
}
