// The imported map regions of an environment. The list is cached until a switch or removal is announced; while the listener
// is disconnected, every request reads it from the database.
import type { AccountDatabase, Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { type CurrentRegion, listCurrentRegions } from './map-store.ts';
import { mapsChannel } from './maps-channel.ts';

/** Maps belong to no account: with this id, row-level security shows no rows of accounts. */
const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

export class MapRegions {
  readonly db: AccountDatabase;
  readonly #listener: Pick<Listener, 'listening'>;
  #cached: readonly CurrentRegion[] | null = null;
  #generation = 0;

  constructor(database: Database, listener: Pick<Listener, 'listening' | 'on' | 'onLost'>) {
    this.db = database.forAccount(NO_ACCOUNT);
    this.#listener = listener;
    listener.on(mapsChannel, () => this.#invalidate());
    listener.onLost(() => this.#invalidate());
  }

  async current(): Promise<readonly CurrentRegion[]> {
    return this.#cached && this.#listener.listening ? this.#cached : await this.reload();
  }

  /** Reads the list again, for a caller that has seen a newer version than this process. */
  async reload(): Promise<readonly CurrentRegion[]> {
    const generation = this.#generation;
    const loaded = await listCurrentRegions(this.db);
    if (generation === this.#generation) this.#cached = loaded;
    return loaded;
  }

  #invalidate(): void {
    this.#generation += 1;
    this.#cached = null;
  }
}
