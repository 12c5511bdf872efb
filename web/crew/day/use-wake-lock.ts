// Screen wake lock while a job is in progress and the page is visible: a sleeping phone reports no location.
import { useEffect } from 'react';

export function useWakeLock(isOnJob: boolean): void {
  useEffect(() => {
    if (!isOnJob || !('wakeLock' in navigator)) return;
    let lock: WakeLockSentinel | undefined;
    let isOver = false;
    const acquire = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return;
      // Rejected in battery saver mode; the page works without it.
      lock = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) await lock?.release();
    };
    const onVisibilityChange = () => void acquire();
    onVisibilityChange();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', onVisibilityChange);
      void lock?.release();
    };
  }, [isOnJob]);
}
