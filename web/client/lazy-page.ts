// Code-split pages and dialogs, loaded on first use or preloaded.
import { type ComponentType, createElement, lazy, type ReactNode, useState } from 'react';

export interface LazyPage<Props extends object = object> {
  (props: Props): ReactNode;
  /** Loads the chunk ahead of the first render. */
  readonly preload: () => Promise<unknown>;
}

/** `lazyPage(async () => (await import('./board/board-page.tsx')).BoardPage)` */
export function lazyPage<Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> {
  let loaded: ComponentType<Props> | null = null;
  const fetchPage = async () => {
    loaded ??= await load();
    return loaded;
  };
  const LazyComponent = lazy(async () => ({ default: await fetchPage() }));
  function Page(props: Props): ReactNode {
    // A loaded page is rendered directly: React shows a Suspense fallback for at least 300 ms.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? LazyComponent);
    return createElement(Component, props);
  }
  return Object.assign(Page, { preload: fetchPage });
}
