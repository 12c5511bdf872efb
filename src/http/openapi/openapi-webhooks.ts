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
    'Identifier of the event. It is the same for every attempt: use it to detect duplicates.',
    { type: 'string', format: 'uuid', examples: ['0197f0c4-8f6e-7c32-9d1a-5b6c7d8eb001'] },
  ),
  WebhookTimestamp: header(
    'webhook-timestamp',
    'Time of this attempt as Unix time in seconds. Refuse deliveries that differ by more than 5 minutes from your clock.',
    { type: 'string', pattern: '^[0-9]+$', examples: ['1896102782'] },
  ),
  WebhookSignature: header(
    'webhook-signature',
    'One or more signatures, separated by spaces: `v1,` followed by the base64 of HMAC-SHA256 over `{webhook-id}.{webhook-timestamp}.{body}` ' +
      'with the key after `whsec_`. Accept the delivery if one signature matches: during a rotation of the secret there are two.',
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
    description: `${description}\n\nRespond with any 2xx status within 15 seconds. Any other result is retried for about 3 days.`,
    security: [],
    parameters: Object.keys(webhookHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: { $ref: `#/components/schemas/${nameOf(schema)}` }, example },
      },
    },
    responses: {
      '2XX': { description: 'Received. The response body is ignored.' },
      '410': { description: 'The endpoint is disabled and receives no more deliveries.' },
      default: { description: 'Not received: the delivery is retried. Redirects are not followed.' },
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
