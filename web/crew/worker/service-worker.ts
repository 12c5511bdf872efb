// Service worker of the crew page. Offline, the page is served from the cache that was filled when this version was
// installed. Online, the HTML is network-first and hashed assets are cache-first. Background sync sends the queue after
// the page is closed.
import { syncWithHolds } from '../offline/sync-queue.ts';

/** Version and assets of the page; defined by `vite.worker.config.ts`. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] };

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate' | 'sync', handle: (event: ExtendableEvent) => void): void;
  addEventListener(type: 'fetch', handle: (event: FetchEvent) => void): void;
  skipWaiting(): Promise<void>;
  readonly clients: { claim(): Promise<void> };
  readonly location: Location;
}
declare const self: WorkerScope;

const { version, files } = SHELL;
const PREFIX = 'waybill-crew-';
const CACHE = PREFIX + version;
const PAGE = '/crew/';
/** On a very slow connection the cached page is shown after this time. */
const PAGE_TIMEOUT_MS = 3_000;

self.addEventListener('install', (event) => {
  event.waitUntil(cacheShell().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(deleteOldCaches().then(() => self.clients.claim()));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(findPage(request));
  else if (files.includes(pathname)) event.respondWith(findFile(request));
});
self.addEventListener('sync', (event) => {
  const pages = new BroadcastChannel('waybill-crew');
  event.waitUntil(syncWithHolds(() => pages.postMessage('changed')).finally(() => pages.close()));
});

async function cacheShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...files].map((path) => new Request(path, { cache: 'reload' })));
}

async function deleteOldCaches(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function findPage(request: Request): Promise<Response> {
  const cachedPage = async () => (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error();
  try {
    const response = await fetch(request, { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
    return response.status >= 500 ? await cachedPage() : response;
  } catch {
    return cachedPage();
  }
}

async function findFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}
