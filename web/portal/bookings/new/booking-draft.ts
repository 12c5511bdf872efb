// What a person has entered for a new booking, and the requests that follow from it.
import { parseDollars } from '../../../ui/dollars.ts';
import type { ArrivalWindow, BatchQuote, Booking, Quote } from '../../partner.generated.ts';
import { phoneNumberOf } from '../booking-labels.ts';
import { type AddressedStop, addressOf } from '../stop-address.ts';

export interface StopDraft {
  readonly key: number;
  readonly address: string;
  readonly unit: string;
  readonly instructions: string;
}

export interface BookingDraft {
  readonly stops: readonly StopDraft[];
  readonly quotes: BatchQuote | null;
  readonly quote: Quote | null;
  readonly ref: 'origin' | 'destination';
  readonly window: (ArrivalWindow & { readonly timeZone: string }) | null;
  /** The booking that is repeated; null for a new order. */
  readonly again: Booking | null;
}

/** Properties of every step. */
export interface StepProps {
  readonly draft: BookingDraft;
  readonly onChange: (change: Partial<BookingDraft>) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
}

let lastKey = 0;
export const emptyStop = (): StopDraft => ({ key: ++lastKey, address: '', unit: '', instructions: '' });

export const emptyDraft = (): BookingDraft => ({
  stops: [emptyStop(), emptyStop()],
  quotes: null,
  quote: null,
  ref: 'origin',
  window: null,
  again: null,
});

export function quoteRequest({ stops }: Pick<BookingDraft, 'stops'>) {
  return {
    stops: stops.map(({ address, unit, instructions }) => ({
      location: address.trim(),
      ...(unit.trim() !== '' && { address2: unit.trim() }),
      ...(instructions.trim() !== '' && { instructions: instructions.trim() }),
    })),
  };
}

/** The address that the geocoder found for a stop; null: none yet, or it is the one that was entered. */
export function foundAddress(entered: string, stop: AddressedStop | undefined): string | null {
  if (!stop) return null;
  const address = addressOf({ location: { ...stop.location, address2: null } });
  const plain = (text: string) =>
    text
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, ' ')
      .trim();
  return plain(address) === plain(entered) ? null : address;
}

/** The order that the form of the last step adds up to; or the field that is wrong, and why. */
export function orderOf(
  { quote, window, ref }: BookingDraft,
  form: FormData,
): { readonly order: object } | { readonly param: string; readonly message: string } {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const tip = text('tip') === '' ? 0 : parseDollars(text('tip'));
  if (tip === null || (tip > 0 && tip < 100))
    return { param: 'tip', message: 'Enter an amount in dollars: nothing, or at least $1.00.' };
  const [name, phone, email] = [text('customer_name'), text('customer_phone'), text('customer_email')];
  if (name !== '' && phone === '' && email === '')
    return {
      param: 'customer.phone_number',
      message: 'Enter a phone number or an e-mail address of the customer.',
    };
  const customer = {
    ...(name !== '' && { name }),
    ...(phone !== '' && { phone_number: phoneNumberOf(phone) }),
    ...(email !== '' && { email }),
  };
  const order = {
    quote_id: quote?.id,
    arrival_window_id: window?.id,
    arrival_window_ref: ref,
    ...(text('order_number') !== '' && { order_number: text('order_number') }),
    ...(text('description') !== '' && { description: text('description') }),
    ...(Object.keys(customer).length > 0 && { customer }),
    ...(tip > 0 && { tip }),
    customer_notifications_enabled: form.get('notify') === 'on',
    ...(form.get('simulate') === 'on' && { test_specifications: { mode: 'auto' } }),
  };
  return { order };
}
