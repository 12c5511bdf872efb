// Wire format of events about endpoints: `webhook_endpoint.*` events, which are sent to the other endpoints of the
// account, and test events, which are sent to one endpoint and marked with `test: true`, so that receivers do not
// process them as real events.
import type { EnvironmentName } from '../../config/environment-name.ts';
import { TEST_EVENT_TYPE } from '../../domain/webhook/event-types.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import { presentEndpoint } from './endpoint-view.ts';

export interface EventInput {
  readonly id: string;
  readonly environment: EnvironmentName;
  readonly endpoint: WebhookEndpoint;
  readonly occurredAt: Date;
}

export interface EndpointEventInput extends EventInput {
  /** Time of the first failure since the last success; null if the endpoint is not failing. */
  readonly failingSince: Date | null;
}

/** Returns a row for the outbox. */
export function endpointEvent(
  type: 'webhook_endpoint.failing' | 'webhook_endpoint.disabled',
  { failingSince, ...input }: EndpointEventInput,
) {
  const { id, endpoint, occurredAt } = input;
  const body = bodyOf(type, input, { failing_since: failingSince?.toISOString() ?? null });
  const { accountId } = endpoint;
  return { id, accountId, bookingId: null, type, sequence: null, payload: JSON.stringify(body), occurredAt };
}

export function testEventBody(input: EventInput): object {
  return { ...bodyOf(TEST_EVENT_TYPE, input), test: true };
}

/** Turns the example of another event type into a test event with a new id and the current time. */
export function exampleTestEventBody(example: object, { id, environment, occurredAt }: EventInput): object {
  return { ...example, id, timestamp: occurredAt.toISOString(), environment, test: true };
}

function bodyOf(type: string, { id, environment, endpoint, occurredAt }: EventInput, more: object = {}) {
  return {
    id,
    type,
    timestamp: occurredAt.toISOString(),
    api_version: 2,
    environment,
    sequence: null,
    data: { webhook_endpoint: presentEndpoint(endpoint), ...more },
  };
}
