// The parts of undici that src/ uses; bundled instead of its main module, which also evaluates fetch, WebSocket, caches and
// mocks: 1 MB of source text, and a tenth of the time until a server is ready.
import api from 'undici/lib/api/index.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { getGlobalDispatcher } from 'undici/lib/global.js';

Object.assign(Dispatcher.prototype, api);

/** As undici's own, for a URL without `path` in the options. */
export function request(url, options) {
  const { origin, pathname, search } = new URL(url);
  return getGlobalDispatcher().request({ ...options, origin, path: `${pathname}${search}` });
}

export { buildConnector, Client, Pool };
