// Step 4 of a new booking: customer, order number, texts and tip. Books.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useRef, useState } from 'react';
import { ApiError, errorForOtherParams, errorForParam } from '../../../client/api-request.ts';
import { FieldError, TextField } from '../../../ui/field.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import type { Booking } from '../../partner.generated.ts';
import { useSession, useWrite } from '../../session-context.tsx';
import { customerFields, customerParams } from '../customer-fields.tsx';
import { type ContactInput, contactsAgain } from './book-again.ts';
import { orderOf, type StepProps } from './booking-draft.ts';
import { StepActions } from './step-actions.tsx';

interface DetailsStepProps extends StepProps {
  readonly onBooked: (booking: Booking) => void;
  readonly onWindowLost: (message: string) => void;
  readonly onQuoteLost: () => void;
}

const ownParams = ['order_number', 'description', 'tip', ...customerParams];

export function DetailsStep({ draft, onBack, onBooked, onWindowLost, onQuoteLost }: DetailsStepProps) {
  const { again } = draft;
  const contacts = again === null ? [] : contactsAgain(again);
  const { session } = useSession();
  const write = useWrite();
  const client = useQueryClient();
  const [fault, setFault] = useState<ApiError | null>(null);
  const keyOf = useStableKey();
  const book = useMutation({
    mutationFn: (order: object) =>
      write<Booking>('POST', '/partner/bookings', order, { idempotencyKey: keyOf(order) }),
    onSuccess: (booking) => {
      void client.invalidateQueries({ queryKey: ['bookings'] });
      onBooked(booking);
    },
    onError: (error) => {
      if (!(error instanceof ApiError)) return;
      if (error.param === 'arrival_window_id') onWindowLost(error.message);
      else if (error.param === 'quote_id') onQuoteLost();
    },
  });

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const result = orderOf(draft, form);
    if ('order' in result) {
      setFault(null);
      const isWithContacts = contacts.length > 0 && form.get('contacts') === 'on';
      book.mutate({ ...result.order, ...(isWithContacts && { contacts }) });
    } else {
      setFault(new ApiError(400, result));
    }
  }

  const error = fault ?? book.error;
  const failure = errorForOtherParams(error, ...ownParams);
  return (
    <form onSubmit={submit} noValidate className="grid gap-4">
      <TextField
        label="Order number"
        name="order_number"
        maxLength={255}
        defaultValue={again?.order_number ?? ''}
        hint="Your own reference. Statements show it."
        error={errorForParam(error, 'order_number')}
      />
      {customerFields(again?.customer ?? null, error)}
      {contacts.length > 0 && <Contacts contacts={contacts} />}
      <TextArea
        label="Description for the crew"
        name="description"
        maxLength={5_000}
        defaultValue={again?.description ?? ''}
        hint="What is moved, and what the crew should know."
        error={errorForParam(error, 'description')}
      />
      <TextField
        label="Tip for the crew, in dollars"
        name="tip"
        inputMode="decimal"
        className="sm:max-w-60"
        error={errorForParam(error, 'tip')}
      />
      <label className="flex items-start gap-2.5">
        <input
          type="checkbox"
          name="notify"
          defaultChecked={again?.customer_notifications_enabled ?? true}
          className="mt-0.5 size-4 flex-none accent-accent"
        />
        <span>Send messages about the delivery to the customer</span>
      </label>
      {session.environment === 'sandbox' && (
        <label className="flex items-start gap-2.5">
          <input type="checkbox" name="simulate" className="mt-0.5 size-4 flex-none accent-accent" />
          <span>
            Simulate the delivery
            <span className="block text-[0.8125rem] text-muted">
              Sandbox only: a simulated crew starts at once and completes every stop.
            </span>
          </span>
        </label>
      )}
      {failure !== null && <FieldError>{failure}</FieldError>}
      <StepActions onBack={onBack} busy={book.isPending}>
        Book
      </StepActions>
    </form>
  );
}

/** Contacts of the booking that is repeated. Without them, the customer is the contact. */
function Contacts({ contacts }: { readonly contacts: readonly ContactInput[] }) {
  return (
    <label className="flex items-start gap-2.5">
      <input
        type="checkbox"
        name="contacts"
        defaultChecked
        className="mt-0.5 size-4 flex-none accent-accent"
      />
      <span>
        Same contacts as before
        <span className="block text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
          {contacts
            .map(({ name, phone_number, email }) => [name, phone_number, email].filter(Boolean).join(', '))
            .join('; ')}
        </span>
      </span>
    </label>
  );
}

/** One Idempotency-Key per order: sending the same order again after a lost response does not book twice. */
function useStableKey(): (order: object) => string {
  const last = useRef({ order: '', key: '' });
  return (order) => {
    const text = JSON.stringify(order);
    if (last.current.order !== text) last.current = { order: text, key: crypto.randomUUID() };
    return last.current.key;
  };
}
