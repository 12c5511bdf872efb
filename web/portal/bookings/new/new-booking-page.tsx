// A new booking in four steps: route, vehicle and price, time, details. Each step keeps what was entered, also when the
// person goes back.
import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LoadError } from '../../../ui/load-error.tsx';
import { PageHead } from '../../../ui/page-head.tsx';
import { SkeletonRows } from '../../../ui/skeleton.tsx';
import { useToast } from '../../../ui/toast.tsx';
import type { Booking } from '../../partner.generated.ts';
import { useBooking } from '../booking-queries.ts';
import { draftFrom, undeliveredStops } from './book-again.ts';
import { type BookingDraft, emptyDraft, type StepProps } from './booking-draft.ts';
import { DetailsStep } from './details-step.tsx';
import { DraftSummary } from './draft-summary.tsx';
import { RouteStep } from './route-step.tsx';
import { TimeStep } from './time-step.tsx';
import { VehicleStep } from './vehicle-step.tsx';

const steps = ['Route', 'Vehicle and price', 'Time', 'Details'] as const;

/** `again` in the query string is the id of the booking that is repeated. */
export function NewBookingPage() {
  const again = new URLSearchParams(useSearch()).get('again');
  return again === null ? <NewBooking initial={emptyDraft()} /> : <BookAgain key={again} id={again} />;
}

function BookAgain({ id }: { readonly id: string }) {
  const { data, error, refetch } = useBooking(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="booking" />;
  if (!data) return <SkeletonRows rows={6} label="Loading the booking" />;
  return <NewBooking initial={draftFrom(data.booking)} />;
}

function NewBooking({ initial }: { readonly initial: BookingDraft }) {
  const [step, setStep] = useState(0);
  const [draft, setDraft] = useState(initial);
  const [timeError, setTimeError] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const toast = useToast();
  const props: StepProps = {
    draft,
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
    onNext: () => {
      setTimeError(null);
      setStep(step + 1);
    },
    onBack: () => setStep(step - 1),
  };
  return (
    <>
      <PageHead
        title="New booking"
        lead={draft.again ? againLead(draft.again) : undefined}
        back={{ href: '/bookings', label: 'Bookings' }}
      />
      <Steps current={step} onGo={setStep} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <Card title={steps[step] ?? ''} key={step}>
          {step === 0 && <RouteStep {...props} />}
          {step === 1 && <VehicleStep {...props} />}
          {step === 2 && <TimeStep {...props} error={timeError} />}
          {step === 3 && (
            <DetailsStep
              {...props}
              onBooked={({ id, hid }) => {
                toast(`Booking ${hid} created.`);
                navigate(`/bookings/${id}`);
              }}
              onWindowLost={(message) => {
                setTimeError(message);
                props.onChange({ window: null });
                setStep(2);
              }}
              onQuoteLost={() => {
                toast('The price is no longer valid. Ask for new prices.', 'bad');
                props.onChange({ quotes: null, quote: null, window: null });
                setStep(0);
              }}
            />
          )}
        </Card>
        <DraftSummary draft={draft} />
      </div>
    </>
  );
}

function againLead(again: Booking): string {
  return undeliveredStops(again).length > 0
    ? `Delivers the open stops of ${again.hid} again. Check every step.`
    : `Filled in from booking ${again.hid}. Check every step.`;
}

interface StepsProps {
  readonly current: number;
  readonly onGo: (step: number) => void;
}

/** Steps that are done can be visited again. */
function Steps({ current, onGo }: StepsProps) {
  return (
    <nav aria-label="Steps of the booking">
      <ol className="flex flex-wrap gap-x-2 gap-y-1">
        {steps.map((name, nth) => (
          <li key={name} className="flex items-center gap-2">
            {nth > 0 && <Icon name="chevron" className="size-3 text-muted" />}
            {nth < current ? (
              <button
                type="button"
                className="rounded-sm font-medium text-accent underline underline-offset-2 pointer-coarse:min-h-10"
                onClick={() => onGo(nth)}
              >
                {name}
              </button>
            ) : (
              <span
                aria-current={nth === current ? 'step' : undefined}
                className={classNames(nth === current ? 'font-semibold' : 'text-muted')}
              >
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
