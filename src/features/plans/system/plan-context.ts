// Dependencies of plans.
import type { Context } from '../../../context.ts';
import type { SystemDatabase } from '../../../db/system-database.ts';
import type { StartThread } from '../plan-threads.ts';
import type { PlanRunner } from './plan-runner.ts';

export interface PlanContext extends Pick<Context, 'clock' | 'ids' | 'router' | 'log'> {
  readonly system: SystemDatabase;
  readonly plans: PlanServices;
  /** Time zone of the company, for areas without one and days without bookings. */
  readonly timeZone: string;
}

/** What a process shares among its plans. */
export interface PlanServices {
  readonly runner: PlanRunner;
  readonly startThread: StartThread;
  /** Notifies open pages that a plan has changed: its progress, or its status. */
  readonly announce: (planId: string) => void;
  /** Notifies open pages that planned crews or times of bookings have changed. */
  readonly announceJobs: () => void;
}
