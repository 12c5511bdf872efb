// Builds the PATCH body from the booking form: only fields that differ from the booking.
import type { Booking } from '../api.ts';

export type BookingEdit = Record<string, unknown>;

export function bookingEditOf(booking: Booking, form: Pick<FormData, 'get'>): BookingEdit {
  const text = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
  const edit: BookingEdit = {};
  for (const name of ['description', 'order_number'] as const) {
    if (text(name) !== (booking[name] ?? '')) edit[name] = text(name) || null;
  }
  if (text('window_id') !== '') edit['arrival_window_id'] = text('window_id');
  for (const [name, field] of [
    ['from', 'arrival_window_from'],
    ['to', 'arrival_window_to'],
  ] as const) {
    if (text(name) !== '') edit[field] = new Date(text(name)).toISOString();
  }
  const customer = { name: text('customer_name'), phone_number: text('customer_phone') };
  const { name = '', phone_number = '', email } = booking.customer ?? {};
  if (customer.name !== name || customer.phone_number !== phone_number)
    edit['customer'] = withoutEmpty({ ...customer, email: email ?? '' });
  const contacts = booking.contacts.map((contact) => ({
    before: contact,
    name: text(`contact_name_${contact.id}`),
    phone: text(`contact_phone_${contact.id}`),
  }));
  const isChanged = contacts.some(
    ({ before, name: newName, phone }) => newName !== (before.name ?? '') || phone !== before.phone_number,
  );
  if (isChanged)
    edit['contacts'] = contacts.map(({ before, name: newName, phone }) => ({
      phone_number: phone,
      ...withoutEmpty({ name: newName, email: before.email ?? '' }),
      ...(before.notification_scope === 'selected' && { stop_positions: before.stop_positions }),
    }));
  return edit;
}

/** The non-empty values; null if there are none. */
function withoutEmpty(values: Readonly<Record<string, string>>): Record<string, string> | null {
  const entries = Object.entries(values).filter(([, value]) => value !== '');
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
