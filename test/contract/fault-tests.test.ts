import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { faultTests } from '../../scripts/faults/fault-tests.ts';
import { faultTestTable } from '../../scripts/faults/report.ts';
import { runsOf } from '../../scripts/faults/run-parts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const files = faultTests.flatMap(({ parts }) => parts.map(({ file }) => file));

describe('the fault tests', () => {
  it('have unique ascending numbers', () => {
    const numbers = faultTests.map(({ id }) => Number(/^R(\d+)$/.exec(id)?.[1]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  });

  it('refer to existing files and titles', () => {
    expect(files.filter((file) => !existsSync(root + file))).toEqual([]);
    for (const { parts } of faultTests)
      for (const { file, only } of parts)
        for (const words of only?.split('|') ?? [])
          expect(readFileSync(root + file, 'utf8')).toContain(words);
  });

  it('run every part once, and partial files in a run of their own', () => {
    for (const { id, parts } of faultTests) {
      const runs = runsOf(parts);
      expect(new Set(runs.flat()), id).toEqual(new Set(parts));
      expect(runs.flat(), id).toHaveLength(parts.length);
      for (const run of runs) if (run.some(({ only }) => only !== undefined)) expect(run).toHaveLength(1);
    }
  });

  it('include every file in test/faults', () => {
    const all = readdirSync(`${root}test/faults`).map((name) => `test/faults/${name}`);
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter((file) => file.endsWith('.test.ts') && !files.includes(file))).toEqual([]);
  });

  it('are listed in docs/reliability.md, and no others', () => {
    const document = readFileSync(`${root}docs/reliability.md`, 'utf8');
    expect(document).toContain(`<!-- programme: begin -->\n\n${faultTestTable()}\n\n<!-- programme: end -->`);
  });
});
