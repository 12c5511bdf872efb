// Who is told about a booking. A contact is for all stops or for some; it names those by id, so that it stays with its
// stops when the route changes.
import { Problem } from '../lib/problem.ts';
import type { Customer } from './customer.ts';
import type { Route } from './route.ts';

export interface Contact {
  readonly id: string;
  readonly name: string | null;
  /** E.164. */
  readonly phoneNumber: string;
  readonly email: string | null;
  /** null for every stop of the route, also those to come. */
  readonly stopIds: readonly string[] | null;
}

export interface ContactInput {
  readonly name: string | null;
  readonly phoneNumber: string;
  readonly email: string | null;
  /** None, or an empty list, means every stop. */
  readonly stopPositions?: readonly number[] | undefined;
}

export interface ContactStop {
  readonly id: string;
  readonly position: number;
}

/**
 * The contacts that replace those held. Of two with one phone number the first is taken, but a wrong position is a
 * fault in either. Who was a contact before keeps the id.
 */
export function contactsFrom(
  inputs: readonly ContactInput[],
  route: Route,
  held: readonly Contact[],
  nextId: () => string,
): Contact[] {
  const byPhone = new Map<string, Contact>();
  inputs.forEach((input, index) => {
    const stopIds = stopIdsOf(input, index, route);
    const { name, phoneNumber, email } = input;
    if (byPhone.has(phoneNumber)) return;
    const id = held.find((contact) => contact.phoneNumber === phoneNumber)?.id ?? nextId();
    byPhone.set(phoneNumber, { id, name, phoneNumber, email, stopIds });
  });
  return [...byPhone.values()];
}

/** Without contacts of its own a booking tells its customer, if there is a number to tell. */
export function defaultContacts(customer: Customer | null, nextId: () => string): Contact[] {
  if (customer === null || customer.phoneNumber === null) return [];
  const { name, phoneNumber, email } = customer;
  return [{ id: nextId(), name, phoneNumber, email, stopIds: null }];
}

/** The contacts on another route: whose last stop is gone is gone too. */
export function contactsOnRoute(contacts: readonly Contact[], route: Route): readonly Contact[] {
  const here = new Set(route.map((stop) => stop.id));
  return contacts.flatMap((contact) => {
    if (contact.stopIds === null || contact.stopIds.every((id) => here.has(id))) return [contact];
    const stopIds = contact.stopIds.filter((id) => here.has(id));
    return stopIds.length === 0 ? [] : [{ ...contact, stopIds }];
  });
}

/** The stops a contact is for, in the order of the route; none for a contact of the whole route. */
export function contactStops({ stopIds }: Contact, route: Route): ContactStop[] {
  if (stopIds === null) return [];
  return route.flatMap(({ id }, position) => (stopIds.includes(id) ? [{ id, position }] : []));
}

function stopIdsOf({ stopPositions }: ContactInput, index: number, route: Route): string[] | null {
  if (stopPositions === undefined || stopPositions.length === 0) return null;
  const ids = stopPositions.map((position, nth) => {
    const stop = route[position];
    if (stop !== undefined) return stop.id;
    throw Problem.of(
      'invalid_stop_position',
      `There is no stop ${position}; the route has the positions 0 to ${route.length - 1}.`,
      { param: `contacts[${index}].stop_positions[${nth}]` },
    );
  });
  return [...new Set(ids)];
}
