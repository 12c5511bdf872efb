// Last step of a new booking: everything that was entered, each part with the way back to it. Books.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { ApiError } from '../../../client/api-request.ts';
import { Button } from '../../../ui/button.tsx';
import { formatDollars } from '../../../ui/dollars.ts';
import { FieldError } from '../../../ui/field.tsx';
import type { Booking } from '../../partner.generated.ts';
import { useWrite } from '../../session-context.tsx';
import { stopName, vehicleOf } from '../booking-labels.ts';
import type { CustomerDraft } from '../contacts/contact-draft.ts';
import { FareLines } from '../price-card.tsx';
import {
  type BookingDraft,
  fieldOfOrder,
  type Order,
  orderOf,
  type StepProps,
  tipOf,
} from './booking-draft.ts';
import { stopNotes, windowText } from './draft-texts.ts';
import { enteredItems, itemText } from './item-draft.ts';
import { StepActions } from './step-actions.tsx';
import type { PricedQuote } from './use-priced-quote.ts';

interface ReviewStepProps extends Pick<StepProps, 'draft' | 'onBack'> {
  readonly priced: PricedQuote;
  readonly onGo: (step: number) => void;
  readonly onBooked: (booking: Booking) => void;
  /** false: a step is incomplete, and the page leads to it. */
  readonly onCheck: () => boolean;
  readonly onFieldRefused: (field: string, message: string) => void;
  readonly onWindowLost: (message: string) => void;
  readonly onQuoteLost: () => void;
}

export function ReviewStep(props: ReviewStepProps) {
  const { draft, priced, onBack, onGo, onCheck } = props;
  const book = useBook(props);
  const fieldError = book.error && fieldOf(book.error, book.variables);
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (onCheck()) book.mutate(orderOf(draft, priced.quote?.id));
      }}
    >
      <ReviewParts draft={draft} priced={priced} onGo={onGo} />
      {book.error && !fieldError && <FieldError>{book.error.message}</FieldError>}
      <StepActions onBack={onBack} busy={book.isPending || priced.quote === null}>
        Book
      </StepActions>
    </form>
  );
}

function useBook({ onBooked, onFieldRefused, onWindowLost, onQuoteLost }: ReviewStepProps) {
  const write = useWrite();
  const client = useQueryClient();
  const keyOf = useStableKey();
  return useMutation({
    mutationFn: ({ body }: Order) =>
      write<Booking>('POST', '/partner/bookings', body, { idempotencyKey: keyOf(body) }),
    onSuccess: (booking) => {
      void client.invalidateQueries({ queryKey: ['bookings'] });
      onBooked(booking);
    },
    onError: (error, order) => {
      if (!(error instanceof ApiError)) return;
      const field = fieldOf(error, order);
      if (error.param === 'arrival_window_id') onWindowLost(error.message);
      else if (error.param === 'quote_id') onQuoteLost();
      else if (field !== null) onFieldRefused(field, error.message);
    },
  });
}

const fieldOf = (error: Error, order: Order | undefined) =>
  error instanceof ApiError && order ? fieldOfOrder(error.param, order) : null;

function ReviewParts({ draft, priced, onGo }: Pick<ReviewStepProps, 'draft' | 'priced' | 'onGo'>) {
  const { stops, contacts, quote, details } = draft;
  const route = quote?.route ?? [];
  const items = enteredItems(draft.items);
  const [low, high = low] = priced.quote?.fare_estimate ?? [];
  const tip = tipOf(details) ?? 0;
  const everywhere = contacts.filter(({ stop }) => stop === null);
  return (
    <div className="grid gap-5">
      <Part title="Route" onChange={() => onGo(0)}>
        <ol className="grid gap-3">
          {stops.map((stop, nth) => (
            <li key={stop.key} className="border-l-2 pl-3">
              <p className="eyebrow">{stopName(nth, stops.length)}</p>
              {stopNotes(stop, route[nth]).map((line, at) => (
                <p key={line} className={at === 0 ? 'font-medium' : 'text-muted'}>
                  {line}
                </p>
              ))}
              {contacts
                .filter((contact) => contact.stop === stop.key)
                .map((contact) => (
                  <PersonLine key={contact.key} label="Contact" who={contact} />
                ))}
            </li>
          ))}
        </ol>
        {items.length > 0 && (
          <div className="mt-3">
            <p className="eyebrow">Items</p>
            <ul>
              {items.map((item) => (
                <li key={item.key}>{itemText(item)}</li>
              ))}
            </ul>
          </div>
        )}
      </Part>
      <Part title="Vehicle and add-ons" onChange={() => onGo(1)}>
        <p className="font-medium">{quote && vehicleOf(quote.product).name}</p>
        <p className="text-muted">{quote && vehicleOf(quote.product).crew}</p>
        {priced.chosen.map(({ slug, name, amount_cents }) => (
          <p key={slug}>
            {name}, {formatDollars(amount_cents)}
          </p>
        ))}
        {priced.chosen.length === 0 && <p className="text-muted">No add-ons</p>}
      </Part>
      <Part title="Time" onChange={() => onGo(2)}>
        <p className="font-medium">{windowText(draft)}</p>
        <p className="text-muted">Arrival at the {draft.ref === 'origin' ? 'pickup' : 'drop-off'}</p>
      </Part>
      <Part title="Details" onChange={() => onGo(3)}>
        <Details draft={draft} />
        {everywhere.map((contact) => (
          <PersonLine key={contact.key} label="Contact for the whole route" who={contact} />
        ))}
      </Part>
      <section aria-label="Price" className="border-t pt-4">
        {low && high ? <FareLines low={low} high={high} /> : <p className="text-muted">Calculating …</p>}
        {tip > 0 && <p className="mt-2 text-muted">The tip of {formatDollars(tip)} is added.</p>}
      </section>
    </div>
  );
}

function Details({ draft: { details } }: { readonly draft: BookingDraft }) {
  const { orderNumber, customer, description, isNotified, isSimulated } = details;
  return (
    <>
      <p>{orderNumber.trim() === '' ? 'Without an order number' : `Order ${orderNumber.trim()}`}</p>
      {`${customer.name}${customer.phone}${customer.email}`.trim() === '' ? (
        <p>Without a customer</p>
      ) : (
        <PersonLine label="Customer" who={customer} />
      )}
      {description.trim() !== '' && <p className="whitespace-pre-line text-muted">{description.trim()}</p>}
      <p className="text-muted">
        {isNotified ? 'Messages are sent to the customer and the contacts.' : 'No messages are sent.'}
      </p>
      {isSimulated && <p className="text-muted">The delivery is simulated.</p>}
    </>
  );
}

function PersonLine({ label, who }: { readonly label: string; readonly who: CustomerDraft }) {
  const { name, phone, email } = who;
  const text = [name, phone, email].map((each) => each.trim()).filter((each) => each !== '');
  if (text.length === 0) return null;
  return (
    <p>
      <span className="text-muted">{label}:</span> {text.join(', ')}
    </p>
  );
}

interface PartProps {
  readonly title: string;
  readonly onChange: () => void;
  readonly children: ReactNode;
}

function Part({ title, onChange, children }: PartProps) {
  return (
    <section aria-label={title} className="flex items-start gap-3 border-t pt-4 first:border-t-0 first:pt-0">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <h3 className="mb-1 font-semibold">{title}</h3>
        {children}
      </div>
      <Button size="small" icon="edit" onClick={onChange}>
        Change<span className="sr-only"> {title.toLowerCase()}</span>
      </Button>
    </section>
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
