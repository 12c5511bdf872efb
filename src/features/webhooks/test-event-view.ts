// Wire format of test events: sent to one endpoint and marked with `test: true`, so that receivers do not process them
// as real events.
import type { EnvironmentName } from '../../config/environment-name.ts';
import { TEST_EVENT_TYPE } from '../../domain/webhook/event-types.ts';
import type { WebhookEndpoint } from '../../domain/webhook/webhook-endpoint.ts';
import { presentEndpoint } from './endpoint-view.ts';

export interface TestEventInput {
  readonly id: string;
  readonly environment: EnvironmentName;
  readonly endpoint: WebhookEndpoint;
  readonly occurredAt: Date;
}

export function testEventBody({ id, environment, endpoint, occurredAt }: TestEventInput): object {
  return {
    id,
    type: TEST_EVENT_TYPE,
    timestamp: occurredAt.toISOString(),
    api_version: 2,
    environment,
    sequence: null,
    data: { webhook_endpoint: presentEndpoint(endpoint) },
    test: true,
  };
}

/** Turns the example of another event type into a test event with a new id and the current time. */
export function exampleTestEventBody(
  example: object,
  { id, environment, occurredAt }: TestEventInput,
): object {
  return { ...example, id, timestamp: occurredAt.toISOString(), environment, test: true };
}
