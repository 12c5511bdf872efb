// `npm run compare-pages -- <old> [new]`: screenshots of every page from two builds, compared pixel by pixel. Each side is a
// commit or a folder with a working copy; the default for the new side is this one. Both serve a copy of the same demo data
// at the same frozen time. Exits with 1 if a page differs by more than the threshold, unless --accept is given.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../test/support/launch-chromium.ts';
import { type Build, fillDemo, serveDemo } from '../support/demo-installation.ts';
import { buildOf, copyDirectory, projectRoot } from './builds.ts';
import { type Difference, differenceOf } from './picture-difference.ts';
import { writeReport } from './report.ts';
import { takePictures } from './take-pictures.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    accept: { type: 'boolean', default: false },
    /** Percentage of the pixels of a page that may differ. */
    threshold: { type: 'string', default: '0.02' },
    /** Only pages whose name contains this text. */
    only: { type: 'string', default: '' },
    output: { type: 'string', default: join(projectRoot, 'dist/compare-pages') },
  },
});
const [oldSide, newSide = projectRoot] = positionals;
const threshold = Number(values.threshold);
if (oldSide === undefined || positionals.length > 2 || !(threshold >= 0)) {
  console.error(
    'usage: npm run compare-pages -- <old commit or folder> [new] [--only <name>] [--threshold <percent>] [--output <folder>] [--accept]',
  );
  process.exit(64);
}

const output = resolve(values.output);
const work = mkdtempSync(join(tmpdir(), 'waybill-compare-'));
// Yesterday afternoon in New York, where the demo is: some jobs of the day are done, others are under way.
const frozenAt = `${new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)}T18:00:00.000Z`;
const env = {
  FROZEN_AT: frozenAt,
  NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, 'frozen-clock.mjs')).href}`,
};

async function compare(oldBuild: Build, newBuild: Build): Promise<Difference[]> {
  const sides = {
    old: join(output, 'old'),
    new: join(output, 'new'),
    difference: join(output, 'difference'),
  };
  for (const folder of Object.values(sides)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }
  // The new build migrates a copy of the data of the old one: ids and times are the same.
  await fillDemo(oldBuild, join(work, 'old-data'));
  copyDirectory(join(work, 'old-data'), join(work, 'new-data'));
  const browser = await launchChromium();
  try {
    const names = new Set<string>();
    for (const [build, side] of [
      [oldBuild, 'old'],
      [newBuild, 'new'],
    ] as const) {
      const taken = await serveDemo(build, join(work, `${side}-data`), (installation) =>
        takePictures(browser, installation, { folder: sides[side], only: values.only, frozenAt }),
      );
      for (const name of taken) names.add(name);
    }
    return await Promise.all([...names].map((name) => differenceOf(name, sides)));
  } finally {
    await browser.close();
  }
}

try {
  const differences = await compare(
    { root: buildOf(oldSide, join(work, 'old')), env },
    { root: buildOf(newSide, join(work, 'new')), env },
  );
  const report = writeReport(output, differences, { oldSide, newSide, threshold });
  const changed = differences.filter(({ percent }) => percent > threshold);
  for (const { name, percent } of changed) console.log(`${percent.toFixed(2).padStart(6)}%  ${name}`);
  console.log(`${changed.length} of ${differences.length} pages differ. Report: ${report}`);
  if (changed.length > 0 && !values.accept) process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true, maxRetries: 3 });
}
