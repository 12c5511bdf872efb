// Offers to the crew: time left on the server's clock, what the job is, and the answer. Below the current stop, with a link
// above it, while the crew is on a job. Loaded after the page.
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError } from '../../ui/field.tsx';
import { counted, fill } from '../../ui/interpolate.ts';
import { useLanguage } from '../../ui/language.ts';
import type { CrewOffer, OfferDecline } from '../api.generated.ts';
import type { DayProps } from './day-props.ts';
import { type OfferDeclineReason, type OfferWords, offerMessages } from './offer-messages.ts';
import { ReasonDialog } from './reason-dialog.tsx';

interface OfferProps extends DayProps {
  readonly texts: OfferWords;
  readonly offer: CrewOffer;
  readonly onAnswered: (text: string) => void;
}

const DISMISSED_KEY = 'waybill-crew-offers-seen';
/** How long the page confirms an answer. */
const OUTCOME_MS = 10_000;
const reasons: readonly OfferDeclineReason[] = [
  'too_far',
  'not_enough_time',
  'does_not_fit',
  'vehicle_problem',
  'on_break',
  'other',
];

export function OfferList(props: DayProps & { readonly offers: readonly CrewOffer[] }) {
  const [language] = useLanguage();
  const texts = offerMessages[language];
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED_KEY) ?? '');
  const [outcome, setOutcome] = useState({ text: '', untilMs: 0 });
  const nowMs = useSeconds(props.phone);
  const offers = props.offers.filter((offer) => {
    return isOpen(offer, nowMs) || !dismissed.includes(offer.id);
  });
  function dismiss(id: string): void {
    const all = `${dismissed} ${id}`;
    sessionStorage.setItem(DISMISSED_KEY, all);
    setDismissed(all);
  }
  // Names its job: it may stand above other offers.
  const shown = nowMs < outcome.untilMs ? outcome.text : '';
  return (
    <section
      id="offers"
      aria-label={texts.title}
      className={shown === '' && offers.length === 0 ? 'sr-only' : 'grid grid-cols-1 gap-2'}
    >
      <p
        role="status"
        className={
          shown === '' ? 'sr-only' : 'rounded-2xl border border-accent bg-tint px-4 py-3 font-medium'
        }
      >
        {shown}
      </p>
      {offers.length > 0 && <h2 className="eyebrow">{texts.title}</h2>}
      {offers.map((offer) => (
        <OfferCard
          key={offer.id}
          {...{ ...props, texts, offer, nowMs }}
          onAnswered={(text) => setOutcome({ text, untilMs: props.phone.now().getTime() + OUTCOME_MS })}
          onDismiss={() => dismiss(offer.id)}
        />
      ))}
    </section>
  );
}

const isOpen = ({ state, expires_at }: CrewOffer, nowMs: number) =>
  state === 'open' && Date.parse(expires_at) > nowMs;

/** Number of open offers and the time left for the first one. */
export function OfferLink({
  phone,
  offers,
}: Pick<DayProps, 'phone'> & { readonly offers: readonly CrewOffer[] }) {
  const [language] = useLanguage();
  const texts = offerMessages[language];
  const nowMs = useSeconds(phone);
  const open = offers.filter((offer) => isOpen(offer, nowMs));
  const [first] = open;
  if (!first) return null;
  return (
    <a
      href="#offers"
      className="flex min-h-11 items-center rounded-xl border border-accent bg-tint px-3 font-semibold tabular-nums"
    >
      {fill(counted(texts.link_one, texts.link_other, open.length), {
        time: clockOf(Date.parse(first.expires_at) - nowMs),
      })}
    </a>
  );
}

interface OfferCardProps extends OfferProps {
  readonly nowMs: number;
  readonly onDismiss: () => void;
}

