// Retention of personal data in completed bookings.
import type { EnvReader } from '../lib/env-reader.ts';

export interface PersonalDataConfig {
  /** null: kept until erasure is requested. */
  readonly retentionDays: number | null;
}

export function readPersonalData(read: EnvReader): PersonalDataConfig {
  const days = read.integer('PERSONAL_DATA_RETENTION_DAYS', 0, 0, 3_650);
  return { retentionDays: days === 0 ? null : days };
}
