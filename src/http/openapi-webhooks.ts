// Webhooks in the OpenAPI document: one per event type, with the requests that partners receive.

export interface PublishedEvent {
  readonly type: string;
  readonly title: string;
  readonly description: string;
  /** Has an `$id`, and references other schemas by theirs. */
  readonly schema: object;
  readonly example: unknown;
}

const tag = 'Events';

export const webhookHeaders = {
  WebhookId: header(
    'webhook-id',
    'The id of the event: the same on every try, so that a repeat can be told from a new one.',
    { type: 'string', format: 'uuid', examples: ['0197f0c4-8f6e-7c32-9d1a-5b6c7d8eb001'] },
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'When this try was made, as Unix time in seconds. Refuse what is more than five minutes off.',
    { type: 'string', pattern: '^[0-9]+$', examples: ['1896102782'] },
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One or more signatures, separated by spaces: `v1,` and the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` ' +
      'with the key behind `whsec_`. One that fits is enough: while a secret is rotated there are two.',
    { type: 'string', examples: ['v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE='] },
  ),
} as const;

function header(name: string, description: string, schema: object) {
  return { name, in: 'header', required: true, description, schema };
}

/** Keyed by event type. */
export function describeWebhooks(events: readonly PublishedEvent[]): Record<string, object> {
  return Object.fromEntries(events.map((event) => [event.type, { post: describeWebhook(event) }]));
}

/** Keyed by schema name. */
export function eventSchemas(events: readonly PublishedEvent[]): Record<string, object> {
  return Object.fromEntries(events.map(({ schema }) => [nameOf(schema), published(schema)]));
}

function describeWebhook({ type, title, description, schema, example }: PublishedEvent) {
  return {
    operationId: `receive.${type}`,
    tags: [tag],
    summary: title,
    description: `${description}\n\nAnswer with any 2xx within 15 seconds; everything else is tried again, for about three days.`,
    security: [],
    parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${nameOf(schema)}` }, example },
      },
    },
    responses: {
      '2XX': { description: 'Received. The body of the answer is not looked at.' },
      '410': { description: 'Send nothing here any more: the endpoint is disabled.' },
      default: { description: 'Not received: it is sent again later. Redirects are not followed.' },
    },
  };
}

function nameOf(schema: object): string {
  return (schema as { $id?: string }).$id ?? '';
}

/** Converts `$id` references to JSON pointers into the document. */
function published(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
    if (key === '$id') return undefined;
    return key === '$ref' ? `#/components/schemas/${String(value)}` : value;
  }) as object;
}
