// Public surface of the package.
export { type CheckResult, check } from './check.ts';
export {
  type CandidateTravel,
  DrivableWindows,
  type JourneysByPlace,
  travelFromMatrix,
  type WindowAnswer,
  WindowQuestions,
} from './drivable-windows.ts';
export { explain, type VehicleReason } from './explain.ts';
export { type PlanLimits, type PlanOptions, type PlanRun, type Progress, plan, solve } from './plan.ts';
export { planInWorker, type WorkerPlanOptions, type WorkerPlanRun } from './plan-in-worker.ts';
export {
  type Break,
  type CurrentRoute,
  InvalidProblem,
  type Objective,
  type Problem,
  type Robustness,
  type Stop,
  type StopRef,
  type TransportRequest,
  type TravelMatrix,
  type Vehicle,
} from './problem.ts';
export type { Journeys } from './request-chain.ts';
export { type DrivenRoute, type SimulatedDays, type SimulationOptions, simulate } from './simulate.ts';
export {
  type PlannedBreak,
  type PlannedRoute,
  type PlannedStop,
  type Solution,
  scheduleCurrent,
} from './solution.ts';
export type { WindowQuestion } from './window-answers.ts';
