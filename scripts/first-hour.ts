// The first hour of somebody who has nothing but the README: its own commands, in its own order, in an empty folder. Prints what
// happened when, as JSON; fails if the first booking is not there within 5 minutes, or no signed webhook within 15.
//
//   npx tsx scripts/first-hour.ts           takes along what `npm ci` left here, so that nothing is fetched
//   npx tsx scripts/first-hour.ts --fetch   runs `npm ci` in the empty folder, as a newcomer does
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { freePort } from '../test/support/free-port.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const LIMIT_SECONDS = { booking: 5 * 60, webhook: 15 * 60 };
const made = ['.git', 'node_modules', 'data', 'test-results', 'coverage'];
const BOOKED = '--- the first calls are made';

/** What a newcomer types, by the heading it stands under. */
function readmeCommands(readme: string) {
  const under = (heading: string) => {
    const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
    const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
    if (blocks.length === 0) throw new Error(`the README has no commands under "${heading}"`);
    return blocks.join('\n');
  };
  const [, install, start] = /^(npm ci) && (npm start)\b/m.exec(readme) ?? [];
  if (!install || !start) throw new Error('the README does not show `npm ci && npm start`');
  return { install, start, calls: under('First booking'), webhook: under('First webhook') };
}

/** What is checked out; and, unless that is to be fetched and built, what `npm ci` made of it here. */
function unpack(folder: string, fetches: boolean): void {
  const isTaken = (name: string) => !made.includes(name) && !(fetches && name === 'dist');
  for (const name of readdirSync(root).filter(isTaken)) {
    const filter = (path: string) =>
      !path.endsWith('node_modules') && !(fetches && /packages\/\w+\/dist$/.test(path));
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true, filter });
  }
  if (fetches) return;
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Folders are new by being copied; what was built from them is as good as before.
  const now = new Date();
  for (const stamp of [
    'dist/.built',
    'dist/.built-web',
    'dist/.built-guides',
    'packages/sdk/dist/.built',
    'packages/cli/dist/.built',
  ])
    utimesSync(join(folder, stamp), now, now);
}

type Variables = Readonly<Record<string, string>>;
type Terminal = ChildProcessByStdio<null, Readable, Readable>;

/** Terminals in one folder, of which nothing stays behind. */
class Terminals {
  readonly #folder: string;
  readonly #children: Terminal[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Types commands; resolves to what they printed. `onText` hears of it as it comes. */
  async type(
    commands: string,
    variables: Variables,
    onText: (text: string) => void = () => {},
  ): Promise<string> {
    const child = this.#open(commands, variables);
    const said = { text: '', all: '' };
    child.stdout.on('data', (chunk) => {
      said.text += String(chunk);
      onText(said.text);
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (said.all += String(chunk)));
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`ended with ${code}: ${commands}\n${said.all}`);
    return said.text;
  }

  /** Leaves a command running once it has said what is waited for. */
  async leaveRunning(command: string, variables: Variables, wanted: RegExp): Promise<void> {
    const child = this.#open(command, variables);
    let text = '';
    await new Promise<void>((resolve, reject) => {
      const listen = (chunk: unknown) => {
        text += String(chunk);
        if (wanted.test(text)) resolve();
      };
      for (const stream of [child.stdout, child.stderr]) stream.on('data', listen);
      child.once('exit', (code) => reject(new Error(`${command} ended with ${code}:\n${text}`)));
    });
  }

  #open(commands: string, variables: Variables): Terminal {
    const child = spawn('sh', ['-eu', '-c', commands], {
      cwd: this.#folder,
      detached: true,
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.push(child);
    return child;
  }

  async close(): Promise<void> {
    for (const child of this.#children.reverse()) {
      const ended = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : null;
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGTERM');
      } catch {
        // It has ended, with everything it began.
      }
      await ended;
    }
  }
}

export interface FirstHourOptions {
  readonly fetches?: boolean;
  /** Of the server, beside its ports. */
  readonly variables?: Variables;
  /** Commands that the terminal begins with. */
  readonly prelude?: string;
  /** While the server still runs. */
  readonly onRunning?: (world: { terminals: Terminals; server: Variables }) => Promise<void>;
}

export interface FirstHour {
  /** From the first command to each thing that was waited for. */
  readonly seconds: Partial<Record<'installed' | 'started' | 'booking' | 'webhook', number>>;
  readonly booking: string;
  readonly events: readonly string[];
}

export async function firstHour({
  fetches = false,
  variables = {},
  prelude = '',
  onRunning = async () => {},
}: FirstHourOptions = {}): Promise<FirstHour> {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-first-hour-'));
  const terminals = new Terminals(folder);
  const server = { PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()), ...variables };
  const receiver = { PORT: String(await freePort()) };
  const seconds: { -readonly [what in keyof FirstHour['seconds']]: number } = {};
  try {
    unpack(folder, fetches);
    const { install, start, calls, webhook } = readmeCommands(
      readFileSync(join(folder, 'README.md'), 'utf8'),
    );
    const startedAt = performance.now();
    const note = (what: keyof FirstHour['seconds']) => {
      seconds[what] ??= Math.round((performance.now() - startedAt) / 100) / 10;
    };
    if (fetches) await terminals.type(install, {});
    note('installed');
    await terminals.leaveRunning(start, server, /docs: http/);
    note('started');
    // A machine that tests run on may have something at the port of the README.
    const hooks = webhook.replaceAll('127.0.0.1:4000', `127.0.0.1:${receiver.PORT}`);
    const said = await terminals.type(
      `${prelude}\n${calls}\necho\necho '${BOOKED}'\n${hooks}\nkill $!`,
      receiver,
      (text) => {
        if (text.includes(BOOKED)) note('booking');
        if (text.includes(' is delivered')) note('webhook');
      },
    );
    const story = { seconds, ...toldIn(said) };
    for (const what of ['booking', 'webhook'] as const)
      if (!((seconds[what] ?? Number.NaN) <= LIMIT_SECONDS[what]))
        throw new Error(`${what} after ${seconds[what]} s; within ${LIMIT_SECONDS[what]} was promised`);
    await onRunning({ terminals, server });
    return story;
  } finally {
    await terminals.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** What the newcomer saw: the code of the first booking, and the webhooks that were signed as they should be, in order. */
function toldIn(said: string): Pick<FirstHour, 'booking' | 'events'> {
  const [calls = '', hooks = ''] = said.split(BOOKED);
  const booking = /"hid":"([0-9A-Z]{8})".*"state":"created"/.exec(calls)?.[1];
  if (!booking) throw new Error(`nothing was booked:\n${calls}`);
  const events = hooks.split('\n').filter((line) => /^(booking|crew)\.[a-z_.]+$| is delivered$/.test(line));
  return { booking, events: events.slice(events.indexOf('booking.created')) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await firstHour({ fetches: process.argv.includes('--fetch') }), null, 2));
