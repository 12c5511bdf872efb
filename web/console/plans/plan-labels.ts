// Words of plans.
import { counted } from '../../ui/interpolate.ts';
import { englishTimes } from '../../ui/time-format.ts';
import type { PlanSummary, UnservedBooking } from '../api.ts';

export const unservedWords: Readonly<Record<UnservedBooking['reason'], string>> = {
  window_passed: 'Its window has closed.',
  no_suitable_crew: 'No crew that works on this day has the vehicle and the members that it needs.',
  locked_crew_unfit: 'It is locked to a crew that no longer fits.',
  window_unreachable: 'No crew can arrive within its window.',
  crews_full: 'All crews that fit are full.',
};

export const statusWords: Readonly<Record<PlanSummary['status'], string>> = {
  computing: 'Being computed',
  ready: 'Not applied',
  applied: 'Applied',
  undone: 'Undone',
  failed: 'Failed',
};

export const statusTones = {
  computing: 'quiet',
  ready: 'warn',
  applied: 'good',
  undone: 'quiet',
  failed: 'bad',
} as const satisfies Record<PlanSummary['status'], string>;

export const formatMiles = (miles: number) => `${englishTimes.number(miles, miles < 100 ? 1 : 0)} mi`;
/** "47 hr 5 min": of several crews together, so that days would mislead. */
export function formatDriving(minutes: number): string {
  const whole = Math.round(minutes);
  return whole < 60 ? `${whole} min` : `${Math.floor(whole / 60)} hr ${whole % 60} min`;
}
export const formatShare = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`);
export const formatJobs = (count: number) => counted('{count} job', '{count} jobs', count);

/** Expected number of late jobs. Less than one in twenty plans: none. */
export function formatLateJobs(expected: number): string {
  return expected < 0.05 ? 'none' : `about ${englishTimes.number(expected, 1)}`;
}
