// `npm run bench -- maps-import [--file region.osm.pbf | --megabytes 40]`: imports an extract, by default an artificial one,
// with the command that operators use, and measures its memory and processor time. Exits with 1 unless the floors are met.
// Needs a build (`npm run build`) and Linux.
import { spawn } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openInstallation } from '../src/cli/installation.ts';
import { readConfig } from '../src/config.ts';
import { createLogger } from '../src/lib/logger.ts';
import { temporaryFolder } from '../test/support/server-process.ts';
import { descendantMicros } from './support/processor-time.ts';
import { writeSyntheticExtract } from './support/synthetic-extract.ts';

const MEGABYTE = 1_000_000;
const MAX_RESIDENT_MB = 1_500;
const MAX_SECONDS_PER_MB = 10;
const POLL_MS = 50;

/** `extract`: the path of a file, or the size of an artificial one in MB. */
export async function measureMapsImport(extract: string | number): Promise<boolean> {
  const folder = temporaryFolder();
  try {
    const path = typeof extract === 'string' ? extract : join(folder.path, 'synthetic.osm.pbf');
    if (typeof extract === 'number') writeSyntheticExtract(path, extract * MEGABYTE);
    const megabytes = statSync(path).size / MEGABYTE;
    const dataDir = join(folder.path, 'data');
    // The installation is not a part of the import.
    const config = readConfig({ DATA_DIR: dataDir, ENVIRONMENT: 'production' });
    const log = createLogger('error', { write: () => {} }, []);
    await (await openInstallation(config, log, { creates: true })).close();
    const { residentMb, seconds } = await waybill(['maps', 'import', path, '--name', 'bench'], dataDir);
    const perMegabyte = seconds / megabytes;
    console.log(`file                     ${megabytes.toFixed(1)} MB`);
    console.log(`resident memory          ${Math.round(residentMb)} MB (floor ${MAX_RESIDENT_MB} MB)`);
    console.log(`processor time           ${seconds.toFixed(1)} s, with PostgreSQL, without the roads`);
    console.log(
      `processor time per MB    ${perMegabyte.toFixed(2)} s (floor ${MAX_SECONDS_PER_MB} s, aim 6 s)`,
    );
    return residentMb <= MAX_RESIDENT_MB && perMegabyte <= MAX_SECONDS_PER_MB;
  } finally {
    folder.remove();
  }
}

interface Usage {
  /** Largest resident set of the command itself. */
  readonly residentMb: number;
  readonly seconds: number;
}

async function waybill(args: readonly string[], dataDir: string): Promise<Usage> {
  const command = fileURLToPath(new URL('../bin/waybill.js', import.meta.url));
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ENVIRONMENT: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let [residentMb, micros, isRunning] = [0, 0, true];
  void ended.then(() => {
    isRunning = false;
  });
  while (isRunning) {
    residentMb = Math.max(residentMb, residentMbOf(child.pid ?? 0));
    // Processes that have ended vanish from the sum if their parent did not wait for them.
    micros = Math.max(micros, descendantMicros(child.pid ?? 0) ?? 0);
    await Promise.race([delay(POLL_MS), ended]);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`waybill ${args.join(' ')} failed with ${code}`);
  return { residentMb, seconds: micros / 1e6 };
}

/** The peak so far; 0 if the process has ended. */
function residentMbOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_000;
  } catch {
    return 0;
  }
}
