// Headline card: the arrival time or current state, and the progress bar.
import type { ReactNode } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icon.tsx';
import { fill } from '../ui/interpolate.ts';
import type { TrackingStage } from './api.generated.ts';
import { focusStop, headlineOf, senderName } from './headline.ts';
import { helpLinksOf } from './help-links.tsx';
import type { Words } from './messages.ts';
import type { PageProps } from './page-props.ts';

export function HeadlineCard({ view, words, times, status }: PageProps & { readonly status: ReactNode }) {
  const { eyebrow, title, details, hasFailed = false } = headlineOf(view, words, times);
  return (
    <section className="rounded-2xl border bg-card px-5 pt-5 pb-4 shadow-float">
      <div role="status" aria-atomic="true">
        <p
          className={classNames(
            'text-base font-semibold text-pretty',
            hasFailed ? 'text-danger' : 'text-accent',
          )}
        >
          {eyebrow}
        </p>
        <h1 className="mt-1 text-[clamp(1.5rem,8.4vw,2.375rem)] leading-[1.1] font-semibold tracking-tight text-balance">
          {title}
        </h1>
        {details.map((line) => (
          <p key={line} className="mt-2 text-base text-pretty text-muted">
            {line}
          </p>
        ))}
      </div>
      {hasFailed && <NextStep view={view} words={words} />}
      {!hasFailed && (
        <ProgressSteps
          stage={view.is_done_for_you ? 'completed' : view.stage}
          words={words}
          doneLabel={words[doneLabels[focusStop(view).kind]]}
          isCrewHere={view.stage === 'at_stop' && focusStop(view).state === 'here'}
        />
      )}
      <div className="mt-4 empty:hidden">{status}</div>
    </section>
  );
}

/** The link to what the text asks for: the new delivery, or the help contact of the organization. */
function NextStep({ view, words }: Pick<PageProps, 'view' | 'words'>) {
  const [contact] = helpLinksOf(view);
  const url = view.redelivery?.url ?? contact?.url;
  if (!url) return null;
  return (
    <a
      href={url}
      rel="noreferrer"
      className="mt-4 inline-block rounded-lg bg-accent px-4 py-2.5 font-semibold text-on-accent"
    >
      {view.redelivery?.url
        ? words.followRedelivery
        : fill(words.contactSender, { sender: senderName(view, words) })}
    </a>
  );
}

const stageIndex: Readonly<Record<TrackingStage, number>> = {
  scheduled: 0,
  assigned: 1,
  on_the_way: 2,
  at_stop: 2,
  completed: 3,
  cancelled: -1,
};

/** The last step of the reader's delivery. */
const doneLabels = { pickup: 'pickedUp', stop: 'stepDone', dropoff: 'completed' } as const;

interface ProgressProps {
  readonly stage: TrackingStage;
  readonly words: Words;
  readonly doneLabel: string;
  /** At the reader's stop. */
  readonly isCrewHere: boolean;
}

function ProgressSteps({ stage, words, doneLabel, isCrewHere }: ProgressProps) {
  const moving = isCrewHere ? words.stepHere : words.stepMoving;
  const steps = [words.stepBooked, words.stepCrew, moving, doneLabel];
  const current = stageIndex[stage];
  return (
    <ol aria-label={words.stepsLabel} className="mt-5 grid grid-cols-[repeat(4,auto)] gap-1.5">
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? 'step' : undefined}
          className="grid content-start gap-1.5"
        >
          <span
            aria-hidden="true"
            className={classNames(
              'relative h-1.5 overflow-hidden rounded-full',
              index <= current ? 'bg-accent' : 'bg-line',
              index === current && stage !== 'completed' && 'stage-moving',
            )}
          />
          <span
            className={classNames(
              'flex items-center gap-1 text-xs leading-tight',
              index === current ? 'font-semibold text-ink' : 'text-muted',
            )}
          >
            {index < current && <Icon name="check" className="size-3.5 max-sm:hidden" />}
            {step}
          </span>
        </li>
      ))}
    </ol>
  );
}
