// `npm run bench -- planned-windows [--rounds 9]`: POST /schedule and POST /bookings of one caller with planned capacity, relative
// to counted capacity, in one server: the area changes its mode before each short round. 40 crews with shifts on 14 days.
// Decides by processor time of server and PostgreSQL; exits with 1 if a goal is missed.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DEFAULT_SERVICE_AREA } from '../src/domain/place/default-service-area.ts';
import { serviceAreasDocument } from '../src/domain/place/service-area-document.ts';
import { areasChannel } from '../src/features/areas/areas-channel.ts';
import { queryAsOwner } from '../test/support/database.ts';
import { type BenchEnvironment, openBenchEnvironment } from './support/bench-environment.ts';

const CREWS = 40;
const DAYS = 14;
/** Bookings before the measurement, spread over the days. */
const BOOKED = 200;
/** Enough for the kernel's ticks of 10 ms. */
const CALLS = { '/schedule': 100, '/bookings': 40 } as const;
const GOALS = { '/schedule': { goal: 1.5, aim: 1.1 }, '/bookings': { goal: 1.5, aim: 1.2 } } as const;
const HOUR_MS = 3_600_000;
type Path = keyof typeof CALLS;
type Mode = 'planned' | 'counted' | 'control';

interface Cost {
  readonly cpuMs: number;
  readonly wallMs: number;
}

export async function measurePlannedWindows(rounds: number): Promise<boolean> {
  const environment = await openBenchEnvironment({ small: false, works: false });
  try {
    await addCrews(environment);
    await setMode(environment, 'planned');
    for (let nth = 0; nth < BOOKED; nth += 1) await call(environment, '/bookings', nth);
    // Compiled code in both modes, before anything is measured.
    for (const mode of ['planned', 'counted'] as const)
      for (const path of ['/schedule', '/bookings'] as const) await measureRound(environment, path, mode, 0);
    let isMet = true;
    for (const path of ['/schedule', '/bookings'] as const) {
      const costs: Record<Mode, Cost[]> = { planned: [], counted: [], control: [] };
      for (let round = 0; round < rounds; round += 1)
        for (const mode of order(round)) costs[mode].push(await measureRound(environment, path, mode, round));
      const ratio = medianOf(costs.planned, 'cpuMs') / medianOf(costs.counted, 'cpuMs');
      const control = medianOf(costs.control, 'cpuMs') / medianOf(costs.counted, 'cpuMs');
      const wall = medianOf(costs.planned, 'wallMs') / medianOf(costs.counted, 'wallMs');
      const { goal, aim } = GOALS[path];
      isMet &&= ratio <= goal;
      console.log(
        `POST ${path}: planned ${medianOf(costs.planned, 'cpuMs').toFixed(2)} ms of processor time, counted ${medianOf(costs.counted, 'cpuMs').toFixed(2)} ms: ` +
          `${ratio.toFixed(2)} (goal ${goal}, aim ${aim}; counted against itself ${control.toFixed(2)}; wall time ${wall.toFixed(2)})`,
      );
    }
    return isMet;
  } finally {
    await environment.close();
  }
}

/** Other orders in other rounds, so that no mode always comes first. */
function order(round: number): Mode[] {
  const modes: Mode[] = ['planned', 'counted', 'control'];
  return [...modes.slice(round % 3), ...modes.slice(0, round % 3)];
}

async function measureRound(
  environment: BenchEnvironment,
  path: Path,
  mode: Mode,
  round: number,
): Promise<Cost> {
  await setMode(environment, mode === 'planned' ? 'planned' : 'counted');
  // Days in memory are compared, or read again, when they are older than five seconds: part of the cost.
  await call(environment, '/schedule', round);
  const calls = CALLS[path];
  const cpu = environment.cpuMicros({ server: true }) ?? 0;
  const startedAt = performance.now();
  for (let nth = 0; nth < calls; nth += 1) await call(environment, path, round * calls + nth);
  const wallMs = (performance.now() - startedAt) / calls;
  return { cpuMs: ((environment.cpuMicros({ server: true }) ?? 0) - cpu) / 1000 / calls, wallMs };
}

function call({ partner }: BenchEnvironment, path: Path, nth: number): Promise<string> {
  const place = (shift: number) => [
    -74 + ((nth * 7 + shift) % 40) / 300,
    40.68 + ((nth * 3 + shift) % 30) / 300,
  ];
  const [origin, destination] = [place(0), place(5)];
  if (path === '/schedule') return partner.post(path, { product: 'van', origin, destination }, 200);
  const stops = [{ location: origin }, { location: destination }];
  const window = new Date(morning(1 + (nth % (DAYS - 2))) + (2 + (nth % 7)) * HOUR_MS).toISOString();
  return partner.post(path, { product: 'van', stops, arrival_window_from: window }, 201);
}

/** 13:00 UTC: the morning in New York. */
function morning(day: number): number {
  return (Math.floor(Date.now() / (24 * HOUR_MS)) + day) * 24 * HOUR_MS + 13 * HOUR_MS;
}

async function setMode({ connection }: BenchEnvironment, capacity: 'planned' | 'counted'): Promise<void> {
  const { areas } = serviceAreasDocument([
    { ...DEFAULT_SERVICE_AREA, capacity, timeZone: 'America/New_York' },
  ]);
  await queryAsOwner(
    connection,
    `insert into service_area (slug, document, updated_at) values ($1, $2, now())
     on conflict (slug) do update set document = excluded.document`,
    [DEFAULT_SERVICE_AREA.slug, JSON.stringify(areas[0])],
  );
  await queryAsOwner(connection, `select pg_notify('${areasChannel}', '')`);
  await delay(200);
}

async function addCrews({ connection }: BenchEnvironment): Promise<void> {
  const crews = Array.from({ length: CREWS }, () => ({ id: randomUUID(), vehicle: randomUUID() }));
  const shifts = crews.flatMap(({ id }) =>
    Array.from({ length: DAYS + 1 }, (_, day) => ({
      crew: id,
      from: new Date(morning(day)),
      to: new Date(morning(day) + 11 * HOUR_MS),
    })),
  );
  await queryAsOwner(
    connection,
    `with given as (select * from json_to_recordset($1) as g (id uuid, vehicle uuid)),
      vehicles as (insert into vehicle (id, type, name, created_at, updated_at) select vehicle, 'van', id::text, now(), now() from given),
      crews as (insert into crew (id, name, vehicle_id, home_areas, rating, auto_accept, created_at, updated_at)
        select id, id::text, vehicle, '{}', 4.5, true, now(), now() from given),
      people as (insert into crew_member (id, crew_id, position, first_name, created_at, updated_at)
        select gen_random_uuid(), id, nth, 'Ana', now(), now() from given, generate_series(0, 1) nth)
     insert into shift (id, crew_id, starts_at, ends_at, created_at)
       select gen_random_uuid(), crew, "from", "to", now() from json_to_recordset($2) as s (crew uuid, "from" timestamptz, "to" timestamptz)`,
    [JSON.stringify(crews), JSON.stringify(shifts)],
  );
}

function medianOf(costs: readonly Cost[], key: keyof Cost): number {
  const values = costs.map((cost) => cost[key]).sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)] ?? Number.NaN;
}
