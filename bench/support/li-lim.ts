// Public instances of Li and Lim (2001) for pickup and delivery with time windows: reads instances and best-known routes,
// and checks routes from the definition of the problem, without code of the planner.
import type { Problem } from '../../packages/planner/src/problem.ts';

interface Task {
  readonly x: number;
  readonly y: number;
  readonly demand: number;
  readonly earliest: number;
  readonly latest: number;
  readonly service: number;
  /** Task number of the pickup of a delivery; 0 for pickups. */
  readonly pickup: number;
  /** Task number of the delivery of a pickup; 0 for deliveries. */
  readonly delivery: number;
}

export interface Instance {
  readonly name: string;
  readonly vehicles: number;
  readonly capacity: number;
  /** Task 0 is the depot. */
  readonly tasks: readonly Task[];
}

export function parseInstance(name: string, text: string): Instance {
  const rows = text
    .trim()
    .split(/\r?\n/)
    .map((line) => line.trim().split(/\s+/).map(Number));
  const [vehicles, capacity] = rows[0] ?? [];
  if (vehicles === undefined || capacity === undefined || rows.some((row) => row.some(Number.isNaN)))
    throw new Error(`${name} is not a Li and Lim instance`);
  const tasks = rows.slice(1).map((row, index) => {
    const [number, x, y, demand, earliest, latest, service, pickup, delivery] = row as [
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
      number,
    ];
    if (number !== index || row.length !== 9)
      throw new Error(`${name}: line ${index + 2} must be task ${index}, with 9 columns`);
    return { x, y, demand, earliest, latest, service, pickup, delivery };
  });
  return { name, vehicles, capacity, tasks };
}

/** Routes of a file of best-known solutions: `Route 1 : 3 5 4`. */
export function parseRoutes(text: string): number[][] {
  return [...text.matchAll(/^\s*Route\s+#?\d+\s*:\s*(.*)$/gim)].map(([, tasks = '']) =>
    tasks.trim().split(/\s+/).map(Number),
  );
}

function distanceBetween(a: Task, b: Task): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export interface Checked {
  readonly faults: readonly string[];
  readonly vehicles: number;
  readonly distance: number;
}

/** Rounding errors of a sum along a route. */
const TOLERANCE = 1e-6;

export function checkRoutes({ tasks, capacity, vehicles }: Instance, routes: readonly number[][]): Checked {
  const faults: string[] = [];
  const depot = tasks[0] as Task;
  const visited = new Map<number, { route: number; position: number }>();
  let distance = 0;
  for (const [index, route] of routes.entries()) {
    let [time, load, at] = [depot.earliest, 0, depot];
    for (const [position, number] of [...route, 0].entries()) {
      const task = tasks[number] as Task;
      distance += distanceBetween(at, task);
      time = Math.max(task.earliest, time + distanceBetween(at, task));
      if (time > task.latest + TOLERANCE)
        faults.push(`task ${number} begins at ${time}, after ${task.latest}`);
      time += task.service;
      load += task.demand;
      if (load > capacity + TOLERANCE) faults.push(`${load} on board after task ${number}`);
      if (number !== 0 && visited.has(number)) faults.push(`task ${number} is visited twice`);
      if (number !== 0) visited.set(number, { route: index, position });
      at = task;
    }
  }
  for (const [number, task] of tasks.entries()) {
    if (number === 0) continue;
    const here = visited.get(number);
    if (!here) faults.push(`task ${number} is not visited`);
    if (task.delivery === 0 || !here) continue;
    const there = visited.get(task.delivery);
    if (there?.route !== here.route || there.position < here.position)
      faults.push(`task ${number} is not before its delivery ${task.delivery}`);
  }
  if (routes.length > vehicles) faults.push(`${routes.length} vehicles of ${vehicles}`);
  return { faults, vehicles: routes.length, distance };
}

/** The instance for the planner: distance is both travel time and cost, and fewer vehicles come first. */
export function toProblem({ tasks, vehicles, capacity }: Instance): Problem {
  const depot = tasks[0] as Task;
  const distances = Float64Array.from(tasks.flatMap((a) => tasks.map((b) => distanceBetween(a, b))));
  const stop = (place: number) => {
    const { earliest, latest, service, demand } = tasks[place] as Task;
    return { place, earliest, latest, service, load: [demand] };
  };
  return {
    vehicles: Array.from({ length: vehicles }, (_, index) => ({
      id: String(index),
      capacity: [capacity],
      shift: { start: depot.earliest, end: depot.latest },
      start: 0,
      end: 0,
    })),
    requests: tasks.flatMap((task, number) =>
      task.delivery > 0 ? [{ id: String(number), stops: [stop(number), stop(task.delivery)] }] : [],
    ),
    matrix: { size: tasks.length, seconds: distances, miles: distances },
    objective: { vehicles: 'first' },
  };
}
