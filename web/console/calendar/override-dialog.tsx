// Dialog that adds a capacity override. A preview names the bookings in hours that the override would overbook.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { ApiError } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { Select } from '../../ui/select.tsx';
import { useToast } from '../../ui/toast.tsx';
import type {
  AffectedBooking,
  CapacityCalendar,
  CapacityOverridePreview,
  MadeCapacityOverride,
  NewCapacityOverride,
  OverbookedHour,
} from '../api.ts';
import { productNames } from '../board/board-labels.ts';
import { windowText } from '../bookings/window-text.ts';
import { useWrite } from '../session-context.tsx';
import { clockHour, formatHour } from './calendar-labels.ts';

type Product = NonNullable<NewCapacityOverride['product']>;

export interface OverrideDraft {
  readonly area: string;
  readonly kind: NewCapacityOverride['kind'];
  /** Empty string: all products. */
  readonly product: Product | '';
  readonly day: string;
  readonly hour?: number;
}

interface OverrideDialogProps {
  readonly draft: OverrideDraft;
  readonly view: CapacityCalendar;
  readonly onClose: () => void;
}

const kinds = [
  { value: 'holiday', label: 'Closed all day' },
  { value: 'block', label: 'Closed for some hours' },
  { value: 'capacity', label: 'Different capacity' },
];
const hourOptions = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => ({
    value: clockHour(from + index),
    label: from + index === 24 ? 'midnight' : formatHour(from + index),
  }));

export function OverrideDialog({ draft, view, onClose }: OverrideDialogProps) {
  const [kind, setKind] = useState(draft.kind);
  const [product, setProduct] = useState(draft.product);
  const [firstDay, setFirstDay] = useState(draft.day);
  const [lastDay, setLastDay] = useState(draft.day);
  const [from, setFrom] = useState(clockHour(draft.hour ?? 8));
  const [to, setTo] = useState(clockHour(draft.hour === undefined ? 20 : draft.hour + 1));
  const [capacity, setCapacity] = useState('0');
  const [reason, setReason] = useState('');
  const isAllDay = kind === 'holiday';
  const body: NewCapacityOverride = {
    area: draft.area,
    kind,
    first_day: firstDay,
    last_day: lastDay,
    ...(!isAllDay && { from, to, product: product === '' ? null : product }),
    ...(kind === 'capacity' && { capacity: capacity === '' ? null : Number(capacity) }),
    ...(reason.trim() !== '' && { reason: reason.trim() }),
  };
  const { save, preview } = useOverride(body, onClose);
  const errorFor = (...params: string[]) => {
    const error = save.error ?? preview.error;
    return error instanceof ApiError && error.param !== null && params.includes(error.param)
      ? error.message
      : null;
  };
  return (
    <Dialog
      title="Change the capacity"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <Select
          label="Type"
          options={kinds}
          value={kind}
          onChange={(value) => setKind(value as NewCapacityOverride['kind'])}
        />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="First day"
            type="date"
            value={firstDay}
            error={errorFor('first_day')}
            onChange={(event) => {
              setFirstDay(event.currentTarget.value);
              if (event.currentTarget.value > lastDay) setLastDay(event.currentTarget.value);
            }}
          />
          <TextField
            label="Last day"
            type="date"
            value={lastDay}
            error={errorFor('last_day')}
            onChange={(event) => setLastDay(event.currentTarget.value)}
          />
        </div>
        {!isAllDay && (
          <div className="grid grid-cols-2 gap-3">
            <Select
              label="From"
              options={hourOptions(0, 23)}
              value={from}
              error={errorFor('from')}
              onChange={setFrom}
            />
            <Select
              label="To"
              options={hourOptions(1, 24)}
              value={to}
              error={errorFor('to')}
              onChange={setTo}
            />
          </div>
        )}
        {!isAllDay && (
          <Select
            label="Product"
            options={[
              { value: '', label: 'All products' },
              ...view.products.map((each) => ({ value: each.product, label: productNames[each.product] })),
            ]}
            value={product}
            onChange={(value) => setProduct(value as Product | '')}
          />
        )}
        {kind === 'capacity' && (
          <TextField
            label="Bookings per hour"
            inputMode="numeric"
            value={capacity}
            error={errorFor('capacity')}
            onChange={(event) => setCapacity(event.currentTarget.value.replace(/\D/g, ''))}
          />
        )}
        <TextField
          label="Reason"
          hint="Internal. Partners do not see it."
          value={reason}
          maxLength={255}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        <button type="submit" className="sr-only" tabIndex={-1}>
          Save
        </button>
      </form>
      <OverbookingWarning
        overbooked={preview.data?.overbooked ?? []}
        bookings={preview.data?.bookings ?? []}
      />
      {save.error && errorFor('first_day', 'last_day', 'from', 'to', 'capacity') === null && (
        <p role="alert" className="font-medium text-danger">
          {save.error.message}
        </p>
      )}
    </Dialog>
  );
}

