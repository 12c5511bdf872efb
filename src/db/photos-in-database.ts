// Names of all photos of an environment, attached to a booking or not: the files that belong to its backup.
import { type ConnectionOptions, createPool } from './pool.ts';

export async function photosInDatabase(connection: ConnectionOptions): Promise<string[]> {
  const pool = createPool(connection, {
    role: 'waybill_system',
    max: 1,
    onError: () => {},
    forFullScans: true,
  });
  try {
    const { rows } = await pool.query<{ name: string }>(
      'select name from photo union select name from crew_photo',
    );
    return rows.map(({ name }) => name);
  } finally {
    await pool.end();
  }
}
