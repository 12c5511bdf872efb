// A day that is known to be drivable with few vehicles: routes are driven first, and windows are cut around their times.
import type { Problem, TransportRequest } from '../../packages/planner/src/planner.ts';
import { Random } from '../../packages/planner/src/random.ts';

const MILES = 100;
const SERVICE = 10;
const CAPACITY = 3;
/** Window around the time at which a stop was driven, on average. */
const WINDOW = 200;
/** More than are needed. */
const SPARE_VEHICLES = 4;

interface Visit {
  readonly place: number;
  readonly at: number;
}

/** One second per mile. Vehicles come first. */
export function tightDay(seed: number, crews: number, requestsPerCrew: number): Problem {
  const random = new Random(seed);
  const points = [{ x: MILES / 2, y: MILES / 2 }];
  const requests: TransportRequest[] = [];
  const stop = ({ place, at }: Visit, load: number) => {
    const width = WINDOW * (0.5 + random.next());
    const earliest = Math.max(0, at - width * random.next());
    return { place, earliest, latest: at + width / 2, service: SERVICE, load: [load] };
  };
  for (let crew = 0; crew < crews; crew += 1) {
    const direction = random.next() * 2 * Math.PI;
    const coordinate = (share: number) =>
      MILES / 2 + share * random.next() * (MILES / 2) + random.next() * 30;
    let from = points[0] ?? { x: 0, y: 0 };
    let time = 0;
    const drive = (): Visit => {
      const point = { x: coordinate(Math.cos(direction)), y: coordinate(Math.sin(direction)) };
      time += Math.hypot(point.x - from.x, point.y - from.y);
      from = point;
      time += SERVICE;
      return { place: points.push(point) - 1, at: time - SERVICE };
    };
    const onBoard: Visit[] = [];
    for (let left = requestsPerCrew; left > 0 || onBoard.length > 0; ) {
      const picksUp = onBoard.length === 0 || (onBoard.length < CAPACITY && random.next() < 0.5);
      if (left > 0 && picksUp) {
        onBoard.push(drive());
        left -= 1;
        continue;
      }
      const [pickup] = onBoard.splice(random.below(onBoard.length), 1);
      const delivery = drive();
      if (pickup) requests.push({ id: `r${requests.length}`, stops: [stop(pickup, 1), stop(delivery, -1)] });
    }
  }
  const miles = points.flatMap((a) => points.map((b) => Math.hypot(a.x - b.x, a.y - b.y)));
  const vehicles = Array.from({ length: crews + SPARE_VEHICLES }, (_, index) => ({
    id: `v${index}`,
    capacity: [CAPACITY],
    shift: { start: 0, end: 5_000 },
    start: 0,
    end: 0,
  }));
  return {
    vehicles,
    requests,
    matrix: { size: points.length, seconds: miles, miles },
    objective: { vehicles: 'first' },
  };
}
