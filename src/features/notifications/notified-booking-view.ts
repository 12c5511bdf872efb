// Input of the notification rules: the booking in the partner's wire format, and its recipients.
import type { Branding } from '../../domain/account/branding.ts';
import type { BookingState, Recipients } from '../../domain/booking/booking.ts';
import { readStopFailure } from '../../domain/booking/stop-failure-reasons.ts';
import type { DispatchState } from '../../domain/dispatch/dispatch.ts';
import type { CrewProgress, NotifiedBooking, Recipient } from '../../domain/notification/notified-booking.ts';
import type { RouteEnd } from '../../domain/place/route.ts';
import { type PlannedRoute, plannedArrivals, type TimeRange } from '../../domain/time/eta-forecast.ts';
import { isLanguage, type Language } from '../../lib/language.ts';

export interface WireBooking {
  readonly id: string;
  readonly hid: string;
  readonly state: BookingState;
  readonly share_url: string;
  readonly route: readonly {
    readonly id: string;
    readonly location: {
      readonly id: string;
      readonly name: string;
      readonly address: { readonly locality?: string | null };
    };
  }[];
  readonly arrival_window: { readonly start_at: string | null; readonly end_at: string | null };
  readonly arrival_window_ref: RouteEnd;
  readonly crew: { readonly eta: string | null } | null;
  readonly dispatch: WireDispatch | null;
  readonly customer: { readonly name?: string; readonly email?: string } | null;
  readonly contacts: readonly WireContact[];
  readonly metadata: Readonly<Record<string, unknown>> | null;
}

interface WireDispatch {
  readonly state: DispatchState;
  readonly route_position: number;
  readonly events: readonly {
    readonly state: DispatchState;
    readonly route_position: number;
    readonly route_stop_id: string;
    readonly triggered_at: string;
    readonly outcome?: string;
    readonly reason?: string | null;
  }[];
}

interface WireContact {
  readonly id: string;
  readonly name: string | null;
  readonly phone_number: string;
  readonly email: string | null;
  readonly notification_scope: 'all' | 'selected';
  readonly stops: readonly { readonly id: string }[];
}

export type StopLocation = PlannedRoute['route'][number]['location'] & { readonly timeZone: string };

/** Data that is not part of the wire format of the booking. */
export interface BookingMessageContext {
  readonly recipients: Recipients;
  readonly accountName: string;
  readonly accountKind: 'organization' | 'personal';
  /** Approved branding; null: the default look. */
  readonly branding: Branding | null;
  readonly contactEmail: string | null;
  /** Username of the user who created the booking. */
  readonly username: string | null;
  readonly language: Language;
  /** By location id. */
  readonly locations: Readonly<Record<string, StopLocation>>;
  readonly quote: PlannedRoute['quote'];
  /** Bookings that deliver skipped stops again; null without one. */
  readonly redeliveries: readonly RedeliveryWindow[] | null;
  /** Code of the booking whose skipped stop this one delivers again. */
  readonly redeliveryOf: string | null;
}

interface RedeliveryWindow {
  readonly stopId: string;
  readonly start_at: string | null;
  readonly end_at: string | null;
}

/** Metadata key with which a partner sets the language of the messages about one booking. */
const LANGUAGE_KEY = 'notification_language';

export function languageFor({ metadata }: WireBooking, { language }: BookingMessageContext): Language {
  const requested = metadata?.[LANGUAGE_KEY];
  return isLanguage(requested) ? requested : language;
}

export function readNotifiedBooking(
  wire: WireBooking,
  {
    locations,
    quote,
    redeliveries,
    redeliveryOf,
  }: Pick<BookingMessageContext, 'locations' | 'quote' | 'redeliveries' | 'redeliveryOf'>,
): NotifiedBooking {
  const planned = readPlanned(wire, locations, quote);
  const done = wire.dispatch?.events.filter(({ state }) => state === 'done') ?? [];
  const skipped = done.filter(({ outcome }) => outcome === 'skipped');
  return {
    id: wire.id,
    hid: wire.hid,
    state: wire.state,
    stops: wire.route.map(({ id, location }, position) => ({
      id,
      name: location.name,
      ...(location.address.locality && { town: location.address.locality }),
      timeZone: locations[location.id]?.timeZone ?? 'UTC',
      planned: planned[position] ?? null,
    })),
    windowStartMs: millis(wire.arrival_window.start_at),
    windowEndMs: millis(wire.arrival_window.end_at),
    windowRef: wire.arrival_window_ref,
    progress: wire.dispatch && readProgress(wire.dispatch),
    etaMs: millis(wire.crew?.eta ?? null),
    doneStopIds: done.map(({ route_stop_id }) => route_stop_id),
    doneAtMs: Object.fromEntries(
      done.map(({ route_stop_id, triggered_at }) => [route_stop_id, Date.parse(triggered_at)]),
    ),
    skippedStopIds: skipped.map(({ route_stop_id }) => route_stop_id),
    skipReasons: Object.fromEntries(
      skipped.map(({ route_stop_id, reason }) => [route_stop_id, readStopFailure(reason ?? '')]),
    ),
    redeliveryOf,
    redeliveries: (redeliveries ?? []).flatMap(({ stopId, start_at, end_at }) => {
      const stop = wire.route.find(({ id }) => id === stopId);
      if (!stop || start_at === null || end_at === null) return [];
      const timeZone = locations[stop.location.id]?.timeZone ?? 'UTC';
      return [{ stopId, windowStartMs: Date.parse(start_at), windowEndMs: Date.parse(end_at), timeZone }];
    }),
  };
}

export function readRecipients(wire: WireBooking, surroundings: BookingMessageContext): Recipient[] {
  switch (surroundings.recipients) {
    case 'contacts':
      return wire.contacts.map(readContact);
    case 'customer':
      return mailRecipient('customer', wire.customer?.name ?? null, wire.customer?.email ?? null);
    case 'booking_user':
      return mailRecipient('booking_user', null, addressOfUser(surroundings));
    default:
      return surroundings.recipients satisfies never;
  }
}

function readContact({ id, name, phone_number, email, notification_scope, stops }: WireContact): Recipient {
  const stopIds = notification_scope === 'all' ? null : stops.map((stop) => stop.id);
  return { key: id, name, phoneNumber: phone_number, email, stopIds };
}

function mailRecipient(key: string, name: string | null, email: string | null): Recipient[] {
  return email === null ? [] : [{ key, name, phoneNumber: null, email, stopIds: null }];
}

/** The contact address of the account, or the username if it is an e-mail address. */
function addressOfUser({ contactEmail, username }: BookingMessageContext): string | null {
  if (contactEmail !== null) return contactEmail;
  return username !== null && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(username) ? username : null;
}

function readProgress({ state, route_position, events }: WireDispatch): CrewProgress {
  const departure = events.findLast(
    (event) => event.state === 'driving' && event.route_position === route_position,
  );
  return { state, position: route_position, departedAtMs: millis(departure?.triggered_at ?? null) };
}

function readPlanned(
  { route, arrival_window: { start_at, end_at }, arrival_window_ref: windowRef }: WireBooking,
  locations: BookingMessageContext['locations'],
  quote: BookingMessageContext['quote'],
): readonly (TimeRange | null)[] {
  if (start_at === null || end_at === null) return [];
  const stops = route.flatMap(({ id, location }) => {
    const found = locations[location.id];
    return found ? [{ id, location: found }] : [];
  });
  if (stops.length < route.length) return [];
  const window = { startMs: Date.parse(start_at), endMs: Date.parse(end_at) };
  return plannedArrivals({ route: stops, quote, window, windowRef });
}

function millis(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
