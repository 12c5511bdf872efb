// Dialog that delivers a stop again: where the goods are, the price of the new booking, and its window.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import type { Booking, OperatorBooking, RedeliveryQuote } from '../api.ts';
import { useWrite } from '../session-context.tsx';
import { formatCents, formatStopLocation } from './booking-labels.ts';
import { formatZoneNote, freeDays } from './free-windows.ts';
import { useBookingAction } from './use-booking-action.ts';

interface RedeliveryDialogProps {
  readonly details: OperatorBooking;
  readonly stopId: string;
  readonly onClose: () => void;
}

export function RedeliveryDialog({ details, stopId, onClose }: RedeliveryDialogProps) {
  const { booking, account, trouble } = details;
  const [pickup] = booking.route;
  const stop = booking.route.find(({ id }) => id === stopId);
  const [place, setPlace] = useState<'pickup' | 'other'>('pickup');
  const [address, setAddress] = useState('');
  const write = useWrite();
  const quote = useMutation({
    mutationFn: () =>
      write<RedeliveryQuote>(
        'POST',
        `/bookings/${booking.id}/stops/${stopId}/redelivery/quote`,
        place === 'pickup' ? {} : { goods_at: address.trim() },
      ),
  });
  if (!pickup || !stop) return null;
  const isUndecided = trouble !== null && booking.dispatch?.route_position === stop.position;
  return (
    <Dialog title={`Deliver again: ${formatStopLocation(stop)}`} onClose={onClose}>
      <p>
        Creates a new booking of {account.name} with the same contacts, notes and product, at the price below.{' '}
        {isUndecided && 'The failed stop is skipped at the same time. '}
        The contacts of the stop are notified.
      </p>
      <form
        className="grid gap-4 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          quote.mutate();
        }}
      >
        <Select
          label="The goods are at"
          value={place}
          options={[
            { value: 'pickup', label: `The pickup: ${formatStopLocation(pickup)}` },
            { value: 'other', label: 'Another address' },
          ]}
          onChange={(value) => {
            setPlace(value === 'other' ? 'other' : 'pickup');
            quote.reset();
          }}
        />
        {place === 'other' && (
          <TextField
            label="Address of the goods"
            required
            maxLength={255}
            value={address}
            onChange={(event) => {
              setAddress(event.currentTarget.value);
              quote.reset();
            }}
          />
        )}
        {quote.error && <FieldError>{quote.error.message}</FieldError>}
        {!quote.data && (
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" busy={quote.isPending}>
              Show price and windows
            </Button>
          </div>
        )}
      </form>
      {quote.data && (
        <ChooseWindow booking={booking} stopId={stopId} redelivery={quote.data} onClose={onClose} />
      )}
    </Dialog>
  );
}

/** "$42.00", or the range of the estimate. */
function formatPrice({ fare_estimate: estimate }: RedeliveryQuote['quote']): string {
  const totals = estimate.map(({ total }) => formatCents(total));
  return [...new Set(totals)].join(' to ');
}

interface ChooseWindowProps {
  readonly booking: Booking;
  readonly stopId: string;
  readonly redelivery: RedeliveryQuote;
  readonly onClose: () => void;
}

function ChooseWindow({ booking, stopId, redelivery, onClose }: ChooseWindowProps) {
  const { quote, schedule } = redelivery;
  // Another day, not as soon as possible.
  const data = schedule.data.filter(({ start_at: start }) => start !== null);
  const days = freeDays({ ...schedule, data }, '');
  const [day, setDay] = useState(days[0]?.value ?? '');
  const windows = days.find(({ value }) => value === day)?.windows ?? [];
  const [windowId, setWindowId] = useState(windows[0]?.value ?? '');
  const action = useBookingAction(booking.id);
  const [, navigate] = useLocation();
  function book(): void {
    action.mutate(
      {
        path: `/stops/${stopId}/redelivery`,
        body: { quote_id: quote.id, arrival_window_id: windowId },
        done: 'The new delivery is booked.',
      },
      {
        onSuccess: (created) => {
          onClose();
          navigate(`/bookings/${(created as Booking).id}`);
        },
      },
    );
  }
  return (
    <div className="grid gap-4 text-ink">
      <p>
        Price: <strong>{formatPrice(quote)}</strong>, as for any booking of the organization.
      </p>
      {days.length === 0 ? (
        <p>No window is free. Open more capacity in the calendar, or ask for other goods or addresses.</p>
      ) : (
        <div className="grid gap-3 sm:grid-cols-2">
          <Select
            label="Day"
            value={day}
            options={days}
            onChange={(value) => {
              setDay(value);
              setWindowId(days.find((each) => each.value === value)?.windows[0]?.value ?? '');
            }}
          />
          <Select
            label="Window at drop-off"
            value={windowId}
            options={windows}
            hint={formatZoneNote(schedule.time_zone)}
            onChange={setWindowId}
          />
        </div>
      )}
      {action.error && <FieldError>{action.error.message}</FieldError>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" busy={action.isPending} disabled={windowId === ''} onClick={book}>
          Book the delivery
        </Button>
      </div>
    </div>
  );
}
