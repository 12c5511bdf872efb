// Dialog that edits a booking on behalf of the partner. Sends only changed fields.
import { type SubmitEvent, useState } from 'react';
import { ApiError, errorForParam } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import type { Booking } from '../api.ts';
import { bookingEditOf } from './booking-edit.ts';
import { useBookingAction } from './use-booking-action.ts';
import { WindowFields } from './window-fields.tsx';

/** Params with a field of their own, which shows their error. */
const paramsWithField =
  /^(description|order_number|arrival_window_(id|from|to)|customer(\.name|\.phone_number)?|contacts\[\d+\](\.name|\.phone_number)?)$/;

interface EditDialogProps {
  readonly booking: Booking;
  readonly onClose: () => void;
}

export function EditDialog({ booking, onClose }: EditDialogProps) {
  const action = useBookingAction(booking.id);
  const [isUnchanged, setIsUnchanged] = useState(false);
  const problem = action.error instanceof ApiError ? action.error : null;
  /** Message about one of the params, which names the field by its label. */
  const errorFor = (label: string, ...params: readonly string[]) =>
    params.map((param) => errorForParam(action.error, param, label)).find((text) => text !== null) ?? null;
  const isFormError = action.error && !paramsWithField.test(problem?.param ?? '');

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const body = bookingEditOf(booking, new FormData(event.currentTarget));
    if (Object.keys(body).length === 0) {
      setIsUnchanged(true);
      return;
    }
    action.mutate({ method: 'PATCH', path: '', body, done: 'Booking updated.' }, { onSuccess: onClose });
  }

  const { customer, contacts } = booking;
  return (
    <Dialog title={`Edit ${booking.hid}`} onClose={onClose}>
      <form onSubmit={save} className="grid gap-3 text-ink">
        <p className="text-muted">The partner receives the same events as for its own changes.</p>
        <WindowFields
          booking={booking}
          errors={{
            from: errorFor('The arrival window', 'arrival_window_from', 'arrival_window_id'),
            to: errorFor('The end of the window', 'arrival_window_to'),
          }}
        />
        <TextField
          label="Order number"
          name="order_number"
          maxLength={255}
          defaultValue={booking.order_number ?? ''}
          error={errorFor('The order number', 'order_number')}
        />
        <TextArea
          label="Description"
          name="description"
          maxLength={5_000}
          defaultValue={booking.description ?? ''}
          error={errorFor('The description', 'description')}
        />
        <fieldset className="grid gap-3 sm:grid-cols-2">
          <legend className="sr-only">Customer</legend>
          <TextField
            label="Customer"
            name="customer_name"
            maxLength={255}
            defaultValue={customer?.name ?? ''}
            error={errorFor('The customer', 'customer', 'customer.name')}
          />
          <TextField
            label="Customer phone"
            name="customer_phone"
            type="tel"
            defaultValue={customer?.phone_number ?? ''}
            error={errorFor('The phone number', 'customer.phone_number')}
          />
        </fieldset>
        {contacts.map(({ id, name, phone_number }, nth) => (
          <fieldset key={id} className="grid gap-3 sm:grid-cols-2">
            <legend className="sr-only">Contact {nth + 1}</legend>
            <TextField
              label={`Contact ${nth + 1}`}
              name={`contact_name_${id}`}
              maxLength={255}
              defaultValue={name ?? ''}
              error={errorFor('The name', `contacts[${nth}].name`)}
            />
            <TextField
              label="Phone"
              name={`contact_phone_${id}`}
              type="tel"
              required
              defaultValue={phone_number}
              error={errorFor('The phone number', `contacts[${nth}].phone_number`, `contacts[${nth}]`)}
            />
          </fieldset>
        ))}
        {isFormError && <FieldError>{action.error?.message}</FieldError>}
        {isUnchanged && <p role="status">No changes to save.</p>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Close without saving</Button>
          <Button type="submit" look="primary" busy={action.isPending}>
            Save
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
