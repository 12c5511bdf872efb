// Sync state: connection, number of steps still to be sent, and the notice about a new version of the page.
import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { counted } from '../../ui/interpolate.ts';
import { Notice } from '../../ui/notice.tsx';
import { isPageStale, subscribeToStaleness } from '../worker/register-worker.ts';
import type { DayProps } from './day-props.ts';

export function SyncBar({ words, view: { waitingCount, hasSent, areAllHeld, isOnline }, phone }: DayProps) {
  const isStale = useSyncExternalStore(subscribeToStaleness, isPageStale);
  const isQuiet = waitingCount === 0 && isOnline;
  // Held steps are no problem: the Undo bar shows the last one.
  const isHeld = isOnline && areAllHeld;
  if (isQuiet && !hasSent && !isStale) return null;
  const text =
    waitingCount > 0
      ? counted(words.waiting_one, words.waiting_other, waitingCount)
      : isOnline
        ? words.allSent
        : words.offline;
  return (
    <div className="grid gap-2">
      {(!isQuiet || hasSent) && (
        <div
          className={classNames(
            'flex min-h-11 items-center gap-2 rounded-xl px-3 py-1.5',
            isQuiet ? 'text-muted' : isHeld ? 'bg-tint text-ink' : 'bg-signal-tint text-signal',
          )}
        >
          <Icon name={isQuiet ? 'check' : isOnline ? 'refresh' : 'alert'} className="size-5" />
          <div role="status" className="min-w-0 flex-1 leading-snug">
            <p className="font-semibold">{text}</p>
            {waitingCount > 0 && (
              <p className="text-[0.8125rem]">
                {!isOnline ? words.waitingNote : areAllHeld ? words.heldNote : words.sending}
              </p>
            )}
          </div>
          {!isQuiet && !isHeld && (
            <Button size="small" onClick={() => void phone.kick()}>
              {words.retry}
            </Button>
          )}
        </div>
      )}
      {isStale && (
        <Notice
          tone="good"
          title={words.newVersion}
          actions={
            <Button size="small" onClick={() => location.reload()}>
              {words.update}
            </Button>
          }
        />
      )}
    </div>
  );
}
