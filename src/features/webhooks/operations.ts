// OpenAPI operations of webhook endpoints.
import { Type } from 'typebox';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { problemExample } from '../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../http/schemas.ts';
import {
  endpointExample,
  NewWebhookEndpointSchema,
  PortalLinkSchema,
  WebhookEndpointInputSchema,
  WebhookEndpointSchema,
  WebhookEndpointUpdateSchema,
} from './schemas.ts';

const params = Type.Object({ id: Type.String({ description: 'The id of the webhook endpoint.' }) });

const notFound = answer(ErrorSchema, 'There is no such webhook endpoint for this account.', [
  problemExample('not_found', 'There is no such webhook endpoint.'),
]);
const badUrl = problemExample('url_not_allowed', 'The URL must begin with https://.', { param: 'url' });
const unknownEvent = problemExample(
  'invalid_parameter',
  'events[1] must be one of booking.created, booking.updated, …',
  { param: 'events[1]' },
);

export const create = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.create',
  summary: 'Register a webhook endpoint',
  description:
    'From now on events are sent there by POST, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it, with the `secret` of this answer. ' +
    'An account has at most 20 endpoints.',
  body: ref(WebhookEndpointInputSchema),
  response: {
    201: answer(NewWebhookEndpointSchema, 'The endpoint, and the secret that signs for it.'),
    400: answer(ErrorSchema, 'A parameter is not valid, or there are too many endpoints.', [
      badUrl,
      unknownEvent,
      problemExample(
        'too_many_endpoints',
        'An account has at most 20 webhook endpoints. Delete one that is no longer needed.',
      ),
    ]),
  },
};

export const list = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.list',
  summary: 'List webhook endpoints',
  description: 'All of them, oldest first.',
  response: {
    200: Type.Array(ref(WebhookEndpointSchema), {
      description: 'The endpoints.',
      examples: [[endpointExample]],
    }),
  },
};

export const read = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.get',
  summary: 'Read a webhook endpoint',
  description: 'The endpoint as it is now, without its secret.',
  params,
  response: { 200: answer(WebhookEndpointSchema, 'The endpoint.'), 404: notFound },
};

export const update = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.update',
  summary: 'Change a webhook endpoint',
  description:
    'Changes the address, the types of event or the description, disables the endpoint or enables it again. What happened while it was ' +
    'disabled is not sent by itself: read it with `GET /events`, or recover it in the portal.',
  params,
  body: ref(WebhookEndpointUpdateSchema),
  response: {
    200: answer(WebhookEndpointSchema, 'The endpoint as it is now.'),
    400: answer(ErrorSchema, 'A parameter is not valid; `param` names it.', [badUrl, unknownEvent]),
    404: notFound,
  },
};

export const remove = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.delete',
  summary: 'Remove a webhook endpoint',
  description: 'Nothing is sent there any more; what was still to be sent is discarded.',
  params,
  response: { 204: Type.Null({ description: 'It is gone.' }), 404: notFound },
};

export const portal = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.portal',
  summary: 'Open the webhook portal',
  description:
    'A link to the pages where people of the account manage endpoints, see every delivery with its answers, send tests, replay what failed and ' +
    'read or rotate secrets. It opens once, within ten minutes; ask for a new one each time.',
  response: { 200: answer(PortalLinkSchema, 'The link.') },
};
