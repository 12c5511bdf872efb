// Pages that are fetched when somebody first opens them.
import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

export type LazyPage = LazyExoticComponent<ComponentType>;

/** `lazyPage(async () => (await import('./board/board-page.tsx')).BoardPage)` */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  return lazy(async () => ({ default: await load() }));
}
