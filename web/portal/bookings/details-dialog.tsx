// Dialog that changes order number, texts, customer, contacts per stop and add-ons of a booking. Sends only changed fields.
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { ApiError } from '../../client/api-request.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FieldError, TextField } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useToast } from '../../ui/toast.tsx';
import type { AddonsOnOffer } from '../api.generated.ts';
import type { Booking } from '../partner.generated.ts';
import { callPortal } from '../portal-api.ts';
import { AddonList } from './addon-list.tsx';
import { stopName } from './booking-labels.ts';
import { useBookingChange, usePricePreview } from './booking-queries.ts';
import { contactFaults, customerFaults, type Faults, fieldOfParam } from './contacts/contact-draft.ts';
import { ContactFields } from './contacts/contact-fields.tsx';
import { CustomerFields } from './customer-fields.tsx';
import {
  addonsOf,
  changesOf,
  type DetailsChange,
  detailsOf,
  isSameSet,
  peopleOf,
} from './details-changes.ts';
import { useFocusFault } from './new/use-focus-fault.ts';
import { PriceChange } from './price-change.tsx';
import { addressOf } from './stop-address.ts';
import { stopPhrase } from './stop-changes.ts';

interface DetailsDialogProps {
  readonly booking: Booking;
  readonly onClose: () => void;
}

export function DetailsDialog({ booking, onClose }: DetailsDialogProps) {
  const [details, setDetails] = useState(() => detailsOf(booking));
  const [faults, setFaults] = useState<Faults>({});
  const form = useFocusFault(faults);
  const change = useBookingChange(booking.id);
  const toast = useToast();
  const isOver = booking.state === 'completed' || booking.state === 'cancelled';
  const set = (next: Partial<DetailsChange>) => setDetails((before) => ({ ...before, ...next }));

  function save(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const found = { ...customerFaults(details.customer), ...contactFaults(details.contacts) };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    const body = changesOf(booking, details);
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
        onError: (error) => setFaults(faultOf(error, booking, details)),
      },
    );
  }

  const isShownAtField = Object.keys(faultOf(change.error, booking, details)).length > 0;
  return (
    <Dialog title={`Change ${booking.hid}`} onClose={onClose}>
      <form ref={form} onSubmit={save} noValidate className="grid gap-4 text-ink">
        <TextField
          data-first
          label="Order number"
          maxLength={255}
          value={details.orderNumber}
          error={faults['order_number']}
          onChange={(event) => set({ orderNumber: event.currentTarget.value })}
        />
        {isOver ? (
          <p className="text-muted">
            The booking is completed or cancelled: only the order number can change.
          </p>
        ) : (
          <>
            <TextArea
              label="Description for the crew"
              maxLength={5_000}
              value={details.description}
              error={faults['description']}
              onChange={(event) => set({ description: event.currentTarget.value })}
            />
            <CustomerFields
              customer={details.customer}
              onChange={(customer) => set({ customer })}
              faults={faults}
            />
            <StopContacts {...{ booking, details, faults }} onChange={set} />
            <Addons {...{ booking, details }} onChange={set} />
          </>
        )}
        {change.error && !isShownAtField && <FieldError>{change.error.message}</FieldError>}
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

function faultOf(error: Error | null, booking: Booking, details: DetailsChange): Faults {
  if (!(error instanceof ApiError) || error.param === null) return {};
  const { param, message } = error;
  const field =
    param === 'order_number' || param === 'description'
      ? param
      : fieldOfParam(param, peopleOf(booking, details));
  return field === null ? {} : { [field]: message };
}

interface PartProps extends Pick<DetailsDialogProps, 'booking'> {
  readonly details: DetailsChange;
  readonly onChange: (change: Partial<DetailsChange>) => void;
}

/** Contacts of the whole route only where there are some: the customer is the usual one. */
function StopContacts({ booking, details, faults, onChange }: PartProps & { readonly faults: Faults }) {
  const { contacts } = details;
  const stopCount = booking.route.length;
  const setContacts = (next: DetailsChange['contacts']) => onChange({ contacts: next });
  return (
    <section aria-label="Contacts" className="grid gap-3">
      <h3 className="font-semibold">Contacts</h3>
      {booking.route.map((stop) => (
        <div key={stop.id} className="grid gap-2 border-l-2 pl-4">
          <p className="[overflow-wrap:anywhere]">
            <span className="eyebrow block">{stopName(stop.position, stopCount)}</span>
            {addressOf(stop)}
          </p>
          <ContactFields
            stop={stop.id}
            place={stopPhrase(stop.position, stopCount)}
            contacts={contacts}
            onChange={setContacts}
            faults={faults}
          />
        </div>
      ))}
      <div className="grid gap-2 border-l-2 pl-4">
        <p className="eyebrow">Whole route</p>
        <ContactFields
          stop={null}
          place="the whole route"
          contacts={contacts}
          onChange={setContacts}
          faults={faults}
        />
      </div>
    </section>
  );
}

function Addons({ booking, details, onChange }: PartProps) {
  const { addons } = details;
  const isEditable = booking.state === 'created';
  const offer = useQuery({
    queryKey: ['booking', booking.id, 'addons-on-offer'],
    queryFn: ({ signal }) => callPortal<AddonsOnOffer>(`/bookings/${booking.id}/addons`, { signal }),
    enabled: isEditable,
  });
  const isChanged = !isSameSet(addons, addonsOf(booking));
  const preview = usePricePreview(booking, isChanged ? { path: '/addons/preview', body: { addons } } : null);
  if (!isEditable) return <p className="text-muted">Add-ons could be changed until a crew was assigned.</p>;
  return (
    <>
      <AddonList
        offer={offer.data?.data ?? []}
        chosen={addons}
        onChange={(next) => onChange({ addons: next })}
      />
      <div role="status">{isChanged && <PriceChange preview={preview} />}</div>
      <p className="text-[0.8125rem] text-muted">
        Another vehicle needs a new booking: cancel this one, then use “Book again”.
      </p>
    </>
  );
}
