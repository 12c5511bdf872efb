// Contacts as a person enters them, per stop, and the contacts of the request that follow from them.
import type { Booking } from '../../partner.generated.ts';
import { readPhone, showPhone } from '../phone-number.ts';

/** Id of a stop of a booking, or key of a stop that is being entered. */
export type StopKey = string | number;

export interface ContactDraft {
  readonly key: number;
  /** null: the whole route. */
  readonly stop: StopKey | null;
  readonly name: string;
  readonly phone: string;
  readonly email: string;
}

export type CustomerDraft = Pick<ContactDraft, 'name' | 'phone' | 'email'>;

/** A contact in a request. */
export interface ContactInput {
  readonly phone_number: string;
  readonly name?: string;
  readonly email?: string;
  readonly stop_positions?: readonly number[];
}

/** Messages by field: `contact-3.phone`, `customer.email`. */
export type Faults = Readonly<Record<string, string>>;

let lastKey = 0;
export const emptyContact = (stop: StopKey | null): ContactDraft => ({
  key: ++lastKey,
  stop,
  name: '',
  phone: '',
  email: '',
});

export const contactField = ({ key }: ContactDraft, field: keyof CustomerDraft) => `contact-${key}.${field}`;

export const customerOf = (customer: Booking['customer']): CustomerDraft => ({
  name: customer?.name ?? '',
  phone: showPhone(customer?.phone_number ?? ''),
  email: customer?.email ?? '',
});

type People = Pick<Booking, 'customer' | 'contacts'>;

/**
 * Whether the customer gets the messages of the whole route. If not, the booking names other contacts instead, and a
 * change of the customer adds none.
 */
export function isCustomerNotified({ customer, contacts }: People): boolean {
  const phone = customer?.phone_number;
  if (phone === undefined) return true;
  return contacts.some((each) => each.phone_number === phone && each.notification_scope === 'all');
}

/** One draft per contact and stop, without the customer. `keyOf` is undefined for stops that are left out. */
export function contactDrafts(
  booking: People,
  keyOf: (position: number) => StopKey | undefined,
): ContactDraft[] {
  const customerPhone = isCustomerNotified(booking) ? booking.customer?.phone_number : undefined;
  return booking.contacts
    .filter(({ phone_number }) => phone_number !== customerPhone)
    .flatMap(({ name, phone_number, email, notification_scope, stop_positions }) => {
      const keys = notification_scope === 'all' ? [null] : stop_positions.map(keyOf);
      return keys
        .filter((stop) => stop !== undefined)
        .map((stop) => ({
          ...emptyContact(stop),
          name: name ?? '',
          phone: showPhone(phone_number),
          email: email ?? '',
        }));
    });
}

const isBlank = ({ name, phone, email }: CustomerDraft) => `${name}${phone}${email}`.trim() === '';

const phoneMessage =
  'Enter a phone number with its area code, such as (212) 555-0142. Numbers outside the USA begin with +.';
const emailMessage = 'Enter an e-mail address, such as ana@example.com.';
const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim());

export function customerFaults(customer: CustomerDraft): Faults {
  if (isBlank(customer)) return {};
  const { phone, email } = customer;
  if (`${phone}${email}`.trim() === '')
    return { 'customer.phone': 'Enter a phone number or an e-mail address of the customer.' };
  return {
    ...(phone.trim() !== '' && readPhone(phone) === null && { 'customer.phone': phoneMessage }),
    ...(email.trim() !== '' && !isEmail(email) && { 'customer.email': emailMessage }),
  };
}

export function contactFaults(contacts: readonly ContactDraft[]): Faults {
  const faults: Record<string, string> = {};
  const names = new Map<string, string>();
  for (const contact of contacts.filter((each) => !isBlank(each))) {
    const phone = readPhone(contact.phone);
    const name = contact.name.trim();
    const known = phone === null ? undefined : names.get(phone);
    if (phone === null) faults[contactField(contact, 'phone')] = phoneMessage;
    // The server keeps one contact per number: the other name would be lost.
    else if (known && name && known !== name)
      faults[contactField(contact, 'phone')] =
        `This is the number of ${known}. Enter another number or the same name.`;
    else names.set(phone, known || name);
    if (contact.email.trim() !== '' && !isEmail(contact.email))
      faults[contactField(contact, 'email')] = emailMessage;
  }
  return faults;
}

export function customerInput(customer: CustomerDraft) {
  if (isBlank(customer)) return null;
  const { name, phone, email } = customer;
  return {
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(phone.trim() !== '' && { phone_number: readPhone(phone) ?? phone }),
    ...(email.trim() !== '' && { email: email.trim() }),
  };
}

export interface ContactRequest {
  readonly contacts: readonly ContactInput[];
  /** The draft behind each contact; null: the customer. For errors, which name a contact by its index. */
  readonly drafts: readonly (ContactDraft | null)[];
}

/** One contact per phone number, with all its stops. A customer who gets messages is the first contact. */
export function contactRequest(
  drafts: readonly ContactDraft[],
  stops: readonly StopKey[],
  customer: CustomerDraft | null,
): ContactRequest {
  const found = new Map<
    string,
    { draft: ContactDraft | null; who: CustomerDraft; stops: StopKey[] | null }
  >();
  const entries = [
    ...(customer === null || customer.phone.trim() === ''
      ? []
      : [{ draft: null, who: customer, stop: null }]),
    ...drafts.filter((each) => !isBlank(each)).map((each) => ({ draft: each, who: each, stop: each.stop })),
  ];
  for (const { draft, who, stop } of entries) {
    const phone = readPhone(who.phone) ?? who.phone;
    const known = found.get(phone);
    if (!known) found.set(phone, { draft, who, stops: stop === null ? null : [stop] });
    else {
      const name = known.who.name.trim() === '' ? who.name : known.who.name;
      const email = known.who.email.trim() === '' ? who.email : known.who.email;
      const both = stop === null || known.stops === null ? null : [...known.stops, stop];
      found.set(phone, { draft: known.draft, who: { ...known.who, name, email }, stops: both });
    }
  }
  const merged = [...found.entries()];
  return {
    drafts: merged.map(([, { draft }]) => draft),
    contacts: merged.map(([phone_number, { who, stops: at }]) => ({
      phone_number,
      ...(who.name.trim() !== '' && { name: who.name.trim() }),
      ...(who.email.trim() !== '' && { email: who.email.trim() }),
      ...(at !== null && { stop_positions: positionsOf(at, stops) }),
    })),
  };
}

function positionsOf(keys: readonly StopKey[], stops: readonly StopKey[]): number[] {
  const positions = keys.map((key) => stops.indexOf(key)).filter((position) => position >= 0);
  return [...new Set(positions)].sort((a, b) => a - b);
}

const fieldNames: Readonly<Record<string, keyof CustomerDraft>> = {
  name: 'name',
  phone_number: 'phone',
  email: 'email',
};

/** The field that the server's error is about: `contacts[1].phone_number`, `customer.email`. null: another one. */
export function fieldOfParam(param: string, { drafts }: ContactRequest): string | null {
  if (param === 'customer') return 'customer.phone';
  const [, index, customer, part = ''] = /^(?:contacts\[(\d+)\]|(customer))\.(\w+)$/.exec(param) ?? [];
  const field = fieldNames[part];
  if (field === undefined) return null;
  const draft = customer === undefined ? drafts[Number(index)] : null;
  return draft ? contactField(draft, field) : `customer.${field}`;
}
