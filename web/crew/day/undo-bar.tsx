// The last step, while it is only on the phone: what was recorded, when it is sent, and Undo.
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { fill } from '../../ui/interpolate.ts';
import { holdLeftMs } from '../offline/step-hold.ts';
import type { DayProps } from './day-props.ts';
import { stepMessages } from './step-messages.ts';

export function UndoBar({ words, view: { undoable, isOnline }, phone }: DayProps) {
  const [nowMs, setNowMs] = useState(Date.now);
  const isShown = undoable.length > 0;
  useEffect(() => {
    if (!isShown) return;
    setNowMs(Date.now());
    const timer = setInterval(() => setNowMs(Date.now()), 500);
    return () => clearInterval(timer);
  }, [isShown]);
  const step = undoable.at(-1);
  const left = step ? Math.ceil(holdLeftMs(step, Math.max(nowMs, step.tappedAtMs ?? 0)) / 1_000) : 0;
  return (
    <div className={step ? 'flex items-center gap-3 border-b bg-tint px-4 py-2' : undefined}>
      <div className="min-w-0 flex-1 leading-snug">
        <p role="status" className={step ? 'font-semibold' : 'sr-only'}>
          {step && `${words[stepMessages[step.action.kind]]}: ${step.place}`}
        </p>
        {step && (
          <p role={isOnline ? 'timer' : undefined} className="text-[0.8125rem] text-muted tabular-nums">
            {isOnline ? fill(words.sendsIn, { seconds: left }) : words.sendsOnline}
          </p>
        )}
      </div>
      {step && (
        <Button icon="undo" className="min-h-11! flex-none" onClick={() => void phone.undo(undoable)}>
          {words.undo}
        </Button>
      )}
    </div>
  );
}
