// The catalogue of event types, built once per process: both environments send the same events. Frozen, because they share it.
import { bookingEventExamples } from '../features/bookings/booking-event-examples.ts';
import { createEventCatalogue } from '../features/webhooks/event-catalogue.ts';
import type { CatalogueEntry } from '../features/webhooks/portal-schemas.ts';
import { deepFreeze } from '../lib/deep-freeze.ts';
import { partnerSchemas } from './partner-schemas.ts';

let catalogue: readonly CatalogueEntry[] | undefined;

export function eventCatalogue(): readonly CatalogueEntry[] {
  catalogue ??= deepFreeze(
    createEventCatalogue({ bookingExamples: bookingEventExamples(), schemas: partnerSchemas }),
  );
  return catalogue;
}
