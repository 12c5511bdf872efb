// Code-split pages, loaded on first visit or preloaded.
import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

export interface LazyPage {
  (): ReactNode;
  /** Loads the chunk ahead of the first render. */
  readonly preload: () => Promise<unknown>;
}

/** `lazyPage(async () => (await import('./board/board-page.tsx')).BoardPage)` */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | null = null;
  const fetchPage = async () => {
    loaded ??= await load();
    return loaded;
  };
  const LazyComponent = lazy(async () => ({ default: await fetchPage() }));
  function Page(): ReactNode {
    // A loaded page is rendered directly: React shows a Suspense fallback for at least 300 ms.
    const [Component] = useState<ComponentType>(() => loaded ?? LazyComponent);
    return createElement(Component);
  }
  return Object.assign(Page, { preload: fetchPage });
}
