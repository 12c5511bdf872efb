// Configuration of the request log: extent and retention.
import type { EnvReader } from '../lib/env-reader.ts';

export interface RequestLogConfig {
  /** `metadata` stores no bodies. */
  readonly extent: 'off' | 'metadata' | 'full';
  readonly retentionDays: number;
}

export function readRequestLog(read: EnvReader): RequestLogConfig {
  return {
    extent: read.oneOf('REQUEST_LOG', ['off', 'metadata', 'full'], 'full'),
    retentionDays: read.integer('REQUEST_LOG_DAYS', 30, 1, 90),
  };
}
