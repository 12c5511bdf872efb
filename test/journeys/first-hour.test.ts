// A new user with an empty folder and the README gets to a first booking and a signed webhook; then the commands of the
// operator guides run.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { firstHour } from '../../scripts/first-hour.ts';
import { codeOf, examplesOf, readGuide, shellPrelude } from '../support/guide-code.ts';

const guides = readdirSync(fileURLToPath(new URL('../../docs/guides/', import.meta.url)));
const marker = '--- the next example';

it('gets from the README to a booking within 5 minutes and a signed webhook within 15', async () => {
  const examples = guides
    .map((name) => codeOf(readGuide(`docs/guides/${name}`), 'sh operator'))
    .filter((code) => code !== '')
    .flatMap(examplesOf);
  let outputs: string[] = [];
  const { booking, events, seconds } = await firstHour({
    variables: { SIMULATION_STEP_SECONDS: '0.2' },
    prelude: shellPrelude,
    onRunning: async ({ terminals, server }) => {
      const script = examples.map((example) => `echo '${marker}'\n${example.script}`).join('\n');
      outputs = (await terminals.type(script, server)).split(`${marker}\n`).slice(1);
    },
  });
  expect(booking).toMatch(/^[0-9A-Z]{8}$/);
  expect(events[0]).toBe('booking.created');
  expect(events).toEqual(expect.arrayContaining(['booking.dispatched', 'booking.stop.completed']));
  expect(events.at(-1)).toMatch(/ is delivered$/);
  expect(Object.keys(seconds)).toEqual(['installed', 'started', 'booking', 'webhook']);
  expect(examples.length).toBeGreaterThan(6);
  for (const [index, { script, promises }] of examples.entries()) {
    for (const promise of promises) expect(outputs[index], script).toContain(promise);
  }
}, 600_000);
