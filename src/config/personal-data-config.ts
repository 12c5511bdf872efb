// Retention of personal data in completed bookings.
import type { VariableReader } from '../lib/env-reader.ts';

export interface PersonalDataConfig {
  /** null: kept until erasure is requested. */
  readonly retentionDays: number | null;
}

export function readPersonalData(read: VariableReader): PersonalDataConfig {
  const days = read.integer('PERSONAL_DATA_RETENTION_DAYS', 0, 0, 3_650);
  return { retentionDays: days === 0 ? null : days };
}
