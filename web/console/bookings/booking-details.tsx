// Booking page: one booking with its route, fare, crew, contacts, notes and history.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Redirect } from 'wouter';
import { query } from '../../client/api-request.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ButtonLink } from '../../ui/button-link.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { OperatorBooking } from '../api.ts';
import { AssignCrewDialog } from '../board/assign-crew-dialog.tsx';
import { assignment } from '../board/board-moves.ts';
import { UnassignDialog } from '../board/unassign-dialog.tsx';
import { useBoardMoves } from '../board/use-board-moves.ts';
import { WriteMessageDialog } from '../messages/write-message-dialog.tsx';
import { useHasRole } from '../session-context.tsx';
import {
  awaitsCompletion,
  bookingBadge,
  cancellationReason,
  cancellationTitle,
  stopStatus,
} from './booking-labels.ts';
import { bookingQuery } from './booking-queries.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import { ContactCard } from './contact-card.tsx';
import { CrewCard } from './crew-card.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { BookingDetailsCard } from './facts-card.tsx';
import { FailedStopNotice } from './failed-stop-notice.tsx';
import { FareCard } from './fare-card.tsx';
import { LateNotice } from './late-notice.tsx';
import { NotesCard } from './notes-card.tsx';
import { OffersCard } from './offers-card.tsx';
import { RedeliveryDialog } from './redelivery-dialog.tsx';
import { RedeliveryNotices } from './redelivery-notices.tsx';
import { RouteCard } from './route-card.tsx';
import { DeliveriesCard, TimelineCard } from './timeline-card.tsx';
import { windowText } from './window-text.ts';

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

type OpenDialog = 'assign' | 'unassign' | 'edit' | 'cancel' | 'message';

function Details({ details }: { readonly details: OperatorBooking }) {
  const { booking, account, crew, trouble, day } = details;
  const { id, hid } = booking;
  const crewId = crew?.id ?? null;
  const { words, tone } = bookingBadge(details);
  const mayAct = useHasRole('dispatcher');
  const [openDialog, setOpenDialog] = useState<OpenDialog | null>(null);
  /** Stop that the open dialog delivers again. */
  const [redelivered, setRedelivered] = useState<string | null>(null);
  const { move } = useBoardMoves();
  const closeDialog = () => setOpenDialog(null);
  const hasUndelivered =
    trouble !== null || booking.route.some(({ position }) => stopStatus(booking, position) === 'skipped');
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
        lead={[booking.customer?.name, account.name, windowText(booking.arrival_window.label)]
          .filter(Boolean)
          .join(' · ')}
        actions={
          <>
            {mayAct && booking.state === 'created' && (
              <Button
                look={details.planned ? 'quiet' : 'primary'}
                icon="people"
                onClick={() => setOpenDialog('assign')}
              >
                Assign a crew
              </Button>
            )}
            <ButtonLink href={`/board${query({ day, booking: booking.id })}`} icon="board">
              Show on the board
            </ButtonLink>
            {mayAct && isOpen && (
              <>
                <Button icon="edit" onClick={() => setOpenDialog('edit')}>
                  Edit booking
                </Button>
                {trouble === null && (
                  <Button look="danger-quiet" icon="close" onClick={() => setOpenDialog('cancel')}>
                    Cancel booking
                  </Button>
                )}
              </>
            )}
          </>
        }
      />
      {trouble === null && isOpen && crewId !== null && (
        <LateNotice
          bookingId={id}
          mayAct={mayAct}
          onReassign={() => setOpenDialog('assign')}
          onWrite={() => setOpenDialog('message')}
        />
      )}
      {trouble !== null && (
        <FailedStopNotice
          details={details}
          reason={trouble}
          mayDecide={mayAct && isOpen}
          onWrite={() => setOpenDialog('message')}
          onRedeliver={setRedelivered}
          onCancel={() => setOpenDialog('cancel')}
        />
      )}
      <RedeliveryNotices details={details} mayRedeliver={mayAct} onRedeliver={setRedelivered} />
      {booking.cancellation && (
        <Notice tone="quiet" title={cancellationTitle(booking.cancellation)}>
          {cancellationReason(booking.cancellation)}
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
          <TimelineCard
            timeline={details.timeline}
            stopCount={booking.route.length}
            timeZone={details.time_zone}
          />
          <DeliveriesCard deliveries={details.deliveries} />
        </div>
        <div className="grid gap-5">
          <CrewCard
            details={details}
            mayReassign={mayAct && isOpen && crew !== null}
            onAssign={() => setOpenDialog('assign')}
            onUnassign={() => setOpenDialog('unassign')}
          />
          <OffersCard details={details} />
          <BookingDetailsCard details={details} />
          <NotesCard details={details} mayWrite={mayAct} />
          <ContactCard details={details} mayWrite={mayAct} onWrite={() => setOpenDialog('message')} />
        </div>
      </div>
      {openDialog === 'assign' && (
        <AssignCrewDialog
          bookingId={id}
          hid={hid}
          crewId={crewId}
          note={[windowText(booking.arrival_window.label), crew && `with ${crew.name}`]
            .filter(Boolean)
            .join(' · ')}
          offer={details.offer}
          timeZone={details.time_zone}
          onAssign={(choice) => {
            const { move: requested, done } = assignment({ id, hid, crewId }, choice);
            closeDialog();
            void move(requested, done);
          }}
          onClose={closeDialog}
        />
      )}
      {openDialog === 'unassign' && (
        <UnassignDialog
          hid={hid}
          crewName={crew?.name ?? 'its crew'}
          onConfirm={(reason) => {
            closeDialog();
            void move({ bookingId: id, hid, from: crewId, to: null, reason }, `${hid} is unassigned again.`);
          }}
          onClose={closeDialog}
        />
      )}
      {redelivered !== null && (
        <RedeliveryDialog details={details} stopId={redelivered} onClose={() => setRedelivered(null)} />
      )}
      {openDialog === 'message' && (
        <WriteMessageDialog
          bookingId={id}
          hid={hid}
          template={hasUndelivered ? 'not_delivered' : isOpen ? 'late' : 'custom'}
          hasUndelivered={hasUndelivered}
          hasRedelivery={details.redeliveries.some(({ state }) => state !== 'cancelled')}
          onClose={closeDialog}
        />
      )}
      {openDialog === 'edit' && <EditDialog booking={booking} onClose={closeDialog} />}
      {openDialog === 'cancel' && (
        <CancelDialog booking={booking} timeZone={details.time_zone} onClose={closeDialog} />
      )}
    </>
  );
}
