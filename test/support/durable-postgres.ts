// Turns the durability of the PostgreSQL server of the tests on, as in an installation: commits and checkpoints wait for
// the disk.
import type { ConnectionOptions } from '../../src/db/pool.ts';
import { queryAsOwner } from './database.ts';

/** prepare-postgres.ts turns these off. */
const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];

/** Returns a function that turns it off again. */
export async function enableDurability(connection: ConnectionOptions): Promise<() => Promise<void>> {
  const change = async (value: 'on' | 'off') => {
    for (const setting of settings) await queryAsOwner(connection, `alter system set ${setting} = ${value}`);
    await queryAsOwner(connection, 'select pg_reload_conf()');
  };
  await change('on');
  return () => change('off');
}
