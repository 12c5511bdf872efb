// Keeps the screen on while the crew is on a job and looks at the page: a phone that sleeps tells nobody where it is.
import { useEffect } from 'react';

export function useWakeLock(isOnJob: boolean): void {
  useEffect(() => {
    if (!isOnJob || !('wakeLock' in navigator)) return;
    let held: WakeLockSentinel | undefined;
    let isOver = false;
    const hold = async () => {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return;
      // A phone that saves its battery refuses; that is its right.
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
