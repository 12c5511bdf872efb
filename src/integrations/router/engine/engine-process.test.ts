// bin/routing-engine.js with a module in place of the native one.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../../../lib/project-root.ts';
import { engineFault, startEngineProcess } from './engine-process.ts';

/** Like native code: nothing else runs on the thread until it returns. */
const hungModule = `exports.Actor = class {
  route() {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
};`;

/** Prints the process id of the engine when the engine has the request. */
const server = (script: string, module: string) => `
  const engine = require('node:child_process').fork(${JSON.stringify(script)}, ['serve', ${JSON.stringify(module)}, '{}']);
  engine.on('message', () => {
    engine.send({ id: 1, action: 'route', archive: ${JSON.stringify(module)}, body: '' }, () => console.log(engine.pid));
  });`;

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('ends within seconds after its server was killed, in the middle of a request', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-engine-'));
  let engine: number | undefined;
  try {
    const module = join(folder, 'module.cjs');
    writeFileSync(module, hungModule);
    const script = fileURLToPath(new URL('bin/routing-engine.js', projectRoot));
    const parent = spawn(process.execPath, ['-e', server(script, module)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    engine = await new Promise<number>((resolve) =>
      parent.stdout.once('data', (text) => resolve(Number(text))),
    );
    const pid = engine;
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { timeout: 5_000 }).toBe(false);
  } finally {
    if (engine !== undefined && isRunning(engine)) process.kill(engine, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }
});

/** A file of JavaScript in place of the native module. */
function writeModule(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-engine-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const module = join(folder, 'module.cjs');
  writeFileSync(module, content);
  return module;
}

const filesWith = (module: string) => ({ version: '1', folder: tmpdir(), module, builder: '' });

it('names the reason if the module cannot be loaded, without the stack around it', async () => {
  const module = writeModule("throw new Error('libgeos.so: cannot open shared object file');");
  const engine = startEngineProcess(filesWith(module), {});
  let printed = '';
  engine.stderr?.on('data', (chunk) => {
    printed += String(chunk);
  });
  const code = await new Promise((resolve) => engine.once('close', resolve));
  expect([code, printed]).toEqual([1, 'libgeos.so: cannot open shared object file\n']);
});

it('takes a module that ends the process for damaged', async () => {
  // What the kernel does to a process that reads beyond the end of a truncated file.
  const module = writeModule("process.kill(process.pid, 'SIGBUS'); for (;;);");
  expect(await engineFault(filesWith(module))).toBe(
    'Its files are damaged: it ended with SIGBUS. Run "waybill maps engine install".',
  );
});
