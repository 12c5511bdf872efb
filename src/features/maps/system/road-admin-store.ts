// Writes archives of road tiles into the partition of their version.
import { sql } from 'kysely';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { StoredRoads } from '../../../integrations/router/road-index.ts';

export interface RoadFacts extends StoredRoads {
  /** Version of the engine that built the tiles. */
  readonly engine: string;
}

/** Without what only this host knows, such as a path. */
export function roadFactsOf({ bytes, sha256, engine }: RoadFacts): RoadFacts {
  return { bytes, sha256, engine };
}

export async function insertRoadPart(
  db: SystemDatabase,
  version: string,
  number: number,
  content: Buffer,
): Promise<void> {
  await sql`insert into map_road_part (version, number, content) values (${version}, ${number}, ${content})`.execute(
    db,
  );
}

export async function saveRoadFacts(db: SystemDatabase, version: string, roads: RoadFacts): Promise<void> {
  await sql`update map_version set roads = ${JSON.stringify(roadFactsOf(roads))} where id = ${version}`.execute(
    db,
  );
}
