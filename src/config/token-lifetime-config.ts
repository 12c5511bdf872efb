// Configuration of the lifetime of access tokens. By default they do not expire, as the API contract says.
import type { EnvReader } from '../lib/env-reader.ts';

export interface TokenLifetimeConfig {
  /** Days after which a new token expires; null: never. */
  readonly days: number | null;
  /** Days without use after which a token expires; null: never. */
  readonly idleDays: number | null;
}

const maxDays = 3_650;

export function readTokenLifetime(read: EnvReader): TokenLifetimeConfig {
  return { days: readDays(read, 'ACCESS_TOKEN_DAYS'), idleDays: readDays(read, 'ACCESS_TOKEN_IDLE_DAYS') };
}

/** 0, the default, means no limit. */
function readDays(read: EnvReader, name: string): number | null {
  return read.integer(name, 0, 0, maxDays) || null;
}
