// Steps that the server rejected, with the reason and what to do. They stay until the crew member dismisses them. Loaded
// after the page.
import { Button } from '../../ui/button.tsx';
import { fill } from '../../ui/interpolate.ts';
import { useLanguage } from '../../ui/language.ts';
import { Notice } from '../../ui/notice.tsx';
import type { QueuedStep, Refusal } from '../offline/offline-store.ts';
import type { DayProps } from './day-props.ts';
import { type RefusalWords, refusalMessages } from './refusal-messages.ts';
import { stepMessages } from './step-messages.ts';

const refusalTexts = {
  not_yours: 'whyNotYours',
  cancelled: 'whyCancelled',
  over: 'whyOver',
  stop_gone: 'whyStopGone',
  skipped: 'whySkipped',
  waits_for_dispatch: 'whyWaits',
  wrong_step: 'whyWrongStep',
  in_future: 'whyFuture',
  too_early: 'whyTooEarly',
  busy: 'whyBusy',
  photo_lost: 'whyPhotoLost',
  not_understood: 'whyNotUnderstood',
} as const satisfies Record<Refusal, keyof RefusalWords>;

export function RejectedSteps({ words, times, view: { refused }, phone }: DayProps) {
  const [language] = useLanguage();
  const texts = refusalMessages[language];
  // Steps that depend on a rejected step are rejected for the same reason, so they share one notice.
  return groupByReason(refused).map(([key, steps]) => (
    <div key={key} role="alert">
      <Notice
        tone="bad"
        title={texts.refusedTitle}
        actions={<Button onClick={() => void phone.dismiss(steps)}>{texts.understood}</Button>}
      >
        <ul className="mt-1">
          {steps.map((step) => (
            <li key={step.action.id} className="font-medium">
              {describe(step)}
            </li>
          ))}
        </ul>
        <p className="mt-1">{texts[refusalTexts[steps[0]?.refusal ?? 'not_understood']]}</p>
      </Notice>
    </div>
  ));

  function describe({ action, place, code }: QueuedStep): string {
    const time = times.recent(action.at);
    return fill(texts.refusedStep, { step: words[stepMessages[action.kind]], place, code, time });
  }
}

/** One group per notice. */
export function groupByReason(steps: readonly QueuedStep[]): [string, QueuedStep[]][] {
  const groups = new Map<string, QueuedStep[]>();
  for (const step of steps) {
    const key = `${step.action.booking_id} ${step.refusal}`;
    groups.set(key, [...(groups.get(key) ?? []), step]);
  }
  return [...groups];
}
