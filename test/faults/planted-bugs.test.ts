// Tests of the tests: bugs are planted in a copy of the source, and the test for each must fail. `npm test` tries a few
// at once, `npm run faults` all, one at a time.
import { describe, expect, it } from 'vitest';
import { measured } from '../support/fault-report-notes.ts';
import { plantedBugs } from '../support/planted-bugs.ts';
import { occurrences, runWithPlantedBugs } from '../support/planted-tree.ts';
import { rounds } from '../support/scale.ts';

/** The quick ones: without compilation and without their own schema. */
const quickBugs = new Set([
  'an event that is processed twice is charged twice',
  'a webhook follows redirects',
  'every day is assumed to have 24 hours',
]);
/** With small counts, the quick ones are planted together: each has a file and a test of its own. */
const groups =
  rounds(0, 1) === 1
    ? plantedBugs.map((bug) => [bug])
    : [plantedBugs.filter(({ name }) => quickBugs.has(name))];
const groupNames = groups.map((bugs) => ({ bugs, names: bugs.map(({ name }) => name).join('; ') }));

describe('a planted bug', () => {
  it('exists at least twelve times, and each edit still applies', () => {
    expect(plantedBugs.length).toBeGreaterThanOrEqual(12);
    expect(new Set(plantedBugs.map(({ name }) => name)).size).toBe(plantedBugs.length);
    const edits = plantedBugs.flatMap(({ name, edits: all }) => all.map((edit) => ({ name, edit })));
    expect(edits.filter(({ edit }) => occurrences(edit) !== 1)).toEqual([]);
  });

  it.each(groupNames)('is caught: $names', async ({ bugs }) => {
    const { failed, passed, output } = await runWithPlantedBugs(bugs);
    for (const { name, caughtBy } of bugs) {
      const titles = failed.map(({ title }) => title);
      expect([...titles, ...passed].join(), output).toContain(caughtBy.test);
      expect(titles, `${caughtBy.file} did not fail`).toContainEqual(expect.stringContaining(caughtBy.test));
      // The test fails because of the bug, not because the program did not start.
      const failure = failed.find(({ title }) => title.includes(caughtBy.test));
      expect(failure?.message).toMatch(/AssertionError|Error: expect|Property failed|Got /);
      measured(`${name}: caught by “${caughtBy.test}”`);
    }
  });
});
