// A new user with an empty folder and the README gets to a first booking and a signed webhook; then the commands of the
// operator guides run. Cloning, installing, other versions of Node and other users: scripts/first-hour.ts.
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  documentedCommands,
  firstBookingCode,
  receivedEvents,
} from '../../scripts/first-hour/documented-commands.ts';
import { Terminal } from '../../scripts/first-hour/terminal.ts';
import { freePort } from '../support/free-port.ts';
import { codeOf, examplesOf, readGuide, shellPrelude } from '../support/guide-code.ts';
import { patientConnections } from '../support/server-process.ts';
import { copyWorkingTree } from '../support/working-copy.ts';

const guides = readdirSync(fileURLToPath(new URL('../../docs/guides/', import.meta.url)));
const timeoutSeconds = 300;
let clone: ReturnType<typeof copyWorkingTree>;
const terminals: Terminal[] = [];

beforeEach(() => {
  clone = copyWorkingTree();
});

afterEach(async () => {
  for (const terminal of terminals) await terminal.close();
  clone.remove();
});

function openTerminal(variables: Readonly<Record<string, string>>): Terminal {
  const env = { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '', ...variables };
  const terminal = new Terminal({ cwd: clone.path, env });
  // The server is stopped last.
  terminals.unshift(terminal);
  return terminal;
}

it('gets from the README to a booking within 5 minutes and a signed webhook within 15', async () => {
  const startedAt = performance.now();
  const commands = documentedCommands(clone.path);
  const server = {
    ...patientConnections,
    PORT: String(await freePort()),
    SANDBOX_PORT: String(await freePort()),
    SIMULATION_STEP_SECONDS: '0.2',
  };
  const serverTerminal = openTerminal(server);
  await serverTerminal.run(commands.start, { timeoutSeconds, until: /docs: http/ });
  const reader = openTerminal({ PORT: String(await freePort()) });
  await reader.run(shellPrelude, { timeoutSeconds });
  const booking = firstBookingCode(await reader.run(commands.booking, { timeoutSeconds }));
  expect(booking).toMatch(/^[0-9A-Z]{8}$/);
  expect(performance.now() - startedAt).toBeLessThan(300_000);
  const events = receivedEvents(await reader.run(commands.webhook, { timeoutSeconds }));
  expect(performance.now() - startedAt).toBeLessThan(900_000);
  expect(events[0]).toBe('booking.created');
  expect(events).toEqual(expect.arrayContaining(['booking.dispatched', 'booking.stop.completed']));
  expect(events.at(-1)).toMatch(/ is delivered$/);

  const operator = openTerminal(server);
  const examples = guides
    .map((name) => codeOf(readGuide(`docs/guides/${name}`), 'sh operator'))
    .filter((code) => code !== '')
    .flatMap(examplesOf);
  expect(examples.length).toBeGreaterThan(6);
  for (const { script, promises } of examples) {
    const output = await operator.run(script, { timeoutSeconds });
    for (const promise of promises) expect(output, script).toContain(promise);
  }

  // npm forwards Ctrl-C to the server, which receives it from the terminal too.
  expect(await serverTerminal.interrupt(timeoutSeconds)).toContain('"msg":"stopped"');
}, 600_000);
