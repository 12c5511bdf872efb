// Loads a CommonJS file with the code that V8 compiled when the file was built: compiling is a fifth of the time of a start
// (decision 0071). The cache is one file per version of V8 and its flags; without it V8 compiles as usual.
// `import` of a built-in module loads everything that it could export; `getBuiltinModule` does not: 10 ms.
const { readFileSync } = process.getBuiltinModule('node:fs');
const { createRequire } = process.getBuiltinModule('node:module');
const { dirname } = process.getBuiltinModule('node:path');
const { cachedDataVersionTag } = process.getBuiltinModule('node:v8');
const { Script } = process.getBuiltinModule('node:vm');

/** V8 compares only the length of the source, so that the name of the cache includes the build, which the source names. */
function cachePathOf(file, source) {
  const build = /^\/\* build (\w+)/.exec(source.slice(0, 100))?.[1];
  return `${file}.${build}.${cachedDataVersionTag()}.cache`;
}

function readCache(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

/** Returns the exports of the file, and what `scripts/code-cache.mjs` stores. */
export function loadCached(file) {
  // NODE_OPTIONS=--enable-source-maps maps the positions of modules only, not of other scripts.
  if (process.sourceMapsEnabled) return { exports: createRequire(file)(file) };
  // The bundle is ASCII: as Latin-1 it takes one byte per character in memory, and needs no decoding.
  const source = readFileSync(file, 'latin1');
  const cachePath = cachePathOf(file, source);
  const cachedData = readCache(cachePath);
  const script = new Script(`(function (exports, require, module, __filename, __dirname) { ${source}\n})`, {
    filename: file,
    ...(cachedData && { cachedData }),
  });
  const module = { exports: {} };
  const run = script.runInThisContext();
  run(module.exports, createRequire(file), module, file, dirname(file));
  return { exports: module.exports, script, cachePath, isCached: script.cachedDataRejected === false };
}
