// `npm run bench -- maps-import [--file region.osm.pbf | --megabytes 40]`: imports an extract, by default an artificial one,
// with the command that operators use, and measures the memory and processor time of all its processes: addresses, tiles, and
// roads if the routing engine is installed for the tests. Exits with 1 unless the floors are met. Needs a build
// (`npm run build`) and Linux.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openInstallation } from '../src/cli/installation.ts';
import { readConfig } from '../src/config.ts';
import { engineRoot } from '../src/integrations/router/engine/engine-package.ts';
import { createLogger } from '../src/lib/logger.ts';
import { findCachedEngine } from '../test/support/external-packages.ts';
import { temporaryFolder } from '../test/support/server-process.ts';
import { type Measure, printMeasures } from './support/measures.ts';
import { descendantMicros, descendantsOf } from './support/processor-time.ts';
import { writeSyntheticExtract } from './support/synthetic-extract.ts';

const MEGABYTE = 1_000_000;
/** Reading the memory of a large process takes some milliseconds. */
const POLL_MS = 100;

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
    const engine = findCachedEngine();
    if (engine) {
      mkdirSync(engineRoot(dataDir), { recursive: true });
      symlinkSync(engine.folder, join(engineRoot(dataDir), basename(engine.folder)));
    }
    const { residentMb, commandMb, seconds } = await waybill(
      ['maps', 'import', path, '--name', 'bench'],
      dataDir,
    );
    const measures: Measure[] = [
      { name: 'size of the file', value: megabytes, unit: 'MB' },
      {
        name: 'memory of all processes, peak',
        value: residentMb,
        unit: 'MB',
        floor: 1_500,
        isCost: true,
      },
      { name: 'memory of the command itself, peak', value: commandMb, unit: 'MB' },
      { name: 'processor time of all processes', value: seconds, unit: 's' },
      {
        name: 'processor time per MB of the file',
        value: seconds / megabytes,
        unit: 's',
        floor: 10,
        aim: 6,
        isCost: true,
      },
    ];
    const parts = engine
      ? 'addresses, tiles and roads'
      : 'addresses and tiles, without roads: the routing engine is not installed';
    return printMeasures(`${basename(path)}: ${parts}, with PostgreSQL`, measures);
  } finally {
    folder.remove();
  }
}

interface Usage {
  /** Largest memory of the process tree at one time. Pages that processes share count once. */
  readonly residentMb: number;
  /** Largest resident set of the command itself. */
  readonly commandMb: number;
  readonly seconds: number;
}

async function waybill(args: readonly string[], dataDir: string): Promise<Usage> {
  const command = fileURLToPath(new URL('../bin/waybill.js', import.meta.url));
  const child = spawn(process.execPath, [command, ...args], {
    env: { ...process.env, DATA_DIR: dataDir, ENVIRONMENT: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  let [residentMb, commandMb, micros, isRunning] = [0, 0, 0, true];
  void ended.then(() => {
    isRunning = false;
  });
  while (isRunning) {
    const pid = child.pid ?? 0;
    const shares = [pid, ...descendantsOf(pid)].map(proportionalMbOf);
    residentMb = Math.max(
      residentMb,
      shares.reduce((sum, share) => sum + share, 0),
    );
    commandMb = Math.max(commandMb, peakMbOf(pid));
    // Processes that have ended vanish from the sum if their parent did not wait for them.
    micros = Math.max(micros, descendantMicros(pid) ?? 0);
    await Promise.race([delay(POLL_MS), ended]);
  }
  const code = await ended;
  if (code !== 0) throw new Error(`waybill ${args.join(' ')} failed with ${code}`);
  return { residentMb, commandMb, seconds: micros / 1e6 };
}

/** The peak so far; 0 if the process has ended. */
const peakMbOf = (pid: number) => megabytesIn(`/proc/${pid}/status`, /^VmHWM:\s+(\d+)/m);

/** Resident memory, with the share of the process in pages that others have as well. */
const proportionalMbOf = (pid: number) => megabytesIn(`/proc/${pid}/smaps_rollup`, /^Pss:\s+(\d+)/m);

function megabytesIn(file: string, kilobytes: RegExp): number {
  try {
    return (Number(kilobytes.exec(readFileSync(file, 'utf8'))?.[1] ?? 0) * 1_024) / MEGABYTE;
  } catch {
    return 0;
  }
}
