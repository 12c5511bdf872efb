// Hint over a map that leaves the wheel to the page: how to zoom. Appears when the wheel turns over the map without the key.
import { type ReactNode, useEffect, useState, type WheelEvent } from 'react';
import { classNames } from '../../ui/class-names.ts';

const SHOWN_MS = 1_500;

export const zoomKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl';

export function ZoomHint({ children }: { readonly children: ReactNode }) {
  /** Number of turns of the wheel without the key; 0: no hint. */
  const [turns, setTurns] = useState(0);
  useEffect(() => {
    if (turns === 0) return;
    const timer = setTimeout(() => setTurns(0), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [turns]);
  const onWheel = ({ ctrlKey, metaKey }: WheelEvent) => setTurns(ctrlKey || metaKey ? 0 : turns + 1);
  return (
    <div className="absolute inset-0" onWheel={onWheel}>
      {children}
      {/* For people who turn a wheel only: the text below the map says the same. */}
      <p
        aria-hidden="true"
        className={classNames(
          'pointer-events-none absolute inset-x-0 top-4 z-10 mx-auto w-fit rounded-lg border bg-card px-3 py-1.5 font-medium text-ink shadow-float',
          turns === 0 && 'hidden',
        )}
      >
        Hold {zoomKey} and scroll to zoom the map
      </p>
    </div>
  );
}
