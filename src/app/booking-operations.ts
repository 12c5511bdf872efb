// The partner operations that order and follow deliveries: quotes, schedule, bookings, stops, events and billing. The partner
// API and the portal have the same ones.
import { loadAccount } from '../features/accounts/account-store.ts';
import { AreaCache } from '../features/areas/area-directory.ts';
import { billingOperations } from '../features/billing/routes.ts';
import { billingSchemas } from '../features/billing/schemas.ts';
import { BookingJsonCache } from '../features/bookings/booking-json-cache.ts';
import { bookingOperations } from '../features/bookings/routes.ts';
import { stopOperations } from '../features/bookings/stop-routes.ts';
import { loadStatementBranding } from '../features/branding/statement-branding.ts';
import { quoteOperations } from '../features/quotes/routes.ts';
import { scheduleOperations } from '../features/schedule/routes.ts';
import { createRefusalSimulator } from '../features/simulation/simulate-refusal.ts';
import { eventListSchema } from '../features/webhooks/event-feed-schemas.ts';
import { eventOperations } from '../features/webhooks/event-routes.ts';
import { EventSchema } from '../features/webhooks/event-schemas.ts';
import type { IdempotentWrites } from '../http/operations/idempotent-write.ts';
import type { HttpServer } from '../http/server/server.ts';
import type { AppComponents } from './components.ts';
import { partnerSchemas } from './partner-schemas.ts';

type AddOperations = (app: HttpServer, writes: IdempotentWrites) => void;

/** In groups, because the published description lists operations and schemas in the order of their registration. */
export interface BookingOperations {
  readonly eventSchemas: readonly object[];
  /** Quotes, schedule, bookings and stops. */
  readonly addOrders: AddOperations;
  readonly addEvents: AddOperations;
  readonly addBilling: AddOperations;
}

/** Context of everything that prices a route. */
export function pricingContextOf({ config, context, database, plannedCapacity }: AppComponents) {
  const { quoteLifetimeMinutes } = config;
  return { ...context, areas: new AreaCache(database.listener), quoteLifetimeMinutes, plannedCapacity };
}

export function bookingOperationsOf(components: AppComponents): BookingOperations {
  const { config, context, catalogue } = components;
  const eventExample = catalogue[0]?.example;
  const eventList = eventListSchema(eventExample);
  const pricing = pricingContextOf(components);
  const simulated = context.environment.name === 'sandbox' && {
    simulateRefusal: createRefusalSimulator(context),
  };
  const booking = { ...pricing, jsonCache: new BookingJsonCache(), ...simulated };
  return {
    eventSchemas: [EventSchema, eventList],
    addOrders: (app, writes) => {
      for (const add of quoteOperations) add(app, pricing, writes);
      for (const add of scheduleOperations) add(app, pricing, writes);
      for (const add of bookingOperations) add(app, booking, writes);
      for (const add of stopOperations) add(app, pricing, writes);
    },
    addEvents: (app, writes) => {
      for (const add of eventOperations(eventList, eventExample)) add(app, context, writes);
    },
    addBilling: (app, writes) => {
      for (const add of billingOperations)
        add(
          app,
          {
            ...context,
            billing: config.billing,
            loadAccount,
            loadStatementBranding: (accountId) => loadStatementBranding(context, accountId),
          },
          writes,
        );
    },
  };
}

/** All of them, with the schemas that they refer to. */
export function addBookingOperations(
  app: HttpServer,
  components: AppComponents,
  writes: IdempotentWrites,
): void {
  const { eventSchemas, addOrders, addEvents, addBilling } = bookingOperationsOf(components);
  for (const schema of [...partnerSchemas, ...eventSchemas, ...billingSchemas]) app.addSchema(schema);
  addOrders(app, writes);
  addEvents(app, writes);
  addBilling(app, writes);
}
