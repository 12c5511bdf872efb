// For how long bookings that are over still tell of people.
import type { VariableReader } from '../lib/env-reader.ts';

export interface PersonalDataConfig {
  /** null: until somebody asks for it to go. */
  readonly retentionDays: number | null;
}

export function readPersonalData(read: VariableReader): PersonalDataConfig {
  const days = read.integer('PERSONAL_DATA_RETENTION_DAYS', 0, 0, 3_650);
  return { retentionDays: days === 0 ? null : days };
}
