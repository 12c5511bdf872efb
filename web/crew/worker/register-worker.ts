// Registers the service worker of the crew page, checks for updates every hour, and notifies the page when a newer
// version has taken control.

const WORKER = '/crew/worker.js';
const UPDATE_CHECK_MS = 3_600_000;

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

/** True once a newer version has taken control since this page was loaded. */
export const isPageStale = (): boolean => isStale;

export function registerWorker(): void {
  const { serviceWorker: container } = navigator;
  if (!container) return;
  // The first activation is not an update.
  let hadController = container.controller !== null;
  container.addEventListener('controllerchange', () => {
    isStale = hadController;
    hadController = true;
    // A hidden page can reload without disturbing the crew member.
    if (isStale && document.visibilityState === 'hidden') location.reload();
    for (const listener of listeners) listener();
  });
  void container.register(scriptUrl(), { scope: '/crew/' }).then(
    (registration) => setInterval(() => void registration.update().catch(() => {}), UPDATE_CHECK_MS),
    () => {
      // The page works without the service worker, except for a cold start offline.
    },
  );
}

/** Trusted Types policy that accepts this one script URL only. */
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
