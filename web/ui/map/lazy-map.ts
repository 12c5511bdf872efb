// A map that is loaded after the page around it: its script is not part of the first load. If it cannot be loaded, for example
// offline, the page works without it.
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from 'react';

/** `lazyMap(async () => (await import('./route-drawing.tsx')).RouteDrawing)` */
export function lazyMap<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  let loaded: ComponentType<Props> | null = null;
  return function LazyMap(props: Props): ReactNode {
    const [Loaded, setLoaded] = useState<ComponentType<Props> | null>(() => loaded);
    useEffect(() => {
      let isMounted = true;
      load()
        .then((component) => {
          loaded = component;
          if (isMounted) setLoaded(() => component);
        })
        .catch(() => {});
      return () => {
        isMounted = false;
      };
    }, []);
    return Loaded && createElement(Loaded, props);
  };
}
