// waybill plan <area> <day>: plans a day, prints it, and applies it with --apply.
import { type Command, InvalidArgumentError } from 'commander';
import type { Context } from '../context.ts';
import type { ResultCrew, UnservedBooking } from '../domain/plan/plan-result.ts';
import { MapRegions } from '../features/maps/map-regions.ts';
import { createRoadIndex, roadsFolder } from '../features/maps/roads/road-files.ts';
import { startBundledThread } from '../features/plans/plan-threads.ts';
import { applyPlan } from '../features/plans/system/apply-plan.ts';
import { createPlan } from '../features/plans/system/create-plan.ts';
import type { PlanContext } from '../features/plans/system/plan-context.ts';
import { PlanRunner } from '../features/plans/system/plan-runner.ts';
import { findPlan, type PlanWithResult, type StoredResult } from '../features/plans/system/plan-store.ts';
import { createRouter } from '../integrations/router/create-router.ts';
import { createInstalledEngine } from '../integrations/router/engine/installed-engine.ts';
import { createMapRouter } from '../integrations/router/map-router.ts';
import {
  type AdminOptions,
  type AdminSession,
  environmentOption,
  jsonOption,
  withAdmin,
} from './admin-session.ts';
import { parseDay } from './arguments.ts';
import { createCommandLogger } from './command-logger.ts';
import { printJson, printTable } from './print.ts';

interface PlanOptions extends AdminOptions {
  readonly seconds: number;
  readonly apply?: boolean;
}

export function addPlanCommand(program: Command): void {
  program
    .command('plan')
    .description('Plan the bookings of a service area and day; changes nothing without --apply')
    .argument('<area>', 'slug of the service area')
    .argument('<day>', 'date such as 2030-12-25, in the time zone of the area', parseDay)
    .option('--seconds <number>', 'time limit of the search, 1 to 60', parseSeconds, 5)
    .option('--apply', 'make the plan the intention that automatic dispatch follows')
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(plan);
}

async function plan(areaSlug: string, day: string, options: PlanOptions): Promise<void> {
  const { seconds, environment, json, apply = false } = options;
  const found = await withAdmin(environment, (admin, actor) =>
    withPlanning(admin, async (context) => {
      const { id, done } = await createPlan(context, actor, { areaSlug, day, seconds, seed: 1 });
      await done;
      const computed = await findPlan(context.system, id);
      if (apply && computed?.status === 'ready') await applyPlan(context, actor, id);
      return apply ? findPlan(context.system, id) : computed;
    }),
  );
  if (!found?.result) throw new Error(`The plan failed: ${found?.failure?.message ?? 'it was deleted'}`);
  if (json) return printJson(found);
  print(found, found.result);
}

async function withPlanning<T>(admin: AdminSession, work: (context: PlanContext) => Promise<T>): Promise<T> {
  const { system, clock, ids, config } = admin;
  const log = createCommandLogger();
  const runner = new PlanRunner();
  const { router, close } = openRouter(admin, log);
  try {
    return await work({
      system,
      clock,
      ids,
      log,
      router,
      timeZone: config.billing.timeZone,
      plans: { runner, startThread: startBundledThread, announce: () => {}, announceJobs: () => {} },
    });
  } finally {
    await runner.close();
    close();
  }
}

/** As the server: embedded roads have an engine process, which ends with the command. */
function openRouter({ config, db, environment }: AdminSession, log: Context['log']) {
  const { provider, ...settings } = config.router;
  if (provider !== 'embedded') return { router: createRouter({ provider, ...settings }), close: () => {} };
  const engine = createInstalledEngine(config, log);
  // Without a listener, the regions are read from the database each time.
  const regions = new MapRegions(db, { listening: false, on: () => {}, onLost: () => {} });
  const index = createRoadIndex(regions, roadsFolder(config.dataDir, environment));
  return { router: createMapRouter({ index, engine }), close: () => engine.close() };
}

function print({ id, areaSlug, day, timeZone, status }: PlanWithResult, result: StoredResult): void {
  const { before, after, travel } = result;
  const rows = result.crews.flatMap((crew) => rowsOf(crew, timeZone));
  printTable(['crew', 'booking', 'status', 'departs', 'arrives', 'ends', 'drive', 'miles'], rows);
  for (const line of result.unserved.map(unservedLine)) console.log(line);
  console.log(
    `Served ${after.served} of ${after.served + after.unserved} (now ${before.served}), ${after.crews} crews (now ${before.crews}), ` +
      `${after.miles} miles to and between jobs (now ${before.miles}), ` +
      `${after.lateJobs} expected to be late (now ${before.lateJobs}), travel times: ${travel.source}.`,
  );
  console.log(
    status === 'applied'
      ? `Plan ${id} of ${areaSlug} on ${day} is applied.`
      : `Plan ${id} of ${areaSlug} on ${day} is ready. Apply a plan with --apply, or in the console.`,
  );
}

function rowsOf({ name, jobs }: ResultCrew, timeZone: string): string[][] {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' });
  return jobs.map(({ hid, status, startsMs, arrivesMs, endsMs, driveSeconds, miles }) => [
    name,
    hid,
    status,
    ...[startsMs, arrivesMs, endsMs].map((ms) => time.format(ms)),
    `${Math.round(driveSeconds / 60)} min`,
    miles.toFixed(1),
  ]);
}

const UNSERVED_WORDS: Readonly<Record<UnservedBooking['reason'], string>> = {
  window_passed: 'its window has closed',
  no_suitable_crew: 'no crew of the day fits its product',
  locked_crew_unfit: 'its locked crew no longer fits',
  window_unreachable: 'no crew can arrive within its window',
  crews_full: 'all crews that fit are full',
};

function unservedLine({ hid, reason }: UnservedBooking): string {
  return `Not served: ${hid}, because ${UNSERVED_WORDS[reason]}.`;
}

function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!/^\d+(\.\d+)?$/.test(text) || seconds < 1 || seconds > 60)
    throw new InvalidArgumentError('Enter a number of seconds from 1 to 60.');
  return seconds;
}
