// First-hour test: runs the README's own commands in their order in an empty folder, like a new user. Prints the times as
// JSON; fails if the first booking takes more than 5 minutes, or the first signed webhook more than 15.
//
//   npx tsx scripts/first-hour.ts           reuses the local result of `npm ci`, so that nothing is downloaded
//   npx tsx scripts/first-hour.ts --fetch   runs `npm ci` in the empty folder, like a new user
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
const excluded = ['.git', 'node_modules', 'data', 'test-results', 'coverage'];
const BOOKED = '--- the first calls are made';

/** The commands of the README, by heading. */
function readmeCommands(readme: string) {
  const commandsUnder = (heading: string) => {
    const section = readme.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
    const blocks = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code);
    if (blocks.length === 0) throw new Error(`the README has no commands under "${heading}"`);
    return blocks.join('\n');
  };
  const [, install, start] = /^(npm ci) && (npm start)\b/m.exec(readme) ?? [];
  if (!install || !start) throw new Error('the README does not show `npm ci && npm start`');
  return { install, start, calls: commandsUnder('First booking'), webhook: commandsUnder('First webhook') };
}

/** Copies the working tree and, unless `fetches`, the local build output. */
function unpack(folder: string, fetches: boolean): void {
  const isCopied = (name: string) => !excluded.includes(name) && !(fetches && name === 'dist');
  for (const name of readdirSync(root).filter(isCopied)) {
    const filter = (path: string) =>
      !path.endsWith('node_modules') && !(fetches && /packages\/\w+\/dist$/.test(path));
    cpSync(join(root, name), join(folder, name), { recursive: true, preserveTimestamps: true, filter });
  }
  if (fetches) return;
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  // Copying makes the folders newer than their build stamps, although the build output is current.
  const now = new Date();
  for (const stamp of [
    'dist/.built',
    'dist/.built-web',
    'dist/.built-guides',
    'packages/sdk/dist/.built',
    'packages/cli/dist/.built',
    'dist/.built-downloads',
  ])
    utimesSync(join(folder, stamp), now, now);
}

type Variables = Readonly<Record<string, string>>;
type Terminal = ChildProcessByStdio<null, Readable, Readable>;

/** Shell processes in one folder; close() ends all of them. */
class Terminals {
  readonly #folder: string;
  readonly #children: Terminal[] = [];

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Runs commands; resolves to their standard output. `onText` receives it while it grows. */
  async type(
    commands: string,
    variables: Variables,
    onText: (text: string) => void = () => {},
  ): Promise<string> {
    const child = this.#open(commands, variables);
    const output = { text: '', all: '' };
    child.stdout.on('data', (chunk) => {
      output.text += String(chunk);
      onText(output.text);
    });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output.all += String(chunk)));
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0) throw new Error(`ended with ${code}: ${commands}\n${output.all}`);
    return output.text;
  }

  /** Starts a command and resolves when its output matches `wanted`; the command keeps running. */
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
        // The process and its children have already exited.
      }
      await ended;
    }
  }
}

export interface FirstHourOptions {
  readonly fetches?: boolean;
  /** Environment of the server, in addition to its ports. */
  readonly variables?: Variables;
  /** Commands to run before the README's. */
  readonly prelude?: string;
  /** Called while the server still runs. */
  readonly onRunning?: (world: { terminals: Terminals; server: Variables }) => Promise<void>;
}

export interface FirstHour {
  /** Seconds from the first command to each milestone. */
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
    const recordTime = (what: keyof FirstHour['seconds']) => {
      seconds[what] ??= Math.round((performance.now() - startedAt) / 100) / 10;
    };
    if (fetches) await terminals.type(install, {});
    recordTime('installed');
    await terminals.leaveRunning(start, server, /docs: http/);
    recordTime('started');
    const output = await terminals.type(
      `${prelude}\n${calls}\necho\necho '${BOOKED}'\n${webhook}`,
      receiver,
      (text) => {
        if (text.includes(BOOKED)) recordTime('booking');
        if (text.includes(' is delivered')) recordTime('webhook');
      },
    );
    const result = { seconds, ...parseOutput(output) };
    for (const what of ['booking', 'webhook'] as const)
      if (!((seconds[what] ?? Number.NaN) <= LIMIT_SECONDS[what]))
        throw new Error(`${what} after ${seconds[what]} s; the limit is ${LIMIT_SECONDS[what]} s`);
    await onRunning({ terminals, server });
    return result;
  } finally {
    await terminals.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The confirmation code of the first booking and the correctly signed webhooks, in order. */
function parseOutput(output: string): Pick<FirstHour, 'booking' | 'events'> {
  const [calls = '', hooks = ''] = output.split(BOOKED);
  const booking = /hid: '([0-9A-Z]{8})',\s+state: 'created'/.exec(calls)?.[1];
  if (!booking) throw new Error(`no booking was created:\n${calls}`);
  const events = hooks.split('\n').filter((line) => /^(booking|crew)\.[a-z_.]+$| is delivered$/.test(line));
  return { booking, events: events.slice(events.indexOf('booking.created')) };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(JSON.stringify(await firstHour({ fetches: process.argv.includes('--fetch') }), null, 2));
