// Screen wake lock while a job is in progress and the page is visible: a sleeping phone reports no location.
import { useEffect } from 'react';

export function useWakeLock(isOnJob: boolean): void {
  useEffect(() => {
    if (!isOnJob || !('wakeLock' in navigator)) return;
    let held: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return;
      // Rejected in battery saver mode; the page works without it.
      held = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isOver) await held?.release();
    };
    const look = () => void hold();
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', look);
      void held?.release();
    };
  }, [isOnJob]);
}
