// Request and response schemas of /webhooks.
import { Type } from 'typebox';
import { EVENT_TYPES, OPT_IN_EVENT_TYPES } from '../../domain/webhook/event-types.ts';
import { creation, DateTime, Nullable, OneOf, Uuid, update } from '../../http/operations/schemas.ts';

const optIn = OPT_IN_EVENT_TYPES.map((type) => `\`${type}\``).join(', ');
const url = Type.String({
  format: 'uri',
  maxLength: 2_048,
  description: 'URL that receives events by POST. Must use https and resolve to public IP addresses.',
});
const description = Nullable(
  Type.String({ maxLength: 5_000, description: 'Free text for your own use. Empty text is stored as null.' }),
);
const events = Nullable(
  Type.Array(OneOf(EVENT_TYPES), {
    minItems: 1,
    maxItems: 100,
    description: `Event types to send; duplicates are ignored. null: every type, including future ones, except ${optIn}, which must be listed explicitly.`,
  }),
);

const endpointFields = {
  id: Uuid({ description: 'Id of the endpoint. Never changes.' }),
  url,
  description,
  events,
  disabled: Type.Boolean({
    description: 'Whether the endpoint is disabled. Nothing is sent to a disabled endpoint.',
  }),
  disabled_reason: Nullable(
    OneOf(['manual', 'failing', 'gone'], {
      description:
        'Why the endpoint is disabled. `manual`: by you or by an operator; `failing`: automatically, after five days without a successful delivery; `gone`: the endpoint responded with status 410. null: the endpoint is enabled.',
    }),
  ),
  created_at: DateTime({ description: 'Time at which the endpoint was created.' }),
  updated_at: DateTime({ description: 'Time of the last change.' }),
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
  description: 'A URL of yours that receives events.',
  examples: [endpointExample],
});

export const NewWebhookEndpointSchema = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({
      pattern: '^whsec_[A-Za-z0-9+/]+=*$',
      description:
        'Signing secret of the deliveries. Store it securely. Besides this response, only the portal shows it.',
    }),
  },
  {
    $id: 'NewWebhookEndpoint',
    description: 'A newly created webhook endpoint with its signing secret.',
    examples: [{ ...endpointExample, secret: 'whsec_3q2+7wABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhs=' }],
  },
);

export const WebhookEndpointInputSchema = Type.Object(
  { url, events: Type.Optional(events), description: Type.Optional(description) },
  creation('WebhookEndpointInput', 'Webhook endpoint to create.', {
    url: endpointExample.url,
    events: endpointExample.events,
    description: endpointExample.description,
  }),
);

export const WebhookEndpointUpdateSchema = Type.Object(
  {
    url,
    events: Type.Optional(events),
    description: Type.Optional(description),
    disabled: Type.Optional(
      Type.Boolean({
        description:
          'true disables the endpoint and discards its pending deliveries. false enables it: events that occur from now on are sent.',
      }),
    ),
  },
  update(
    'WebhookEndpointUpdate',
    'Changes of a webhook endpoint. Omitted fields keep their values; `url` is required.',
    { url: endpointExample.url, disabled: true },
  ),
);

export const PortalLinkSchema = Type.Object(
  {
    portal_url: Type.String({
      format: 'uri',
      description: 'URL that opens the portal once within 10 minutes. Treat it like a password.',
    }),
  },
  {
    $id: 'PortalLink',
    description: 'A one-time link to the webhook portal.',
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
