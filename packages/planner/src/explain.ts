// Reasons for an assignment or a refusal: what each vehicle could do with a request, given the rest of the plan.
import { incompatibility } from './compiled-problem.ts';
import { InsertionSearch } from './insertion.ts';
import type { Problem } from './problem.ts';
import { Routes } from './routes.ts';
import { loadSolution, type Solution } from './solution.ts';

export interface VehicleReason {
  readonly vehicle: string;
  /**
   * feasible: could serve it, at `cost`. full: could serve it with an empty route. unreachable: cannot keep the windows
   * within its shift, even with an empty route. locked, skills and capacity: must not or cannot serve it at all.
   */
  readonly reason: 'feasible' | 'full' | 'unreachable' | 'locked' | 'skills' | 'capacity';
  /** Extra cost of the best insertion; null unless feasible. */
  readonly cost: number | null;
}

/** One entry per vehicle: feasible ones first, by cost. A served request is taken out of its route before. */
export function explain(problem: Problem, solution: Solution, requestId: string): VehicleReason[] {
  const request = problem.requests.findIndex(({ id }) => id === requestId);
  const asked = problem.requests[request];
  if (!asked) throw new RangeError(`There is no request ${requestId}`);
  const { compiled, routes } = loadSolution(problem, solution);
  if (routes.isServed(request)) {
    const vehicle = routes.vehicleOf[compiled.firstStop[request] as number] as number;
    routes.unlink(request);
    routes.refresh(vehicle);
  }
  const planned = new InsertionSearch(compiled, routes);
  const alone = new InsertionSearch(compiled, new Routes(compiled));
  const reasons = problem.vehicles.map((vehicle, index): VehicleReason => {
    const mismatch = incompatibility(asked, vehicle);
    if (mismatch !== null) return { vehicle: vehicle.id, reason: mismatch, cost: null };
    if (planned.find(request, index)) return { vehicle: vehicle.id, reason: 'feasible', cost: planned.cost };
    return { vehicle: vehicle.id, reason: alone.find(request, index) ? 'full' : 'unreachable', cost: null };
  });
  return reasons.sort((a, b) => (a.cost ?? Infinity) - (b.cost ?? Infinity) || 0);
}
