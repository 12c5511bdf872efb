// Compares the customer of a booking with its contacts. Messages go to the contacts, which stay as they are when the
// customer changes.
import type { Booking } from '../api.ts';

/** null if a contact is the customer, or if there is nothing to compare. */
export function customerContactWarning({ customer, contacts }: Booking): string | null {
  if (!customer || contacts.length === 0) return null;
  const { name, phone_number: phone, email } = customer;
  const contact = contacts.find((each) => (phone ? each.phone_number === phone : each.email === email));
  if (!contact) return 'The customer is not among the contacts, and receives no messages.';
  if (!name || !contact.name || contact.name === name) return null;
  return `The contact with the number of the customer has another name: ${contact.name}.`;
}
