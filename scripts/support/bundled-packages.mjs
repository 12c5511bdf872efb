// Changes to packages as they are bundled, because they do at every start what a server never needs (decision 0071). Each
// replacement must match: a new version of the package stops the build instead of losing the change silently.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * find-my-way compiles a function from text for every node and every route: 5,000 compilations for two environments. A
 * closure matches a prefix as well; routes with the same parameter names share a function; the matcher of constraints,
 * which no route has, is compiled on first use.
 */
const router = {
  'find-my-way/lib/node.js': [
    [
      /const lines = \[\]\n[\s\S]*?return new Function\('path', 'i', [^\n]*\n/,
      `return function matchPrefix (path, i) {
        for (let at = 1; at < prefix.length; at++) {
          if (path.charCodeAt(i + at) !== prefix.charCodeAt(at)) return false
        }
        return true
      }
`,
    ],
  ],
  'find-my-way/lib/handler-storage.js': [
    [
      'class HandlerStorage {',
      `const createParamsObjects = new Map()

class HandlerStorage {`,
    ],
    [
      'this._compileCreateParamsObject(params)',
      `(() => {
        const key = JSON.stringify(params)
        if (!createParamsObjects.has(key)) createParamsObjects.set(key, this._compileCreateParamsObject(params))
        return createParamsObjects.get(key)
      })()`,
    ],
    [
      'this._compileGetHandlerMatchingConstraints(constrainer, constraints)',
      `this._getHandlerMatchingConstraints = (derived) => {
        this._compileGetHandlerMatchingConstraints(constrainer)
        return this._getHandlerMatchingConstraints(derived)
      }`,
    ],
  ],
};

/** The push gateway and the cluster of prom-client load five modules of Node. */
const metrics = {
  'prom-client/index.js': [
    [/exports\.Pushgateway = [^\n]*\n/, ''],
    [/exports\.AggregatorRegistry = [^\n]*\n/, ''],
  ],
};

/** HTTP/2 is not used for webhooks; loading Node's module takes as long as the rest of undici. */
const client = {
  'undici/lib/dispatcher/client.js': [
    [
      "const connectH2 = require('./client-h2.js')",
      "const connectH2 = (...args) => require('./client-h2.js')(...args)",
    ],
  ],
};

const changes = { ...router, ...metrics, ...client };

/** esbuild plugin. */
export function bundledPackages(root) {
  const pattern = Object.keys(changes).map((path) => path.replace(/[.]/g, '\\.'));
  return {
    name: 'bundled packages',
    setup: ({ onResolve, onLoad }) => {
      // undici's main module also evaluates fetch, WebSocket, caches and mocks.
      onResolve({ filter: /^undici$/ }, () => ({ path: join(root, 'scripts/support/undici-parts.mjs') }));
      onLoad({ filter: new RegExp(`/node_modules/(?:${pattern.join('|')})$`) }, ({ path }) => {
        const name = path.slice(path.lastIndexOf('/node_modules/') + '/node_modules/'.length);
        return {
          contents: changes[name].reduce(
            (text, [from, to]) => replaced(name, text, from, to),
            readFileSync(path, 'utf8'),
          ),
        };
      });
    },
  };
}

function replaced(name, text, from, to) {
  const result = text.replace(from, () => to);
  if (result === text)
    throw new Error(`${name} has changed: ${from} not found (scripts/support/bundled-packages.mjs)`);
  return result;
}
