// waybill demo: fills an environment with two weeks of sample bookings, through the same requests that partners and
// dispatchers send.
import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { countListeners } from '../db/listening-processes.ts';
import { listOrganizations } from '../features/accounts/system/account-admin-store.ts';
import { findOperatorByEmail } from '../features/accounts/system/operator-store.ts';
import { listBookingSummaries } from '../features/bookings/system/booking-admin-store.ts';
import type { Actor } from '../lib/actor.ts';
import { type AdminOptions, type AdminSession, environmentOption, withAdmin } from './admin-session.ts';
import { createCommandLogger } from './command-logger.ts';
import {
  createDemoAccounts,
  type DemoAccounts,
  demoContactEmail,
  demoOperatorEmail,
} from './demo/demo-accounts.ts';
import { DemoApp } from './demo/demo-app.ts';
import { demoPartners } from './demo/demo-data.ts';
import { DEMO_BOOKINGS, planDemo } from './demo/demo-plan.ts';
import { chooseDemoStops } from './demo/demo-stops.ts';
import { DemoRunner } from './demo/run-demo.ts';
import { firstStart } from './first-start.ts';
import { replacePrivateFile } from './private-file.ts';

interface DemoOptions extends AdminOptions {
  readonly seed: number;
  readonly now?: Date;
  readonly region?: string;
  readonly anyway?: boolean;
}

export function addDemoCommand(program: Command): void {
  program
    .command('demo')
    .description('Fill an environment with two weeks of sample data; stop the server first')
    .option('--seed <number>', 'seed of the generator; the same seed gives the same data', parseSeed, 1)
    .option('--now <time>', 'the time around which the data is generated; default: now', parseTime)
    .option('--region <name>', 'map region whose addresses are used; default: the only one, or New York')
    .option('--anyway', 'also if the environment already contains other data')
    .addOption(environmentOption())
    .action(demo);
}

function parseSeed(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('Enter a whole number from 0 to 999999.');
  return Number(text);
}

function parseTime(text: string): Date {
  const time = new Date(text);
  if (!/T.*(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(time.getTime()) || time > new Date())
    throw new InvalidArgumentError('Enter a past time with its zone, such as 2030-01-31T14:00:00Z.');
  return time;
}

async function demo(options: DemoOptions): Promise<void> {
  const run = async (admin: AdminSession, actor: Actor): Promise<void> => {
    if (await isAlreadyFilled(admin, options.seed)) return printAlreadyFilled(admin, options.seed);
    await requireSafeTarget(admin, options);
    // Seeds the demo organization of the first start now: a later `serve` skips that because the installation is not
    // empty.
    if (admin.settings.databaseUrl === null) await firstStart(admin.config, () => admin);
    const accounts = await fill(admin, actor, options);
    await printNextSteps(admin, options.seed, accounts);
  };
  await withAdmin(options.environment, run, { creates: true });
}

async function isAlreadyFilled({ system }: AdminSession, seed: number): Promise<boolean> {
  const emails = demoPartners.map(({ host }) => demoContactEmail(host, seed));
  const demoOrganizations = (await listOrganizations(system)).filter(({ contactEmail }) =>
    emails.includes(contactEmail ?? ''),
  );
  const operator = await findOperatorByEmail(system, demoOperatorEmail(seed));
  if (demoOrganizations.length === 0 && !operator) return false;
  let count = 0;
  for (const { id: accountId } of demoOrganizations)
    count += (await listBookingSummaries(system, { accountId, limit: DEMO_BOOKINGS })).length;
  if (count >= DEMO_BOOKINGS) return true;
  throw new Error(
    `An earlier run with seed ${seed} stopped after ${count} of ${DEMO_BOOKINGS} bookings. Use an empty data folder, or another --seed together with --anyway.`,
  );
}

async function requireSafeTarget(admin: AdminSession, { environment, anyway }: DemoOptions): Promise<void> {
  if (environment === 'production' && admin.settings.databaseUrl !== null)
    throw new Error(
      'The demo does not fill production in an external database. Use -e sandbox, or the embedded database.',
    );
  if ((await countListeners(admin.system)) > 0)
    throw new Error(
      'A server is running on this database. Stop it first: the demo simulates two weeks on its own clock, and the server would act on the real clock meanwhile.',
    );
  if (anyway) return;
  const [booking] = await listBookingSummaries(admin.system, { limit: 1 });
  const others = (await listOrganizations(admin.system)).filter(({ name }) => name !== 'Demo Organization');
  if (booking || others.length > 0)
    throw new Error(
      `The environment already contains data: ${others.map(({ name }) => name).join(', ') || `booking ${booking?.hid}`}. Use an empty installation, or add --anyway.`,
    );
}

async function fill(
  admin: AdminSession,
  actor: Actor,
  { seed, now, region }: DemoOptions,
): Promise<DemoAccounts> {
  const isSandbox = admin.environment === 'sandbox';
  const stops = await chooseDemoStops(admin.system, region);
  const plan = planDemo({ seed, stops, nowMs: (now ?? new Date()).getTime(), isSandbox });
  const app = await DemoApp.open({
    ...admin,
    environment: admin.settings,
    log: createCommandLogger(),
    beginsMs: plan.beginsMs,
  });
  try {
    console.log(
      `Filling ${admin.environment} with two weeks of sample data (seed ${seed}), at addresses ${stops.region === null ? 'around New York' : `of the map region ${stops.region}`}.`,
    );
    const accounts = await createDemoAccounts(app, plan, admin, actor);
    console.log(`  ${accounts.partners.length} partners, ${accounts.crewIds.length} crews with shifts`);
    await new DemoRunner(app, plan, accounts, isSandbox).play(progressPrinter());
    console.log(`  ${plan.bookings.length} bookings`);
    return accounts;
  } finally {
    await app.close();
  }
}

/** A counter line on a terminal; one line per quarter otherwise. */
function progressPrinter(): (done: number, all: number) => void {
  let printedQuarters = 0;
  return (done, all) => {
    if (process.stdout.isTTY)
      process.stdout.write(`\r  ${done} of ${all} actions${done === all ? '\n' : ''}`);
    else if (Math.floor((done / all) * 4) > printedQuarters) {
      printedQuarters += 1;
      console.log(`  ${done} of ${all} actions`);
    }
  };
}

const credentialsFileOf = ({ config, environment }: AdminSession, seed: number) =>
  resolve(config.dataDir, `demo-${environment}-${seed}.json`);

async function printNextSteps(
  admin: AdminSession,
  seed: number,
  { operator, partners }: DemoAccounts,
): Promise<void> {
  const { publicUrl } = admin.settings;
  const file = credentialsFileOf(admin, seed);
  const clients = partners.map(({ name, clientId, clientSecret }) => ({
    name,
    client_id: clientId,
    client_secret: clientSecret,
  }));
  await replacePrivateFile(
    file,
    `${JSON.stringify({ base_url: publicUrl, operator, partners: clients }, null, 2)}\n`,
  );
  console.log(`
Start the server (npm start), then open:
  console    ${publicUrl}/console
             sign in as ${operator.email}, password ${operator.password}
  tracking   ${admin.environment === 'sandbox' ? 'the preview on the page of any booking in the portal' : 'the share link of any booking in the console'}
  portal     ${publicUrl}/portal; the console sends links on the page of an organization, People with portal access
  partners   API clients: ${file}`);
}

function printAlreadyFilled(admin: AdminSession, seed: number): void {
  console.log(`The environment already contains the demo with seed ${seed}; nothing was changed.
The credentials were written to ${credentialsFileOf(admin, seed)}.`);
}
