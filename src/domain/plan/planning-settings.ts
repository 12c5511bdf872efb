// How the days of a service area are planned; part of its document.

export interface PlanningSettings {
  /** Share of journeys and services that the planned durations cover. */
  readonly serviceLevel: number;
  /** Added to every journey. */
  readonly bufferMinutes: number;
  /** Corrects quoted durations by what completed bookings took. */
  readonly usesLearnedTimes: boolean;
  /** Whether the system changes the plan when the day changes. Undefined: in areas with automatic dispatch. */
  readonly replanning?: Replanning | undefined;
}

export const REPLANNING = ['automatic', 'off'] as const;
export type Replanning = (typeof REPLANNING)[number];

export const DEFAULT_PLANNING: PlanningSettings = {
  serviceLevel: 0.9,
  bufferMinutes: 2,
  usesLearnedTimes: false,
};
