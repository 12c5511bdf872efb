// Catalogue of the event types that an endpoint can receive: description, JSON schema of the body, and an example
// produced by the real views. Used by the OpenAPI document, the portal and the tests.
import type { TSchema } from 'typebox';
import type { BookingEventType } from '../../domain/booking/booking-events.ts';
import { OPT_IN_EVENT_TYPES, TEST_EVENT_TYPE } from '../../domain/webhook/event-types.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import type { PublishedEvent } from '../../http/openapi/openapi-webhooks.ts';
import { selfContainedSchema } from '../../lib/self-contained-schema.ts';
import { endpointEvent, testEventBody } from './endpoint-event-view.ts';
import { type CatalogueType, catalogueTypes, eventDescriptions } from './event-descriptions.ts';
import { schemaOfType } from './event-schemas.ts';
import type { CatalogueEntry } from './portal-schemas.ts';

export interface CatalogueSources {
  /** Examples of booking events, provided by the bookings feature, which emits them. */
  readonly bookingExamples: Readonly<Record<BookingEventType, unknown>>;
  /** Schemas that the event schemas refer to. */
  readonly schemas: readonly TSchema[];
}

export function createEventCatalogue({
  bookingExamples,
  schemas,
}: CatalogueSources): readonly CatalogueEntry[] {
  const schemasById = new Map(schemas.map((schema) => [(schema as { $id?: string }).$id ?? '', schema]));
  const examples: Readonly<Record<CatalogueType, unknown>> = { ...bookingExamples, ...endpointExamples() };
  return catalogueTypes.map((type) => ({
    type,
    ...eventDescriptions[type],
    opt_in: (OPT_IN_EVENT_TYPES as readonly string[]).includes(type),
    schema: selfContainedSchema(schemaOfType(type), schemasById),
    example: examples[type],
  }));
}

/** The webhook section of the OpenAPI document. */
export function publishEvents(catalogue: readonly CatalogueEntry[]): readonly PublishedEvent[] {
  return catalogueTypes.flatMap((type) =>
    catalogue
      .filter((entry) => entry.type === type)
      .map(({ title, description, example }) => ({
        type,
        title,
        description,
        example,
        schema: schemaOfType(type),
      })),
  );
}

const registered = new Date('2030-01-15T09:30:00Z');
const failed = new Date('2030-01-30T08:12:44Z');
const happened = new Date('2030-01-31T08:13:02Z');
const idOf = (index: number) => `0197f0c4-8f6e-7c32-9d1a-5b6c7d8ed00${index}`;
const endpoint: WebhookEndpoint = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8ea001',
  accountId: '',
  url: 'https://example.com/webhooks/waybill',
  description: 'Order service',
  events: null,
  disabledReason: null,
  isHeld: false,
  disabledAt: null,
  createdAt: registered,
  updatedAt: registered,
};

function endpointExamples() {
  const input = { environment: 'production', endpoint, failingSince: failed, occurredAt: happened } as const;
  const changed = { disabledReason: 'failing', disabledAt: happened, updatedAt: happened } as const;
  const disabled = { ...endpoint, ...changed };
  const body = (event: { payload: string }): unknown => JSON.parse(event.payload);
  return {
    'webhook_endpoint.failing': body(endpointEvent('webhook_endpoint.failing', { ...input, id: idOf(1) })),
    'webhook_endpoint.disabled': body(
      endpointEvent('webhook_endpoint.disabled', { ...input, id: idOf(2), endpoint: disabled }),
    ),
    [TEST_EVENT_TYPE]: testEventBody({ ...input, id: idOf(3) }),
  };
}
