// Booking page: one booking with its route, fare, crew, contacts, notes and history.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { Badge } from '../../ui/badge.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { OperatorBooking } from '../api.ts';
import { useHasRole } from '../session-context.tsx';
import { awaitsCompletion, bookingStateLabels } from './booking-labels.ts';
import { bookingQuery } from './booking-queries.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ContactCard } from './contact-card.tsx';
import { CrewCard } from './crew-card.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { BookingDetailsCard } from './facts-card.tsx';
import { FareCard } from './fare-card.tsx';
import { NotesCard } from './notes-card.tsx';
import { RouteCard } from './route-card.tsx';
import { DeliveriesCard, TimelineCard } from './timeline-card.tsx';

export function BookingDetailsPage({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(bookingQuery(id));
  if (error && !data) return <LoadError error={error} onRetry={refetch} what="booking" />;
  if (!data)
    return (
      <>
        <PageHead title="Booking" back={{ href: '/bookings', label: 'Bookings' }} />
        <SkeletonRows rows={8} label="Loading the booking" />
      </>
    );
  // The URL may contain the hid; SSE invalidations name the id, so redirect to it.
  if (data.booking.id !== id) return <Redirect to={`/bookings/${data.booking.id}`} replace />;
  return <Details details={data} />;
}

function Details({ details }: { readonly details: OperatorBooking }) {
  const { booking, account, trouble, day } = details;
  const { words, tone } = bookingStateLabels[booking.state];
  const mayAct = useHasRole('dispatcher');
  const [openDialog, setOpenDialog] = useState<'edit' | 'cancel' | null>(null);
  const isOpen =
    booking.state === 'created' || (booking.state === 'dispatched' && !awaitsCompletion(booking));
  return (
    <>
      <PageHead
        title={`Booking ${booking.hid}`}
        back={{ href: '/bookings', label: 'Bookings' }}
        heading={
          <span className="flex flex-wrap items-center gap-2.5">
            <span className="font-mono tracking-tight">{booking.hid}</span>
            <Badge tone={tone}>{words}</Badge>
          </span>
        }
        lead={`${account.name} · ${booking.arrival_window.label}`}
        actions={
          <>
            <ButtonLink href={`/board${day === null ? '' : `?day=${day}`}`} icon="board">
              Open the board
            </ButtonLink>
            {mayAct && isOpen && (
              <>
                <Button icon="edit" onClick={() => setOpenDialog('edit')}>
                  Edit booking
                </Button>
                <Button look="danger-quiet" icon="close" onClick={() => setOpenDialog('cancel')}>
                  Cancel booking
                </Button>
              </>
            )}
          </>
        }
      />
      {trouble !== null && (
        <Notice tone="bad" title="The crew cannot complete its current stop">
          Reason: “{trouble}”. Let the crew try again, skip the stop, or cancel the booking.
        </Notice>
      )}
      {booking.cancellation && (
        <Notice tone="quiet" title={`Cancelled by ${booking.cancellation.by}`}>
          {booking.cancellation.reason ?? 'No reason given.'}
        </Notice>
      )}
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid gap-5">
          <RouteCard
            details={details}
            mayMove={mayAct && booking.state === 'dispatched'}
            mayEdit={mayAct && isOpen}
          />
          <FareCard details={details} />
          <TimelineCard timeline={details.timeline} />
          <DeliveriesCard deliveries={details.deliveries} />
        </div>
        <div className="grid gap-5">
          <CrewCard details={details} />
          <BookingDetailsCard details={details} />
          <NotesCard details={details} mayWrite={mayAct} />
          <ContactCard details={details} mayWrite={mayAct} />
        </div>
      </div>
      {openDialog === 'edit' && <EditDialog booking={booking} onClose={() => setOpenDialog(null)} />}
      {openDialog === 'cancel' && <CancelDialog booking={booking} onClose={() => setOpenDialog(null)} />}
    </>
  );
}
