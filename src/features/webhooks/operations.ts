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

const params = Type.Object({ id: Type.String({ description: 'Id of the webhook endpoint.' }) });

const notFound = answer(ErrorSchema, 'The account has no webhook endpoint with this id.', [
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
  summary: 'Create a webhook endpoint',
  description:
    'Registers a URL that receives events by POST from now on. Requests are signed according to [Standard Webhooks](https://www.standardwebhooks.com) with the `secret` of the response. ' +
    'An account can have at most 20 endpoints.',
  body: ref(WebhookEndpointInputSchema),
  response: {
    201: answer(NewWebhookEndpointSchema, 'The endpoint with its signing secret.'),
    400: answer(ErrorSchema, 'A parameter is invalid, or the account already has 20 endpoints.', [
      badUrl,
      unknownEvent,
      problemExample(
        'too_many_endpoints',
        'An account can have at most 20 webhook endpoints. Delete one that you no longer need.',
      ),
    ]),
  },
};

export const list = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.list',
  summary: 'List webhook endpoints',
  description: 'Returns all webhook endpoints of the account, oldest first. The list is not paginated.',
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
  summary: 'Retrieve a webhook endpoint',
  description: 'Returns the endpoint without its signing secret.',
  params,
  response: { 200: answer(WebhookEndpointSchema, 'The endpoint.'), 404: notFound },
};

export const update = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.update',
  summary: 'Update a webhook endpoint',
  description:
    'Changes the URL, the event types or the description of an endpoint, disables it or enables it again. Events that occurred while the endpoint was ' +
    'disabled are not sent automatically: read them with `GET /events`, or recover them in the portal.',
  params,
  body: ref(WebhookEndpointUpdateSchema),
  response: {
    200: answer(WebhookEndpointSchema, 'The updated endpoint.'),
    400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [badUrl, unknownEvent]),
    404: notFound,
  },
};

export const remove = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.delete',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint and its signing secrets. Pending deliveries are discarded.',
  params,
  response: { 204: Type.Null({ description: 'The endpoint was deleted.' }), 404: notFound },
};

export const portal = {
  ...jsonOperation('Webhooks'),
  operationId: 'webhooks.portal',
  summary: 'Create a portal link',
  description:
    'Returns a one-time link to the webhook portal, where users of the account manage endpoints, inspect deliveries and responses, send test events, resend failed deliveries and ' +
    'read or rotate signing secrets. The link works once and expires after 10 minutes; request a new one each time.',
  response: { 200: answer(PortalLinkSchema, 'The portal link.') },
};
