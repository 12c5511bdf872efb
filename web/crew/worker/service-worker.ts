// The service worker of the crew's page: the page opens without a line, from what was kept when this version was installed, and
// what waits is told when the line is back although the page is closed. With a line the page itself always comes from the
// server; only what is named by its content is taken from here.
import { syncQueue } from '../offline/sync-queue.ts';

/** What this version of the page is made of; filled in by the build. */
declare const SHELL: { readonly version: string; readonly files: readonly string[] };

interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  addEventListener(type: 'install' | 'activate' | 'sync', handle: (event: LifeEvent) => void): void;
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
/** On a line that hardly works the kept page is better than none. */
const PAGE_WITHIN_MS = 3_000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()));
});
self.addEventListener('activate', (event) => {
  event.waitUntil(dropOldShells().then(() => self.clients.claim()));
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
  event.waitUntil(syncQueue(() => pages.postMessage('changed')).finally(() => pages.close()));
});

async function keepShell(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...files].map((path) => new Request(path, { cache: 'reload' })));
}

async function dropOldShells(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(old.map((name) => caches.delete(name)));
}

async function findPage(request: Request): Promise<Response> {
  const kept = async () => (await (await caches.open(CACHE)).match(PAGE)) ?? Response.error();
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PAGE_WITHIN_MS) });
    return answer.status >= 500 ? await kept() : answer;
  } catch {
    return kept();
  }
}

async function findFile(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(request)) ?? fetch(request);
}
