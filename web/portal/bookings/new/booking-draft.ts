// What a person has entered for a new booking, and the requests that follow from it.
import { parseDollars } from '../../../ui/dollars.ts';
import type { ArrivalWindow, BatchQuote, Booking, Quote } from '../../partner.generated.ts';
import {
  type ContactDraft,
  type ContactRequest,
  type CustomerDraft,
  contactFaults,
  contactRequest,
  customerFaults,
  customerInput,
  type Faults,
  fieldOfParam,
} from '../contacts/contact-draft.ts';
import { type AddressedStop, addressOf } from '../stop-address.ts';
import { enteredItems, type ItemDraft, itemFaults, itemInputs, itemText } from './item-draft.ts';

export interface StopDraft {
  readonly key: number;
  readonly address: string;
  readonly unit: string;
  readonly instructions: string;
  readonly floor: string;
  readonly elevator: '' | 'yes' | 'no';
}

export interface DetailsDraft {
  readonly orderNumber: string;
  readonly description: string;
  readonly customer: CustomerDraft;
  /** Dollars. */
  readonly tip: string;
  readonly isNotified: boolean;
  readonly isSimulated: boolean;
}

export interface BookingDraft {
  readonly stops: readonly StopDraft[];
  /** Of single stops and of the whole route. */
  readonly contacts: readonly ContactDraft[];
  readonly items: readonly ItemDraft[];
  readonly quotes: BatchQuote | null;
  /** The request that `quotes` is the response of. */
  readonly quotedFor: string | null;
  /** Without add-ons. */
  readonly quote: Quote | null;
  /** Slugs; those that are not offered for the vehicle are ignored. */
  readonly addons: readonly string[];
  readonly ref: 'origin' | 'destination';
  readonly window: (ArrivalWindow & { readonly timeZone: string }) | null;
  readonly details: DetailsDraft;
  /** The booking that is repeated; null for a new order. */
  readonly again: Booking | null;
}

/** Properties of every step. */
export interface StepProps {
  readonly draft: BookingDraft;
  readonly onChange: (change: Partial<BookingDraft>) => void;
  readonly onNext: () => void;
  readonly onBack: () => void;
  readonly faults: Faults;
  readonly onFaults: (faults: Faults) => void;
}

let lastKey = 0;
export const emptyStop = (): StopDraft => ({
  key: ++lastKey,
  address: '',
  unit: '',
  instructions: '',
  floor: '',
  elevator: '',
});

export const emptyDetails: DetailsDraft = {
  orderNumber: '',
  description: '',
  customer: { name: '', phone: '', email: '' },
  tip: '',
  isNotified: true,
  isSimulated: false,
};

export const emptyDraft = (): BookingDraft => ({
  stops: [emptyStop(), emptyStop()],
  contacts: [],
  items: [],
  quotes: null,
  quotedFor: null,
  quote: null,
  addons: [],
  ref: 'origin',
  window: null,
  details: emptyDetails,
  again: null,
});

export function stopInputs(stops: readonly StopDraft[]) {
  return stops.map(({ address, unit, instructions, floor, elevator }) => ({
    location: address.trim(),
    ...(unit.trim() !== '' && { address2: unit.trim() }),
    ...(instructions.trim() !== '' && { instructions: instructions.trim() }),
    ...(floor.trim() !== '' && { floor: Number(floor) }),
    ...(elevator !== '' && { elevator: elevator === 'yes' }),
  }));
}

export function quoteRequest({ stops, items }: Pick<BookingDraft, 'stops' | 'items'>) {
  const inputs = itemInputs(items);
  return { stops: stopInputs(stops), ...(inputs.length > 0 && { items: inputs }) };
}

/** Whether the prices are those of the route and items as they are entered now. */
export const isPriced = (draft: BookingDraft) =>
  draft.quotes !== null &&
  Object.keys(routeFaults(draft)).length === 0 &&
  draft.quotedFor === JSON.stringify(quoteRequest(draft));

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

export const stopField = ({ key }: StopDraft, field: 'address' | 'floor' | 'instructions') =>
  `stop-${key}.${field}`;

/** Faults of the first step. */
export function routeFaults({ stops, contacts, items }: BookingDraft): Faults {
  const faults: Record<string, string> = {};
  for (const stop of stops) {
    if (stop.address.trim() === '')
      faults[stopField(stop, 'address')] = 'Enter an address with street, city and state.';
    const floor = Number(stop.floor);
    if (!Number.isInteger(floor) || floor < -20 || floor > 200)
      faults[stopField(stop, 'floor')] = 'Enter a number, such as 3; -1 is the basement.';
  }
  return { ...faults, ...contactFaults(contacts.filter(({ stop }) => stop !== null)), ...itemFaults(items) };
}

/** Faults of the step with customer, texts and tip. */
export function detailsFaults({ contacts, details }: BookingDraft): Faults {
  const tip = tipOf(details);
  const isTipValid = tip !== null && (tip === 0 || tip >= 100);
  const ofRoute = contacts.filter(({ stop }) => stop === null).map(({ key }) => `contact-${key}.`);
  const inRoute = Object.entries(contactFaults(contacts)).filter(([field]) =>
    ofRoute.some((start) => field.startsWith(start)),
  );
  return {
    ...customerFaults(details.customer),
    ...Object.fromEntries(inRoute),
    ...(!isTipValid && { tip: 'Enter an amount in dollars: nothing, or at least $1.00.' }),
  };
}

/** Cents; null: no amount. */
export const tipOf = ({ tip }: DetailsDraft) => (tip.trim() === '' ? 0 : parseDollars(tip));

export interface Order {
  readonly body: object;
  readonly people: ContactRequest;
}

export function orderOf(draft: BookingDraft, quoteId: string | undefined): Order {
  const { stops, contacts, items, window, ref, details } = draft;
  const customer = customerInput(details.customer);
  const people = contactRequest(
    contacts,
    stops.map(({ key }) => key),
    details.customer,
  );
  const tip = tipOf(details) ?? 0;
  const list = enteredItems(items).map(itemText);
  const description = [details.description.trim(), ...(list.length > 0 ? [`Items:\n${list.join('\n')}`] : [])]
    .filter((text) => text !== '')
    .join('\n\n');
  const body = {
    quote_id: quoteId,
    arrival_window_id: window?.id,
    arrival_window_ref: ref,
    ...(details.orderNumber.trim() !== '' && { order_number: details.orderNumber.trim() }),
    ...(description !== '' && { description }),
    ...(customer !== null && { customer }),
    // Without contacts of its own the booking makes one from the customer.
    ...(people.drafts.some((each) => each !== null) && { contacts: people.contacts }),
    ...(tip > 0 && { tip }),
    customer_notifications_enabled: details.isNotified,
    ...(details.isSimulated && { test_specifications: { mode: 'auto' } }),
  };
  return { body, people };
}

/** The field of the form that an error of the order is about; null: none. */
export function fieldOfOrder(param: string | null, { people }: Order): string | null {
  if (param === null) return null;
  return ['order_number', 'description', 'tip'].includes(param) ? param : fieldOfParam(param, people);
}

/** Whether the field belongs to the first step. */
export const isFieldOfRoute = (field: string, { contacts }: BookingDraft) =>
  /^(?:stop|item)-/.test(field) ||
  contacts.some(({ key, stop }) => stop !== null && field.startsWith(`contact-${key}.`));
