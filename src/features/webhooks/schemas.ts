// Request and response schemas of /webhooks.
import { Type } from 'typebox';
import { EVENT_TYPES, OPT_IN_EVENT_TYPES } from '../../domain/event-types.ts';
import { DateTime, Nullable, OneOf, Uuid } from '../../http/schemas.ts';

const optIn = OPT_IN_EVENT_TYPES.map((type) => `\`${type}\``).join(', ');
const url = Type.String({
  format: 'uri',
  maxLength: 2_048,
  description: 'Where events are sent by POST: https, and a public address.',
});
const description = Nullable(
  Type.String({ maxLength: 5_000, description: 'For people; null and empty text say nothing.' }),
);
const events = Nullable(
  Type.Array(OneOf(EVENT_TYPES), {
    minItems: 1,
    maxItems: 100,
    description: `The types of event to send, each once. null: every type, also future ones, but ${optIn}, which must be asked for by name.`,
  }),
);

const endpointFields = {
  id: Uuid({ description: 'Stays the same for the life of the endpoint.' }),
  url,
  description,
  events,
  disabled: Type.Boolean({ description: 'Nothing is sent to a disabled endpoint.' }),
  disabled_reason: Nullable(
    OneOf(['manual', 'failing', 'gone'], {
      description:
        '`manual`: by you or by an operator; `failing`: by us, after days without a success; `gone`: it answered 410. null: it is enabled.',
    }),
  ),
  created_at: DateTime({ description: 'When it was registered.' }),
  updated_at: DateTime({ description: 'When it was last changed.' }),
};

export const endpointExample = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8ea001',
  url: 'https://example.com/webhooks/waybill',
  description: 'Order service',
  events: ['booking.created', 'booking.completed', 'booking.cancelled'],
  disabled: false,
  disabled_reason: null,
  created_at: '2030-01-15T09:30:00.000Z',
  updated_at: '2030-01-15T09:30:00.000Z',
};

export const WebhookEndpointSchema = Type.Object(endpointFields, {
  $id: 'WebhookEndpoint',
  description: 'An address of yours that is told of events.',
  examples: [endpointExample],
});

export const NewWebhookEndpointSchema = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]+=*$',
      description:
        'What deliveries are signed with. Keep it: it is shown here and in the portal, and nowhere else.',
    }),
  },
  {
    $id: 'NewWebhookEndpoint',
    description: 'A webhook endpoint just registered, with its signing secret.',
    examples: [{ ...endpointExample, secret: 'whsec_3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=' }],
  },
);

export const WebhookEndpointInputSchema = Type.Object(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  {
    $id: 'WebhookEndpointInput',
    additionalProperties: false,
    description: 'Where to send which events.',
    examples: [
      {
        url: endpointExample.url,
        events: endpointExample.events,
        description: endpointExample.description,
      },
    ],
  },
);

export const WebhookEndpointUpdateSchema = Type.Object(
  {
    url,
    events: Type.Optional(events),
    description: Type.Optional(description),
    disabled: Type.Optional(
      Type.Boolean({
        description:
          'true: nothing is sent any more, and what was still to be sent is discarded. false: events from now on are sent.',
      }),
    ),
  },
  {
    $id: 'WebhookEndpointUpdate',
    additionalProperties: false,
    description: 'Fields that are left out stay as they are; `url` is always sent.',
    examples: [{ url: endpointExample.url, disabled: true }],
  },
);

export const PortalLinkSchema = Type.Object(
  {
    portal_url: Type.String({
      format: 'uri',
      description: 'Opens the portal once, within ten minutes. Treat it like a password.',
    }),
  },
  {
    $id: 'PortalLink',
    description: 'A way into the portal.',
    examples: [
      {
        portal_url:
          'https://api.example.com/portal#token=wb_production_portal_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY',
      },
    ],
  },
);

export const webhookSchemas = [
  WebhookEndpointSchema,
  NewWebhookEndpointSchema,
  WebhookEndpointInputSchema,
  WebhookEndpointUpdateSchema,
  PortalLinkSchema,
];
