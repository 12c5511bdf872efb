// The service worker of the crew's page, from the page's side: it is registered, asked now and then whether there is a newer
// one, and the page hears when a newer one has taken over.

const WORKER = '/crew/worker.js';
const LOOK_EVERY_MS = 3_600_000;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): {
    createScriptURL(url: string): string;
  };
}

const listeners = new Set<() => void>();
let isStale = false;

export function subscribeToStaleness(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A newer version has taken over since this page was loaded. */
export const isPageStale = (): boolean => isStale;

export function registerWorker(): void {
  const { serviceWorker: container } = navigator;
  if (!container) return;
  // The first one that takes over brings nothing new.
  let hadOne = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    isStale = hadOne;
    hadOne = true;
    // Nobody looks: the page may as well be new when somebody does.
    if (isStale && document.visibilityState === 'hidden') location.reload();
    for (const listener of listeners) listener();
  });
  void container.register(scriptUrl(), { scope: '/crew/' }).then(
    (registration) => setInterval(() => void registration.update().catch(() => {}), LOOK_EVERY_MS),
    () => {
      // Without it the page works, but not from a cold start without a line.
    },
  );
}

/** The policy of the page lets this one address through, and nothing else. */
function scriptUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('waybill-crew-worker', {
    createScriptURL: (url) => {
      if (url !== WORKER) throw new TypeError(`not a worker of ours: ${url}`);
      return url;
    },
  });
  return policy?.createScriptURL(WORKER) ?? WORKER;
}