function OfferCard(props: OfferCardProps) {
  const { words, times, texts, offer, nowMs, onDismiss } = props;
  const { distance, time_zone: zone } = offer;
  const leftMs = Date.parse(offer.expires_at) - nowMs;
  const state = offer.state === 'open' && leftMs <= 0 ? 'expired' : offer.state;
  const plan = `${fill(texts.plannedFrom, { time: times.timeInSentence(offer.starts_at, zone) })}, ${fill(
    texts.plannedUntil,
    { time: times.timeInSentence(offer.ends_at, zone) },
  )}`;
  const answering = useAnswer(props);
  const [isDeclining, setIsDeclining] = useState(false);
  const timeLeft = (
    <p role="timer" className="font-semibold text-signal tabular-nums">
      {fill(texts.timeLeft, { time: clockOf(leftMs) })}
    </p>
  );
  return (
    <article
      aria-label={fill(texts.jobOffer, { code: offer.code })}
      className="grid gap-1.5 rounded-2xl border border-accent bg-card p-4 shadow-xs"
    >
      <p className="text-lg leading-tight font-semibold">{offerWindow(props)}</p>
      <p className="font-medium">{offer.stops.map(({ town }) => town).join(' → ')}</p>
      {state === 'open' ? (
        <>
          <p className="text-muted">
            {distance &&
              `${fill(distance.from === 'last_stop' ? texts.fromLastStop : texts.fromPosition, {
                miles: times.number(distance.miles, 1),
              })} · `}
            {offer.vehicle_types.map((type) => words[type]).join(' / ')}
          </p>
          <p className="text-muted">{plan}</p>
          {offer.description !== null && (
            <p className="line-clamp-3 text-muted">{fill(texts.items, { items: offer.description })}</p>
          )}
          {timeLeft}
          <OfferAnswer {...props} answering={answering} onDecline={() => setIsDeclining(true)} />
        </>
      ) : (
        <div role="status" className="flex items-center gap-3">
          <p className="flex-1 text-muted">{texts[state]}</p>
          <Button className="min-h-11!" onClick={onDismiss}>
            {texts.ok}
          </Button>
        </div>
      )}
      {/* Stays open when the offer ends: it says so, instead of disappearing below the finger. */}
      {isDeclining && state !== 'open' && (
        <Dialog
          title={fill(texts.jobOffer, { code: offer.code })}
          closeLabel={words.close}
          onClose={() => setIsDeclining(false)}
          actions={
            <Button
              look="primary"
              className="min-h-13! flex-1 text-base"
              onClick={() => setIsDeclining(false)}
            >
              {texts.ok}
            </Button>
          }
        >
          <p role="alert" className="font-semibold text-signal">
            {texts[state]}
          </p>
        </Dialog>
      )}
      {isDeclining && state === 'open' && (
        <ReasonDialog
          words={words}
          title={texts.declineTitle}
          note={texts.declineNote}
          status={timeLeft}
          sendLabel={texts.declineSend}
          labels={texts}
          reasons={reasons}
          onClose={() => setIsDeclining(false)}
          onSubmit={(reason, note) => {
            setIsDeclining(false);
            void answering.answer({ reason, ...(note !== '' && { note }) });
          }}
        />
      )}
    </article>
  );
}

function offerWindow({ words, times, offer: { window } }: OfferProps): string {
  if (window === null) return words.asSoonAsPossible;
  return `${times.day(window.from, window.time_zone)}, ${times.window(window, window.time_zone)}`;
}

function useAnswer(props: OfferProps) {
  const { phone, texts, offer, onAnswered } = props;
  const [isBusy, setIsBusy] = useState(false);
  const [isFailed, setIsFailed] = useState(false);
  async function answer(decline: OfferDecline | null): Promise<void> {
    setIsBusy(true);
    setIsFailed(false);
    onAnswered('');
    try {
      const result = await phone.answerOffer(offer.id, decline);
      // The card of a closed offer says why.
      if (result !== 'closed')
        onAnswered(fill(decline ? texts.declined : texts.accepted, { when: offerWindow(props) }));
    } catch {
      setIsFailed(true);
    }
    setIsBusy(false);
  }
  return { isBusy, isFailed, answer };
}

interface OfferAnswerProps extends OfferProps {
  readonly answering: ReturnType<typeof useAnswer>;
  readonly onDecline: () => void;
}

function OfferAnswer({ view, texts, answering: { isBusy, isFailed, answer }, onDecline }: OfferAnswerProps) {
  return (
    <>
      {!view.isOnline && <p className="text-muted">{texts.needsConnection}</p>}
      {isFailed && <FieldError>{texts.notSent}</FieldError>}
      <div className="mt-1 grid grid-cols-[1fr_2fr] gap-2">
        <Button className="min-h-13!" disabled={isBusy || !view.isOnline} onClick={onDecline}>
          {texts.decline}
        </Button>
        <Button
          look="primary"
          className="min-h-13! text-lg"
          disabled={isBusy || !view.isOnline}
          onClick={() => void answer(null)}
        >
          {isBusy ? texts.sending : texts.accept}
        </Button>
      </div>
    </>
  );
}

/** Time on the server's clock, every second. */
function useSeconds(phone: DayProps['phone']): number {
  const [nowMs, setNowMs] = useState(() => phone.now().getTime());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(phone.now().getTime()), 1_000);
    return () => clearInterval(timer);
  }, [phone]);
  return nowMs;
}

/** "0:42" */
function clockOf(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
