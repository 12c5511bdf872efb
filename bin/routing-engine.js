// Child process of `waybill` for native code of the routing engine (decision 0077): a fault of that code ends this process and
// not the server. It ends with its parent, also when the parent is killed: the IPC channel closes. Native code blocks the event
// loop, which would notice that after the request only, so that a thread watches the parent as well.
//   routing-engine.js load MODULE               loads the native module, and exits
//   routing-engine.js serve MODULE SETTINGS     answers requests of its parent
//   routing-engine.js run PROGRAM ARGUMENT …    runs a program of the engine in the working directory
const { spawn } = process.getBuiltinModule('node:child_process');
const { accessSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { Worker } = process.getBuiltinModule('node:worker_threads');

const [mode, program, ...rest] = process.argv.slice(2);
/** Archives that stay open: those of the current and the previous version of some regions. */
const MAX_OPEN_ARCHIVES = 8;

let child;
process.on('disconnect', () => {
  child?.kill('SIGKILL');
  // `exit` would wait for a call of native code.
  process.kill(process.pid, 'SIGKILL');
});
// Ctrl-C reaches all processes of a terminal; the parent decides when this one ends.
process.on('SIGINT', () => {});

/** A process whose parent has ended gets another parent. */
const WATCH_PARENT = `
  const { workerData: parent } = require('node:worker_threads');
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 1_000);
`;

/** The parent keeps the end of what is printed: the reason alone, without the stack. */
function load() {
  try {
    return createRequire(import.meta.url)(program);
  } catch (error) {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function serve() {
  new Worker(WATCH_PARENT, { eval: true, workerData: process.ppid }).unref();
  const { Actor } = load();
  const settings = JSON.parse(rest[0]);
  const actors = new Map();
  const create = (archive) => {
    // Without the file, the engine would have no roads instead of an error.
    accessSync(archive);
    const mjolnir = { ...settings.mjolnir, tile_dir: '', tile_extract: archive };
    return new Actor(JSON.stringify({ ...settings, mjolnir }));
  };
  const open = (archive) => {
    const actor = actors.get(archive) ?? create(archive);
    // In the order of their last use.
    actors.delete(archive);
    actors.set(archive, actor);
    if (actors.size > MAX_OPEN_ARCHIVES) actors.delete(actors.keys().next().value);
    return actor;
  };
  process.on('message', async ({ id, action, archive, body }) => {
    try {
      process.send({ id, answer: await open(archive)[action](body) });
    } catch (error) {
      process.send({ id, error: String(error?.message ?? error) });
    }
  });
  process.send({ ready: true });
}

function run() {
  child = spawn(program, rest, { stdio: ['ignore', 'inherit', 'inherit'] });
  child.once('error', (error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
  child.once('exit', (code, signal) => {
    if (signal) process.stderr.write(`ended by ${signal}\n`);
    process.exit(code ?? 1);
  });
}

if (mode === 'load') {
  load();
  process.disconnect?.();
} else if (mode === 'serve') serve();
else run();
