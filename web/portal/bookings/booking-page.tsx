// A booking: when, where, who, what it costs, what happened, and the link to follow it. Changes and cancellation open
// dialogs.
import { lazy, Suspense, useState } from 'react';
import { Link, useParams } from 'wouter';
import { query } from '../../client/api-request.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Card } from '../../ui/card.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { englishTimes } from '../../ui/time-format.ts';
import { ActivityCard } from './activity-card.tsx';
import {
  cancellationText,
  progressOf,
  shownState,
  stopName,
  vehicleOf,
  vehicleTypeOf,
  windowOf,
} from './booking-labels.ts';
import { type ShownBooking, useBooking } from './booking-queries.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { mayBookAgain, undeliveredStops } from './new/repeatable.ts';
import { PriceCard } from './price-card.tsx';
import { stopPhrase } from './stop-changes.ts';
import { skippedStops, skipReason } from './stop-progress.ts';
import { StopsCard } from './stops-card.tsx';
import { TrackingCard } from './tracking-card.tsx';
import { WindowDialog } from './window-dialog.tsx';

/** With the numbering plans of phone numbers, which only this dialog needs. */
const DetailsDialog = lazy(async () => ({
  default: (await import('./details-dialog.tsx')).DetailsDialog,
}));

export function BookingPage() {
  const { id = '' } = useParams();
  const { data, error, refetch } = useBooking(id);
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="booking" />;
  if (!data) {
    return (
      <Card isFlush>
        <SkeletonRows rows={6} label="Loading the booking" />
      </Card>
    );
  }
  return <LoadedBooking shown={data} />;
}

type OpenDialog = 'window' | 'details' | 'cancel' | null;

function LoadedBooking({ shown }: { readonly shown: ShownBooking }) {
  const { booking, facts } = shown;
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const { label, tone } = shownState(facts);
  const isOpen = booking.state === 'created' || booking.state === 'dispatched';
  const close = () => setDialog(null);
  return (
    <>
      <PageHead
        title={`Booking ${booking.hid}`}
        heading={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span>
              Booking <span className="font-mono">{booking.hid}</span>
            </span>
            <Badge tone={tone} hasDot>
              {label}
            </Badge>
          </span>
        }
        lead={booking.order_number === null ? undefined : `Order ${booking.order_number}`}
        back={{ href: '/bookings', label: 'Bookings' }}
        actions={
          <>
            {mayBookAgain(booking) && (
              <ButtonLink
                href={`/bookings/new${query({ again: booking.id })}`}
                look={undeliveredStops(booking).length > 0 && facts.redelivery === null ? 'primary' : 'quiet'}
                icon="refresh"
              >
                Book again
              </ButtonLink>
            )}
            <Button icon="edit" onClick={() => setDialog('details')}>
              Change details
            </Button>
            {isOpen && (
              <>
                <Button icon="calendar" onClick={() => setDialog('window')}>
                  Change time
                </Button>
                <Button look="danger-quiet" onClick={() => setDialog('cancel')}>
                  Cancel booking
                </Button>
              </>
            )}
          </>
        }
      />
      <SkippedNotice {...shown} />
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-5">
          <TimeCard {...shown} />
          <StopsCard {...shown} />
          <ActivityCard booking={booking} timeZone={facts.time_zone} />
        </div>
        <div className="grid gap-5">
          <TrackingCard booking={booking} />
          <PriceCard booking={booking} feeCents={facts.cancellation_fee_cents} />
          <PeopleCard booking={booking} />
        </div>
      </div>
      {dialog === 'window' && <WindowDialog {...shown} onClose={close} />}
      {dialog === 'details' && (
        <Suspense>
          <DetailsDialog booking={booking} onClose={close} />
        </Suspense>
      )}
      {dialog === 'cancel' && <CancelDialog booking={booking} timeZone={facts.time_zone} onClose={close} />}
    </>
  );
}

/** Which stops were not completed, why, and which booking delivers them again. */
function SkippedNotice({ booking, facts: { redelivery } }: ShownBooking) {
  const skipped = skippedStops(booking);
  if (skipped.length === 0) return null;
  const { length } = booking.route;
  const names = skipped.map(({ position }) => stopPhrase(position, length)).join(' and ');
  return (
    <Notice
      tone={redelivery === null ? 'bad' : 'warn'}
      title={`The crew did not complete ${names}`}
      actions={
        redelivery !== null && (
          <ButtonLink href={`/bookings/${redelivery.id}`} size="small">
            Open the new delivery
          </ButtonLink>
        )
      }
    >
      <ul>
        {skipped.map(({ id, position }) => {
          const reason = skipReason(booking, id);
          return reason === null ? null : <li key={id}>{`${stopName(position, length)}: ${reason}`}</li>;
        })}
      </ul>
      <p>{redelivery === null ? noRedelivery(booking) : `Booking ${redelivery.hid} delivers again.`}</p>
    </Notice>
  );
}

