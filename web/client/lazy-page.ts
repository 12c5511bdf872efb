// Pages that are fetched when somebody first opens them, or before.
import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

export interface LazyPage {
  (): ReactNode;
  /** Fetches it already, for whoever is about to open it. */
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
    // What has come already is shown at once: a placeholder, once React shows it, stands for 300 ms.
    const [Shown] = useState<ComponentType>(() => here ?? Late);
    return createElement(Shown);
  }
  return Object.assign(Page, { preload: fetchPage });
}
