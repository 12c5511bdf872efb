// Routes: POST and GET /webhooks; GET, PATCH and DELETE /webhooks/{id}; GET /webhooks/portal. Reading also requires
// org:write, as the published contract demands: endpoint URLs reveal how to reach a partner's systems.
import { Type } from 'typebox';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema, ref } from '../../http/operations/schemas.ts';
import { bearerOf } from '../../http/surfaces/bearer.ts';
import { partnerActor, principalOf } from '../../http/surfaces/partner-middleware.ts';
import { type CreatedEndpoint, createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { listEndpoints } from './endpoint-store.ts';
import { presentEndpoint } from './endpoint-view.ts';
import { loadEndpoint } from './load-endpoint.ts';
import { createPortalLink, type SessionContext } from './portal-sessions.ts';
import {
  endpointExample,
  NewWebhookEndpointSchema,
  PortalLinkSchema,
  WebhookEndpointInputSchema,
  WebhookEndpointSchema,
  WebhookEndpointUpdateSchema,
} from './schemas.ts';
import { updateEndpoint } from './update-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';

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

export type WebhookRoutesContext = WebhookContext & SessionContext;

const { read, write } = partnerOperations<WebhookRoutesContext>();

export const webhookOperations: readonly PartnerOperation<WebhookRoutesContext>[] = [
  write({
    method: 'POST',
    path: '/webhooks',
    access: 'write',
    tag: 'Webhooks',
    id: 'webhooks.create',
    summary: 'Create a webhook endpoint',
    description:
      'Registers a URL that receives events by POST from now on. Requests are signed according to [Standard Webhooks](https://www.standardwebhooks.com) with the `secret` of the response. ' +
      'An account can have at most 20 endpoints.',
    body: ref(WebhookEndpointInputSchema),
    responses: {
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
    handler: ({ context, request, hook }) => {
      return createEndpoint(context, partnerActor(request), request.body, hook);
    },
    present: presentCreated,
  }),

  read({
    method: 'GET',
    path: '/webhooks',
    access: 'write',
    tag: 'Webhooks',
    id: 'webhooks.list',
    summary: 'List webhook endpoints',
    description: 'Returns all webhook endpoints of the account, oldest first. The list is not paginated.',
    responses: {
      200: Type.Array(ref(WebhookEndpointSchema), {
        description: 'The endpoints.',
        examples: [[endpointExample]],
      }),
    },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const endpoints = await listEndpoints(context.db.forAccount(accountId), accountId);
      return endpoints.map(presentEndpoint);
    },
  }),

  read({
    method: 'GET',
    path: '/webhooks/portal',
    access: 'write',
    tag: 'Webhooks',
    id: 'webhooks.portal',
    summary: 'Create a portal link',
    description:
      'Returns a one-time link to the webhook portal, where users of the account manage endpoints, inspect deliveries and responses, send test events, resend failed deliveries and ' +
      'read or rotate signing secrets. The portal permits what the scopes of this access token permit. The link works once and expires after 10 minutes; request a new one each time.',
    responses: { 200: answer(PortalLinkSchema, 'The portal link.') },
    handler: async ({ context, request }) => {
      const { scopes } = principalOf(request);
      const token = { accessToken: bearerOf(request) ?? '', scopes };
      const portal_url = await createPortalLink(context, partnerActor(request), token);
      return { portal_url };
    },
  }),

  read({
    method: 'GET',
    path: '/webhooks/:id',
    access: 'write',
    tag: 'Webhooks',
    id: 'webhooks.get',
    summary: 'Retrieve a webhook endpoint',
    description: 'Returns the endpoint without its signing secret.',
    params,
    responses: { 200: answer(WebhookEndpointSchema, 'The endpoint.'), 404: notFound },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const endpoint = await loadEndpoint(context.db.forAccount(accountId), accountId, request.params.id);
      return presentEndpoint(endpoint);
    },
  }),

  write({
    method: 'PATCH',
    path: '/webhooks/:id',
    access: 'write',
    tag: 'Webhooks',
    id: 'webhooks.update',
    summary: 'Update a webhook endpoint',
    description:
      'Changes the URL, the event types or the description of an endpoint, disables it or enables it again. Events that occurred while the endpoint was ' +
      'disabled are not sent automatically: read them with `GET /events`, or recover them in the portal.',
    params,
    body: ref(WebhookEndpointUpdateSchema),
    responses: {
      200: answer(WebhookEndpointSchema, 'The updated endpoint.'),
      400: answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [badUrl, unknownEvent]),
      404: notFound,
    },
    handler: ({ context, request, hook }) => {
      const change = request.body;
      return updateEndpoint(context, partnerActor(request), { ...change, id: request.params.id }, hook);
    },
    present: presentEndpoint,
  }),

  write({
    method: 'DELETE',
    path: '/webhooks/:id',
    access: 'write',
    tag: 'Webhooks',
    id: 'webhooks.delete',
    summary: 'Delete a webhook endpoint',
    description: 'Deletes the endpoint and its signing secrets. Pending deliveries are discarded.',
    params,
    responses: { 204: Type.Null({ description: 'The endpoint was deleted.' }), 404: notFound },
    handler: ({ context, request, hook }) =>
      deleteEndpoint(context, partnerActor(request), request.params.id, hook),
    present: () => undefined,
  }),
];

/** Only this response contains the secret. */
function presentCreated({ endpoint, secret }: CreatedEndpoint) {
  return { ...presentEndpoint(endpoint), secret };
}
