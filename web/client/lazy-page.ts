// Code-split pages, loaded on first visit or preloaded.
import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

export interface LazyPage {
  (): ReactNode;
  /** Loads the chunk ahead of the first render. */
  readonly preload: () => Promise<unknown>;
}

/** `lazyPage(async () => (await import('./board/board-page.tsx')).BoardPage)` */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let here: ComponentType | null = null;
  const fetchPage = async () => {
    here ??= await load();
    return here;
  };
  const Late = lazy(async () => ({ default: await fetchPage() }));
  function Page(): ReactNode {
    // A loaded page is rendered directly: React shows a Suspense fallback for at least 300 ms.
    const [Shown] = useState<ComponentType>(() => here ?? Late);
    return createElement(Shown);
  }
  return Object.assign(Page, { preload: fetchPage });
}
