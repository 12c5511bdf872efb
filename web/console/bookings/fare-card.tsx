// Fare of a booking with its billing records and payments, and a dialog that adds an adjustment.
import { type SubmitEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { Select } from '../../ui/select.tsx';
import type { Booking, OperatorBooking } from '../api.ts';
import { useHasRole } from '../session-context.tsx';
import { formatCents } from './booking-labels.ts';
import { plainLabel } from './timeline-labels.ts';
import { useBookingAction } from './use-booking-action.ts';

type Fare = NonNullable<Booking['fare']>;

/** Why there is no fare. */
function fareNoteOf({ booking, billing_records: records }: OperatorBooking): string {
  if (booking.state !== 'cancelled') return '. The final fare is set when the booking is completed.';
  return records.some(({ kind }) => kind === 'cancellation_fee')
    ? '. The booking is cancelled: only the cancellation fee is charged.'
    : '. The booking is cancelled: nothing is charged.';
}

export function FareCard({ details }: { readonly details: OperatorBooking }) {
  const { booking, billing_records: records, payment_operations: payments } = details;
  const mayAdjust = useHasRole('admin') && booking.fare !== null;
  const [isAdjusting, setIsAdjusting] = useState(false);
  const estimate = booking.quote?.fare_estimate ?? [];
  const [low, high] = [estimate[0], estimate.at(-1)];
  return (
    <Card
      title="Fare"
      aside={
        mayAdjust && (
          <Button size="small" icon="money" onClick={() => setIsAdjusting(true)}>
            Adjust or refund
          </Button>
        )
      }
    >
      {booking.fare ? (
        <FareLines fare={booking.fare} />
      ) : (
        <p>
          {low && high
            ? low.total === high.total
              ? `Estimate ${formatCents(low.total)}`
              : `Estimate ${formatCents(low.total)} to ${formatCents(high.total)}`
            : 'No estimate'}
          <span className="text-muted">{fareNoteOf(details)}</span>
        </p>
      )}
      {records.length > 0 && (
        <table className="mt-4 w-full text-left text-[0.8125rem]">
          <caption className="eyebrow pb-1 text-left">Billing records</caption>
          <tbody>
            {records.map(({ id, kind, amount, occurred_at }) => (
              <tr key={id} className="border-t">
                <td className="py-1">{plainLabel(kind)}</td>
                <td className="py-1 text-muted">
                  <RelativeTime at={occurred_at} />
                </td>
                <td className="py-1 text-right tabular-nums">{formatCents(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {payments.length > 0 && (
        <table className="mt-4 w-full text-left text-[0.8125rem]">
          <caption className="eyebrow pb-1 text-left">Payments</caption>
          <tbody>
            {payments.map(({ kind, amount, status, asked_at }) => (
              <tr key={`${kind} ${asked_at}`} className="border-t">
                <td className="py-1">
                  {plainLabel(kind)}, {status}
                </td>
                <td className="py-1 text-muted">
                  <RelativeTime at={asked_at} />
                </td>
                <td className="py-1 text-right tabular-nums">{formatCents(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isAdjusting && <AdjustDialog booking={booking} onClose={() => setIsAdjusting(false)} />}
    </Card>
  );
}

function FareLines({ fare }: { readonly fare: Fare }) {
  const lines: readonly (readonly [string, number])[] = [
    ['Base', fare.base],
    ['Labor', fare.labor],
    ['Distance', fare.travel_distance],
    ['Driving time', fare.travel_duration],
    ['Stops', fare.stops],
    ...fare.adjustments.map(({ name, amount }) => [name, amount] as const),
  ];
  return (
    <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1">
      {lines
        .filter(([, amount]) => amount !== 0)
        .map(([name, amount], nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two adjustments may be alike
          <div key={nth} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right tabular-nums">{formatCents(amount)}</dd>
          </div>
        ))}
      <dt className="border-t pt-1 font-semibold">Total</dt>
      <dd className="border-t pt-1 text-right font-semibold tabular-nums">{formatCents(fare.total)}</dd>
    </dl>
  );
}

const kinds = [
  { value: 'refund', label: 'Refund' },
  { value: 'credit', label: 'Credit' },
  { value: 'discount', label: 'Discount' },
  { value: 'surcharge', label: 'Surcharge' },
  { value: 'wait_time', label: 'Waiting time' },
  { value: 'toll', label: 'Toll' },
];
const reducingKinds = ['refund', 'credit', 'discount'];

function AdjustDialog({ booking, onClose }: { readonly booking: Booking; readonly onClose: () => void }) {
  const action = useBookingAction(booking.id);
  const [kind, setKind] = useState('refund');
  const [fault, setFault] = useState<string | null>(null);
  const reduces = reducingKinds.includes(kind);
  const mostCents = booking.fare?.total ?? 0;
  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const cents = Math.round(Number(form.get('amount')) * 100);
    const problem = !(cents > 0)
      ? 'Enter an amount of at least $0.01.'
      : reduces && cents > mostCents
        ? `Enter at most ${formatCents(mostCents)}, the total of the fare.`
        : null;
    setFault(problem);
    if (problem !== null) return;
    const amount = reduces ? -cents : cents;
    const body = { kind, name: String(form.get('name')).trim(), amount };
    action.mutate({ path: '/adjustments', body, done: 'Fare adjusted.' }, { onSuccess: onClose });
  }
  return (
    <Dialog title={`Adjust the fare of ${booking.hid}`} onClose={onClose}>
      <form onSubmit={save} className="grid gap-3 text-ink">
        <p className="text-muted">
          Adds an adjustment line to the fare. Overpaid amounts are refunded to the original payment method.
          The partner is notified.
        </p>
        <div className="grid grid-cols-2 gap-3">
          <Select label="Kind" value={kind} options={kinds} onChange={setKind} />
          <TextField
            label="Amount in dollars"
            name="amount"
            type="number"
            min="0.01"
            step="0.01"
            required
            hint={reduces ? `Reduces the fare, by at most ${formatCents(mostCents)}` : 'Increases the fare'}
            error={fault}
          />
        </div>
        <TextField label="Reason (the partner sees it)" name="name" required maxLength={255} />
        {action.error && <FieldError>{action.error.message}</FieldError>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close without saving</Button>
          <Button type="submit" look="primary" busy={action.isPending}>
            Adjust fare
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