function useOverride(body: NewCapacityOverride, onClose: () => void) {
  const write = useWrite();
  const toast = useToast();
  const client = useQueryClient();
  const { reason: _reason, ...previewBody } = body;
  const preview = useQuery({
    queryKey: ['capacity', 'preview', previewBody],
    queryFn: () => write<CapacityOverridePreview>('POST', '/capacity-overrides/preview', previewBody),
    retry: false,
    staleTime: 5_000,
  });
  const save = useMutation({
    mutationFn: () => write<MadeCapacityOverride>('POST', '/capacity-overrides', body),
    onSuccess: ({ overbooked }) => {
      const count = bookingsIn(overbooked);
      toast(
        count === 0
          ? 'Saved. Partners see the change immediately.'
          : `Saved. ${count} ${count === 1 ? 'booking is' : 'bookings are'} in hours with too little capacity.`,
      );
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['capacity'] }),
  });
  return { preview, save };
}

/** Hours are listed per product, so that their number would not be that of the hours on the calendar. */
const bookingsIn = (overbooked: readonly OverbookedHour[]) =>
  overbooked.reduce((sum, hour) => sum + hour.reserved, 0);

interface OverbookingWarningProps {
  readonly overbooked: readonly OverbookedHour[];
  /** At most 100 of them are named. */
  readonly bookings: readonly AffectedBooking[];
}

function OverbookingWarning({ overbooked, bookings }: OverbookingWarningProps) {
  if (overbooked.length === 0) return null;
  const count = bookingsIn(overbooked);
  return (
    <div role="status">
      <Notice
        tone="warn"
        title={`${count} ${count === 1 ? 'booking is' : 'bookings are'} in hours that would have too little capacity`}
      >
        <p>The bookings are kept. Contact the customers or add crews.</p>
        <ul
          className="mt-1.5 grid max-h-48 gap-1.5 overflow-y-auto text-[0.8125rem]"
          aria-label="Affected bookings"
        >
          {bookings.map((booking) => (
            <AffectedRow key={booking.id} booking={booking} />
          ))}
          {count > bookings.length && <li>and {count - bookings.length} more</li>}
        </ul>
      </Notice>
    </div>
  );
}

function AffectedRow({ booking }: { readonly booking: AffectedBooking }) {
  const { id, hid, product, window_label, account_name, customer_name, customer_phone_number } = booking;
  return (
    <li>
      <Link href={`/bookings/${id}`} className="font-mono font-semibold underline underline-offset-2">
        {hid}
      </Link>{' '}
      {[customer_name ?? account_name, productNames[product], windowText(window_label)]
        .filter(Boolean)
        .join(' · ')}
      {customer_phone_number !== null && (
        <PhoneLink number={customer_phone_number} who={customer_name ?? 'the customer'} isIcon />
      )}
    </li>
  );
}
