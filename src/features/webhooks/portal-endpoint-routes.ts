// /portal/api/endpoints: endpoints with their secrets, chart, test events and recovery; and /portal/api/event-types.
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { optionalBody } from '../../http/server/optional-body.ts';
import { portalActor, portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { createEndpoint } from './create-endpoint.ts';
import { deleteEndpoint } from './delete-endpoint.ts';
import { revealSecrets, rotateSecret } from './manage-secrets.ts';
import * as schemas from './portal-schemas.ts';
import { readChart, readEndpoint, readEndpoints } from './read-endpoints.ts';
import {
  previewRecovery,
  type RecoveryContext,
  readRecoveries,
  recoverEndpoint,
} from './recover-endpoint.ts';
import { sendTestEvent, type TestEventContext } from './send-test-event.ts';
import { updateEndpoint } from './update-endpoint.ts';
import type { WebhookContext } from './webhook-context.ts';

export type PortalEndpointContext = WebhookContext & RecoveryContext & TestEventContext;

const path = '/portal/api/endpoints';
const { params } = schemas;
const { operation } = pageOperations<PortalEndpointContext>();
const accountOf = (request: FastifyRequest) => portalPrincipalOf(request).accountId;

export const portalEndpointOperations: readonly PageOperation<PortalEndpointContext>[] = [
  operation({
    method: 'GET',
    path: '/portal/api/event-types',
    access: 'write',
    summary: 'Catalogue of event types',
    responses: { 200: Type.Array(schemas.CatalogueEntrySchema) },
    handler: async ({ context }) => context.catalogue,
  }),

  operation({
    method: 'GET',
    path,
    access: 'write',
    summary: 'Endpoints of the account',
    responses: { 200: Type.Array(schemas.PortalEndpointSchema) },
    handler: ({ context, request }) => readEndpoints(context, accountOf(request)),
  }),

  operation({
    method: 'GET',
    path: `${path}/:id`,
    access: 'write',
    summary: 'An endpoint',
    params,
    responses: { 200: schemas.PortalEndpointSchema },
    handler: ({ context, request }) => readEndpoint(context, accountOf(request), request.params.id),
  }),

  operation({
    method: 'POST',
    path,
    access: 'write',
    summary: 'Create an endpoint',
    body: schemas.EndpointRequestSchema,
    responses: { 201: schemas.PortalEndpointSchema },
    handler: async ({ context, request }) => {
      const { endpoint } = await createEndpoint(context, portalActor(request), request.body);
      return readEndpoint(context, accountOf(request), endpoint.id);
    },
  }),

  operation({
    method: 'PATCH',
    path: `${path}/:id`,
    access: 'write',
    summary: 'Change an endpoint',
    params,
    body: schemas.EndpointChangeSchema,
    responses: { 200: schemas.PortalEndpointSchema },
    handler: async ({ context, request }) => {
      const { id } = request.params;
      await updateEndpoint(context, portalActor(request), { ...request.body, id });
      return readEndpoint(context, accountOf(request), id);
    },
  }),

  operation({
    method: 'DELETE',
    path: `${path}/:id`,
    access: 'write',
    summary: 'Delete an endpoint',
    params,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      await deleteEndpoint(context, portalActor(request), request.params.id);
    },
  }),

  operation({
    method: 'GET',
    path: `${path}/:id/secrets`,
    access: 'write',
    summary: 'Signing secrets, newest first; reading them is audited',
    params,
    responses: { 200: Type.Array(schemas.EndpointSecretSchema) },
    handler: ({ context, request }) => revealSecrets(context, portalActor(request), request.params.id),
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/secrets`,
    access: 'write',
    summary: 'Rotate the signing secret',
    params,
    body: schemas.RotateRequestSchema,
    preValidation: optionalBody,
    responses: { 200: Type.Array(schemas.EndpointSecretSchema) },
    handler: ({ context, request }) =>
      rotateSecret(context, portalActor(request), request.params.id, request.body.overlap_hours),
  }),

  operation({
    method: 'GET',
    path: `${path}/:id/chart`,
    access: 'write',
    summary: 'Deliveries and their durations over time',
    params,
    query: schemas.ChartQuerySchema,
    responses: { 200: schemas.EndpointChartSchema },
    handler: ({ context, request }) =>
      readChart(context, accountOf(request), request.params.id, request.query.range ?? 'day'),
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/test`,
    access: 'write',
    summary: 'Send a test event; its delivery follows and is announced on the stream',
    params,
    body: schemas.TestRequestSchema,
    preValidation: optionalBody,
    responses: { 202: schemas.TestSentSchema },
    handler: async ({ context, request }) => {
      const { type } = request.body;
      return { event_id: await sendTestEvent(context, portalActor(request), request.params.id, type) };
    },
  }),

  operation({
    method: 'GET',
    path: `${path}/:id/recovery`,
    access: 'write',
    summary: 'What a recovery would send',
    params,
    query: schemas.RecoveryQuerySchema,
    responses: { 200: schemas.RecoveryPreviewSchema },
    handler: ({ context, request }) =>
      previewRecovery(context, accountOf(request), request.params.id, new Date(request.query.since)),
  }),

  operation({
    method: 'POST',
    path: `${path}/:id/recovery`,
    access: 'write',
    summary: 'Start a recovery; `since` must lie within the retention of events',
    params,
    body: schemas.RecoveryRequestSchema,
    responses: { 202: schemas.RecoverySchema },
    handler: ({ context, request }) =>
      recoverEndpoint(context, portalActor(request), request.params.id, new Date(request.body.since)),
  }),

  operation({
    method: 'GET',
    path: `${path}/:id/recoveries`,
    access: 'write',
    summary: 'Recoveries, newest first',
    params,
    responses: { 200: Type.Array(schemas.RecoverySchema) },
    handler: ({ context, request }) => readRecoveries(context, accountOf(request), request.params.id),
  }),
];
