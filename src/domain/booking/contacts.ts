// Contacts of a booking. A contact applies to all stops or to some. It refers to stops by id, so that it follows its
// stops when the route changes.
import { Problem } from '../../lib/problem.ts';
import type { Route } from '../place/route.ts';
import type { Customer } from './customer.ts';

export interface Contact {
  readonly id: string;
  readonly name: string | null;
  /** E.164. */
  readonly phoneNumber: string;
  readonly email: string | null;
  /** null for every stop of the route, including stops added later. */
  readonly stopIds: readonly string[] | null;
}

export interface ContactInput {
  readonly name: string | null;
  readonly phoneNumber: string;
  readonly email: string | null;
  /** Omitted or empty: every stop. */
  readonly stopPositions?: readonly number[] | undefined;
}

export interface ContactStop {
  readonly id: string;
  readonly position: number;
}

/** Also checks contacts that will be dropped as duplicates of an earlier phone number. */
export function refuseStopPositions(inputs: readonly ContactInput[], stopCount: number): void {
  for (const [index, { stopPositions = [] }] of inputs.entries()) {
    const nth = stopPositions.findIndex((position) => !isPosition(position, stopCount));
    if (nth === -1) continue;
    throw Problem.of(
      'invalid_stop_position',
      `Stop position ${stopPositions[nth]} does not exist: the route has positions 0 to ${stopCount - 1}.`,
      { param: `contacts[${index}].stop_positions[${nth}]` },
    );
  }
}

function isPosition(position: number, stopCount: number): boolean {
  return Number.isInteger(position) && position >= 0 && position < stopCount;
}

/**
 * The contacts that replace `current`. Deduplicated by phone number, first wins. A phone number that is already in
 * `current` keeps its contact id.
 */
export function contactsFrom(
  inputs: readonly ContactInput[],
  route: Route,
  current: readonly Contact[],
  nextId: () => string,
): Contact[] {
  refuseStopPositions(inputs, route.length);
  const byPhone = new Map<string, Contact>();
  for (const input of inputs) {
    const { name, phoneNumber, email } = input;
    if (byPhone.has(phoneNumber)) continue;
    const id = current.find((contact) => contact.phoneNumber === phoneNumber)?.id ?? nextId();
    byPhone.set(phoneNumber, { id, name, phoneNumber, email, stopIds: stopIdsOf(input, route) });
  }
  return [...byPhone.values()];
}

/** Default contact if the request names none: the customer, if they have a phone number. */
export function defaultContacts(customer: Customer | null, nextId: () => string): Contact[] {
  if (customer === null || customer.phoneNumber === null) return [];
  const { name, phoneNumber, email } = customer;
  return [{ id: nextId(), name, phoneNumber, email, stopIds: null }];
}

/** Contacts after a change of route: drops removed stops, and contacts whose last stop was removed. */
export function contactsOnRoute(contacts: readonly Contact[], route: Route): readonly Contact[] {
  const routeStopIds = new Set(route.map((stop) => stop.id));
  return contacts.flatMap((contact) => {
    if (contact.stopIds === null || contact.stopIds.every((id) => routeStopIds.has(id))) return [contact];
    const stopIds = contact.stopIds.filter((id) => routeStopIds.has(id));
    return stopIds.length === 0 ? [] : [{ ...contact, stopIds }];
  });
}

/** The stops of a contact, in route order; empty for a contact of the whole route. */
export function contactStops({ stopIds }: Contact, route: Route): ContactStop[] {
  if (stopIds === null) return [];
  return route.flatMap(({ id }, position) => (stopIds.includes(id) ? [{ id, position }] : []));
}

function stopIdsOf({ stopPositions }: ContactInput, route: Route): string[] | null {
  if (stopPositions === undefined || stopPositions.length === 0) return null;
  return [...new Set(stopPositions.flatMap((position) => route[position]?.id ?? []))];
}
