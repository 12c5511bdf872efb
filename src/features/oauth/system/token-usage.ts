// Records when and from which IP address access tokens were last used. A request only adds its token to a map, once per
// interval; one statement per interval writes the map. People look for unused or foreign tokens by it, and
// ACCESS_TOKEN_IDLE_DAYS expires tokens by it. Uses of the last interval are lost if the process is killed: a token then
// expires as if it had not been used in these 10 seconds.
import type { Logger } from 'pino';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type TokenUse, writeTokenUses } from './token-usage-store.ts';

const intervalMillis = 10_000;
/** Beyond this number of tokens within an interval, uses are not recorded. */
const maxPending = 50_000;

export interface TokenUsageOptions {
  readonly db: SystemDatabase;
  readonly clock: Clock;
  readonly log: Logger;
}

export class TokenUsage {
  readonly #options: TokenUsageOptions;
  #pending = new Map<string, TokenUse>();
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> | null = null;

  constructor(options: TokenUsageOptions) {
    this.#options = options;
  }

  /** The first use within an interval counts. `addressOf` is only called for that one. */
  record(tokenId: string, addressOf: () => string): void {
    if (this.#pending.has(tokenId) || this.#pending.size >= maxPending) return;
    this.#pending.set(tokenId, { tokenId, at: this.#options.clock.now(), address: addressOf() });
    this.#timer ??= setTimeout(() => void this.flush(), intervalMillis).unref();
  }

  /** Writes the recorded uses. Never throws: a use that cannot be written is retried with the next interval. */
  async flush(): Promise<void> {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    await this.#writing;
    if (this.#pending.size === 0) return;
    const uses = this.#pending;
    this.#pending = new Map();
    this.#writing = this.#write(uses).finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  async #write(uses: ReadonlyMap<string, TokenUse>): Promise<void> {
    try {
      await writeTokenUses(this.#options.db, [...uses.values()]);
    } catch (error) {
      this.#options.log.warn({ err: error, tokens: uses.size }, 'failed to record last use of access tokens');
      for (const [tokenId, use] of uses) if (!this.#pending.has(tokenId)) this.#pending.set(tokenId, use);
      this.#timer ??= setTimeout(() => void this.flush(), intervalMillis).unref();
    }
  }
}