function noRedelivery(booking: ShownBooking['booking']): string {
  const hint = '“Book again” takes over the addresses, items and contacts.';
  return mayBookAgain(booking) ? `No new delivery is booked. ${hint}` : 'No new delivery is booked.';
}

function TimeCard({ booking, facts }: ShownBooking) {
  const { crew, arrival_window_ref: ref } = booking;
  const window = windowOf(facts);
  // The notice above the card names the new delivery.
  const progress = facts.redelivery === null ? progressOf(facts) : null;
  const zone = facts.time_zone ?? undefined;
  return (
    <Card title="Time and crew">
      <dl className="grid gap-x-6 sm:grid-cols-[9rem_minmax(0,1fr)] sm:gap-y-3 max-sm:[&_dd:not(:last-child)]:mb-3">
        <dt className="text-muted">{ref === 'destination' ? 'At the drop-off' : 'At the pickup'}</dt>
        <dd>
          <span className="font-semibold">{window.day}</span>, {window.hours}
        </dd>
        <dt className="text-muted">Vehicle</dt>
        <dd>{crew === null ? vehicleOf(booking.product).name : vehicleTypeOf(crew.vehicle_type)}</dd>
        <dt className="text-muted">Crew</dt>
        <dd>
          {crew === null ? (
            booking.state === 'cancelled' ? (
              'None'
            ) : (
              'Not assigned yet'
            )
          ) : (
            <>
              {crew.members.map(({ first_name }) => first_name).join(' and ')}
              {crew.phone_number !== null && (
                <span className="ml-3">
                  <PhoneLink number={crew.phone_number} who="the crew" />
                </span>
              )}
            </>
          )}
          {progress !== null && <span className="block text-muted">{progress}</span>}
          {crew?.eta && booking.state === 'dispatched' && (
            <span className="block text-muted">
              Expected at the next stop: {englishTimes.recent(crew.eta, zone)}
            </span>
          )}
        </dd>
        {facts.redelivery_of !== null && (
          <>
            <dt className="text-muted">Delivers again</dt>
            <dd>
              <Link
                href={`/bookings/${facts.redelivery_of.id}`}
                className="rounded-sm font-mono text-accent underline underline-offset-2"
              >
                {facts.redelivery_of.hid}
              </Link>
            </dd>
          </>
        )}
        {booking.cancellation !== null && (
          <>
            <dt className="text-muted">Cancelled</dt>
            <dd className="[overflow-wrap:anywhere]">
              {cancellationText(booking.cancellation)}
              <span className="block text-muted">{englishTimes.moment(booking.cancellation.at, zone)}</span>
            </dd>
          </>
        )}
        {booking.description !== null && (
          <>
            <dt className="text-muted">Description</dt>
            <dd className="[overflow-wrap:anywhere] whitespace-pre-line">{booking.description}</dd>
          </>
        )}
      </dl>
    </Card>
  );
}

function PeopleCard({
  booking: { state, customer, contacts, customer_notifications_enabled },
}: Pick<ShownBooking, 'booking'>) {
  return (
    <Card
      title="Customer and contacts"
      note={customer_notifications_enabled ? undefined : 'Messages about this booking are switched off.'}
    >
      {customer === null && contacts.length === 0 && (
        <p className="text-muted">
          {state === 'completed' || state === 'cancelled'
            ? 'None.'
            : 'Messages need a recipient. Add a customer under “Change details”.'}
        </p>
      )}
      {customer !== null && <Person title="Customer" {...customer} />}
      {contacts
        .filter(({ notification_scope }) => notification_scope === 'all')
        .filter(({ phone_number }) => phone_number !== customer?.phone_number)
        .map((contact) => (
          <Person key={contact.id} title="Contact" {...contact} />
        ))}
    </Card>
  );
}

interface PersonProps {
  readonly title: string;
  readonly name?: string | null;
  readonly email?: string | null;
  readonly phone_number?: string | null;
}

function Person({ title, name, email, phone_number }: PersonProps) {
  const shown = name ?? 'Without a name';
  return (
    <div className="mt-3 first:mt-0">
      <p className="eyebrow">{title}</p>
      <p className="font-medium [overflow-wrap:anywhere]">{shown}</p>
      {phone_number && <PhoneLink number={phone_number} who={shown} />}
      {email && (
        <a href={`mailto:${email}`} className="block [overflow-wrap:anywhere] text-accent hover:underline">
          {email}
        </a>
      )}
    </div>
  );
}
