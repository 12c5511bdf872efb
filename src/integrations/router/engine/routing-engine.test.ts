// The supervised process with a module in place of the native one; test/external/routing-engine.test.ts uses the real engine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createRoutingEngine, type EngineAction } from './routing-engine.ts';

/** A matrix takes a second; a route takes no time. */
const slowMatrices = `exports.Actor = class {
  route() {
    return '{}';
  }
  matrix() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
    return '{}';
  }
};`;

const folder = mkdtempSync(join(tmpdir(), 'waybill-engine-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('answers routes before matrices, and says when a route had to wait for a matrix', async () => {
  const module = join(folder, 'module.cjs');
  writeFileSync(module, slowMatrices);
  const engine = createRoutingEngine({
    find: () => ({ version: '1', folder, module, builder: '' }),
    maxMemoryBytes: 1e9,
    log: { info: () => {}, warn: () => {} },
  });
  try {
    const answered: string[] = [];
    const ask = async (name: string, action: EngineAction, timeoutMs = 60_000) => {
      const answer = await engine.query({ action, archive: module, body: {}, timeoutMs });
      answered.push(name);
      return answer;
    };
    await ask('started', 'route');
    const matrices = [ask('first matrix', 'matrix'), ask('second matrix', 'matrix')];
    const waiting = [ask('route', 'route'), ask('impatient route', 'route', 100)];
    expect(await Promise.all(waiting)).toMatchObject([
      { kind: 'answered' },
      { kind: 'unavailable', reason: 'waited 100 ms for the routing engine', isOverload: true },
    ]);
    await Promise.all(matrices);
    expect(answered).toEqual(['started', 'impatient route', 'first matrix', 'route', 'second matrix']);
  } finally {
    engine.close();
  }
});
