// A new booking in five steps: route, vehicle, time, details, review. Each step keeps what was entered, also when the person
// goes back.
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
import type { Faults } from '../contacts/contact-draft.ts';
import { draftFrom } from './book-again.ts';
import {
  type BookingDraft,
  detailsFaults,
  emptyDraft,
  isFieldOfRoute,
  isPriced,
  routeFaults,
  type StepProps,
} from './booking-draft.ts';
import { DetailsStep } from './details-step.tsx';
import { DraftSummary } from './draft-summary.tsx';
import { undeliveredStops } from './repeatable.ts';
import { ReviewStep } from './review-step.tsx';
import { RouteStep } from './route-step.tsx';
import { TimeStep } from './time-step.tsx';
import { usePricedQuote } from './use-priced-quote.ts';
import { VehicleStep } from './vehicle-step.tsx';

const steps = ['Route and items', 'Vehicle and add-ons', 'Time', 'Details', 'Review'] as const;
const [TIME, DETAILS, REVIEW] = [2, 3, 4];

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
  const [faults, setFaults] = useState<Faults>({});
  const [areDetailsDone, setAreDetailsDone] = useState(false);
  const [timeError, setTimeError] = useState<string | null>(null);
  const [, navigate] = useLocation();
  const toast = useToast();
  const priced = usePricedQuote(draft);
  const go = (to: number) => {
    setTimeError(null);
    setFaults({});
    setStep(to);
  };
  const props: StepProps = {
    draft,
    faults,
    onFaults: setFaults,
    onChange: (change) => setDraft((before) => ({ ...before, ...change })),
    onNext: () => {
      if (step === DETAILS) setAreDetailsDone(true);
      go(step + 1);
    },
    onBack: () => go(step - 1),
  };
  const showFault = (to: number, found: Faults) => {
    setFaults(found);
    setStep(to);
  };
  const furthest = furthestStep(draft, areDetailsDone);
  return (
    <>
      <PageHead
        title="New booking"
        lead={draft.again ? againLead(draft.again) : undefined}
        back={{ href: '/bookings', label: 'Bookings' }}
      />
      <Steps current={step} furthest={furthest} onGo={go} />
      <div
        className={classNames(
          'grid items-start gap-5',
          step !== REVIEW && 'lg:grid-cols-[minmax(0,1fr)_20rem]',
        )}
      >
        <Card title={steps[step] ?? ''} key={step}>
          {step === 0 && <RouteStep {...props} />}
          {step === 1 && <VehicleStep {...props} priced={priced} />}
          {step === TIME && <TimeStep {...props} error={timeError} />}
          {step === DETAILS && <DetailsStep {...props} />}
          {step === REVIEW && (
            <ReviewStep
              {...props}
              priced={priced}
              onGo={go}
              onCheck={() => {
                const inRoute = routeFaults(draft);
                const inDetails = detailsFaults(draft);
                if (Object.keys(inRoute).length > 0) showFault(0, inRoute);
                else if (Object.keys(inDetails).length > 0) showFault(DETAILS, inDetails);
                else if (furthest < REVIEW) go(furthest);
                else return true;
                return false;
              }}
              onFieldRefused={(field, message) =>
                showFault(isFieldOfRoute(field, draft) ? 0 : DETAILS, { [field]: message })
              }
              onBooked={({ id, hid }) => {
                toast(`Booking ${hid} created.`);
                navigate(`/bookings/${id}`);
              }}
              onWindowLost={(message) => {
                props.onChange({ window: null });
                go(TIME);
                setTimeError(message);
              }}
              onQuoteLost={() => {
                toast('The price is no longer valid. Ask for new prices.', 'bad');
                props.onChange({ quotes: null, window: null });
                go(0);
              }}
            />
          )}
        </Card>
        {step !== REVIEW && <DraftSummary draft={draft} priced={priced} />}
      </div>
    </>
  );
}

/** The last step that can be visited without completing another one first. */
function furthestStep(draft: BookingDraft, areDetailsDone: boolean): number {
  if (!isPriced(draft)) return 0;
  if (draft.quote === null) return 1;
  if (draft.window === null) return TIME;
  return areDetailsDone ? REVIEW : DETAILS;
}

function againLead(again: Booking): string {
  return undeliveredStops(again).length > 0
    ? `Delivers the open stops of ${again.hid} again. Check every step.`
    : `Filled in from booking ${again.hid}. Check every step.`;
}

interface StepsProps {
  readonly current: number;
  readonly furthest: number;
  readonly onGo: (step: number) => void;
}

/** Steps that are done can be visited again, in both directions. */
function Steps({ current, furthest, onGo }: StepsProps) {
  return (
    <nav aria-label="Steps of the booking">
      <ol className="flex flex-wrap gap-x-2 gap-y-1">
        {steps.map((name, nth) => (
          <li key={name} className="flex items-center gap-2">
            {nth > 0 && <Icon name="chevron" className="size-3 text-muted" />}
            {nth !== current && nth <= furthest ? (
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
