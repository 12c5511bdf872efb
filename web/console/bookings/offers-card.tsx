// Offers of a booking to crews: the open one with the time left, and the answers with the reasons of declining crews.
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { serverNow } from '../../client/server-clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import type { Offer, OperatorBooking } from '../api.ts';

const stateLabels = {
  open: { text: 'Open', tone: 'warn' },
  accepted: { text: 'Accepted', tone: 'good' },
  refused: { text: 'Declined', tone: 'bad' },
  expired: { text: 'Expired', tone: 'quiet' },
  withdrawn: { text: 'Withdrawn', tone: 'quiet' },
} as const;

const reasonLabels = {
  too_far: 'Too far away',
  not_enough_time: 'Not enough time',
  does_not_fit: 'Items do not fit',
  vehicle_problem: 'Vehicle problem',
  on_break: 'On a break',
  other: 'Other reason',
} as const satisfies Record<NonNullable<Offer['decline_reason']>, string>;

/** Nothing for bookings without offers. */
export function OffersCard({
  details: { offers, time_zone: timeZone },
}: {
  readonly details: OperatorBooking;
}) {
  if (offers.length === 0) return null;
  return (
    <Card
      title="Offers"
      note="The first crew that accepts gets the booking. Automatic dispatch asks one crew at a time."
    >
      <ul className="grid gap-3">
        {offers.map((offer) => (
          <OfferRow key={offer.id} offer={offer} timeZone={timeZone} />
        ))}
      </ul>
    </Card>
  );
}

function OfferRow({ offer, timeZone }: { readonly offer: Offer; readonly timeZone: string }) {
  const { text, tone } = stateLabels[offer.state];
  return (
    <li className="grid gap-0.5">
      <p className="flex flex-wrap items-center gap-2">
        <Link href={`/crews?crew=${offer.crew_id}`} className="font-semibold hover:underline">
          {offer.crew_name}
        </Link>
        <Badge tone={tone}>{text}</Badge>
      </p>
      <p className="text-[0.8125rem] text-muted">
        {offer.state === 'open' ? (
          <TimeLeft expiresAt={offer.expires_at} />
        ) : (
          <RelativeTime at={offer.answered_at ?? offer.expires_at} tip="start" />
        )}
        {' · arrives '}
        {englishTimes.momentInSentence(offer.arrives_at, timeZone)}
      </p>
      {offer.decline_reason !== null && (
        <p>
          {reasonLabels[offer.decline_reason]}
          {offer.decline_note !== null && `: “${offer.decline_note}”`}
        </p>
      )}
    </li>
  );
}

/** Every second on the server's clock, unlike relative times: an offer is open for about a minute. */
function TimeLeft({ expiresAt }: { readonly expiresAt: string }) {
  const [nowMs, setNowMs] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const leftMs = Date.parse(expiresAt) - nowMs;
  return <span role="timer">{leftMs > 0 ? `${englishTimes.duration(leftMs)} left` : 'Expiring'}</span>;
}
