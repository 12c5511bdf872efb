// Dialog that changes order number, description and customer of a booking. Sends only changed fields.
import type { SubmitEvent } from 'react';
import { errorForOtherParams, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { Booking } from '../partner.generated.ts';
import { phoneNumberOf } from './booking-labels.ts';
import { useBookingChange } from './booking-queries.ts';
import { customerFields, customerParams } from './customer-fields.tsx';

interface DetailsDialogProps {
  readonly booking: Booking;
  readonly onClose: () => void;
}

export function DetailsDialog({ booking, onClose }: DetailsDialogProps) {
  const change = useBookingChange(booking.id);
  const toast = useToast();
  const isOver = booking.state === 'completed' || booking.state === 'cancelled';
  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const body = changesOf(booking, new FormData(event.currentTarget));
    if (Object.keys(body).length === 0) {
      onClose();
      return;
    }
    change.mutate(
      { method: 'PATCH', path: '', body },
      {
        onSuccess: () => {
          toast('Booking changed.');
          onClose();
        },
      },
    );
  }
  const failure = errorForOtherParams(change.error, 'order_number', 'description', ...customerParams);
  return (
    <Dialog title={`Change ${booking.hid}`} onClose={onClose}>
      <form onSubmit={save} className="grid gap-4 text-ink">
        <TextField
          data-first
          label="Order number"
          name="order_number"
          maxLength={255}
          defaultValue={booking.order_number ?? ''}
          error={errorForParam(change.error, 'order_number')}
        />
        {isOver ? (
          <p className="text-muted">
            The booking is completed or cancelled: only the order number can change.
          </p>
        ) : (
          <>
            <TextArea
              label="Description for the crew"
              name="description"
              maxLength={5_000}
              defaultValue={booking.description ?? ''}
              error={errorForParam(change.error, 'description')}
            />
            {customerFields(booking.customer, change.error)}
          </>
        )}
        {failure !== null && <FieldError>{failure}</FieldError>}
        <footer className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Close</Button>
          <Button type="submit" look="primary" busy={change.isPending}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function changesOf(booking: Booking, form: FormData): Record<string, unknown> {
  const text = (name: string) => (form.has(name) ? String(form.get(name)).trim() : null);
  const changes: Record<string, unknown> = {};
  for (const name of ['order_number', 'description'] as const) {
    const value = text(name);
    if (value !== null && value !== (booking[name] ?? '')) changes[name] = value === '' ? null : value;
  }
  const before = booking.customer;
  const [name, phone, email] = ['customer_name', 'customer_phone', 'customer_email'].map(text);
  const isSame =
    name === (before?.name ?? '') &&
    phoneNumberOf(phone ?? '') === (before?.phone_number ?? '') &&
    email === (before?.email ?? '');
  if (name === null || isSame) return changes;
  const isEmpty = !name && !phone && !email;
  const customer = isEmpty
    ? null
    : {
        ...(name && { name }),
        ...(phone && { phone_number: phoneNumberOf(phone) }),
        ...(email && { email }),
      };
  // A contact that was made from the customer would keep the old name and number.
  const contacts = booking.contacts
    .filter(({ phone_number }) => phone_number !== before?.phone_number)
    .map(({ name: known, phone_number, email: mail, stop_positions }) => ({
      phone_number,
      stop_positions,
      ...(known !== null && { name: known }),
      ...(mail !== null && { email: mail }),
    }));
  const own = customer && 'phone_number' in customer ? [customer] : [];
  return { ...changes, customer, contacts: [...own, ...contacts] };
}
