// Tests of the tests: bugs are planted in a copy of the source, one at a time, and the test for each must fail. `npm
// test` tries a few, `npm run faults` all.
import { describe, expect, it } from 'vitest';
import { measured } from '../support/fault-report-notes.ts';
import { plantedBugs } from '../support/planted-bugs.ts';
import { occurrences, runWithPlantedBug } from '../support/planted-tree.ts';
import { rounds } from '../support/scale.ts';

/** The quick ones: without compilation and without their own schema. */
const quickBugs = new Set([
  'an event that is processed twice is charged twice',
  'a webhook follows redirects',
  'every day is assumed to have 24 hours',
]);
const chosenBugs = plantedBugs.filter(({ name }) => rounds(0, 1) === 1 || quickBugs.has(name));

describe('a planted bug', () => {
  it('exists at least twelve times, and each edit still applies', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(12);
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
    const edits = plantedBugs.flatMap(({ name, edits: all }) => all.map((edit) => ({ name, edit })));
    expect(edits.filter(({ edit }) => occurrences(edit) !== 1)).toEqual([]);
  });

  it.each(chosenBugs)('is caught: $name', async (bug) => {
    const { failed, passed, output } = await runWithPlantedBug(bug);
    expect([...failed.map(({ title }) => title), ...passed].join(), output).toContain(bug.caughtBy.test);
    expect(
      failed.map(({ title }) => title),
      `${bug.caughtBy.file} did not fail`,
    ).toContainEqual(expect.stringContaining(bug.caughtBy.test));
    const [first] = failed;
    // The test fails because of the bug, not because the program did not start.
    expect(first?.message).toMatch(/AssertionError|Error: expect|Property failed|Got /);
    measured(`${bug.name}: caught by “${bug.caughtBy.test}”`);
  });
});
