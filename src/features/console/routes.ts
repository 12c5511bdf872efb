// Composition of the operator API under /operator: authentication, OpenAPI document and all routes.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import { publishOperatorApi } from '../../http/openapi/operator-openapi.ts';
import type { OperatorOperation } from '../../http/operations/operator-operation.ts';
import { acceptImagesOnly } from '../../http/server/image-body.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { operatorApi, operatorMiddleware } from '../../http/surfaces/operator-middleware.ts';
import { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { deviceCookieSeconds } from '../sign-in-throttle/known-device.ts';
import {
  nameOperations,
  operatorAccountOperations,
  organizationDetailOperations,
  organizationOperations,
} from './accounts/account-routes.ts';
import { brandingOperations } from './accounts/branding-routes.ts';
import { cancellationPolicyOperations } from './accounts/cancellation-policy-routes.ts';
import { portalMemberOperations } from './accounts/portal-member-routes.ts';
import { organizationStatementOperations } from './accounts/statement-routes.ts';
import { organizationEndpointOperations } from './accounts/webhook-endpoint-routes.ts';
import { areaDocumentOperations } from './areas/area-document-routes.ts';
import { boardOperations } from './board/board-routes.ts';
import { createBookingWrites } from './booking-action-routes.ts';
import { operatorBookingOperations } from './bookings/booking-routes.ts';
import { editOperations } from './bookings/edit-routes.ts';
import { noteOperations } from './bookings/note-routes.ts';
import { photoUploadOperations, progressOperations } from './bookings/progress-routes.ts';
import { redeliveryOperations } from './bookings/redelivery-routes.ts';
import { clientOperations } from './clients/client-routes.ts';
import type { ConsoleContext } from './console-context.ts';
import { areaOperations, assignmentOperations, offerOperations } from './dispatch/dispatch-routes.ts';
import { replacementOperations } from './dispatch/replacement-routes.ts';
import { exceptionOperations, sharedExceptions } from './exceptions/exception-routes.ts';
import { mapOperations } from './map/map-routes.ts';
import { messageLimitOperations } from './messages/message-limit-routes.ts';
import { messageOperations } from './messages/message-routes.ts';
import { writtenMessageOperations } from './messages/written-message-routes.ts';
import { calendarOperations } from './planning/calendar-routes.ts';
import { dashboardOperations } from './planning/dashboard-routes.ts';
import { planOperations } from './plans/plan-routes.ts';
import { privacyOperations } from './privacy/privacy-routes.ts';
import { requestOperations } from './requests/request-routes.ts';
import { accessOperations } from './roster/crew-access-routes.ts';
import { crewOperations } from './roster/crew-routes.ts';
import { memberOperations, shiftOperations, vehicleOperations } from './roster/roster-routes.ts';
import { shiftPatternOperations } from './roster/shift-pattern-routes.ts';
import { consoleSchemas } from './schemas.ts';
import { searchOperations } from './search/search-routes.ts';
import { securityEventOperations } from './security/security-event-routes.ts';
import { findOperator } from './session/operator-sessions.ts';
import { sessionOperations, signInOperations } from './session/session-routes.ts';
import { invitationOperations } from './sign-in/invitation-routes.ts';
import { linkOperations } from './sign-in/link-routes.ts';
import { operatorSessionOperations } from './sign-in/operator-session-routes.ts';
import {
  ownPasswordOperations,
  ownSessionOperations,
  secondFactorOperations,
} from './sign-in/own-account-routes.ts';
import { passkeyOperations, passkeySignInOperations } from './sign-in/passkey-routes.ts';
import { createSignInLimits } from './sign-in/sign-in-limits.ts';
import { signInPolicyOperations } from './sign-in/sign-in-policy-routes.ts';
import type { ConsoleSse } from './stream/console-sse.ts';
import { changesOf } from './stream/route-invalidations.ts';
import { streamRoutes } from './stream/stream-routes.ts';
import { userOperations } from './users/user-routes.ts';

export interface ConsoleOptions {
  readonly context: ConsoleContext;
  readonly ipRateLimiter: PerMinuteLimiter;
  readonly streams: ConsoleSse;
}

/** Per session. Well above what a page sends, and low enough that a script cannot saturate the database. */
const requestsPerMinute = 1_200;

export async function consoleRoutes(
  app: HttpServer,
  { context, ipRateLimiter, streams }: ConsoleOptions,
): Promise<void> {
  const { environment, keys } = context;
  await operatorApi(app, environment);
  await publishOperatorApi(app);
  for (const schema of consoleSchemas) app.addSchema(schema);
  const cookie = new PageCookie(environment, 'operator', context.sessions.rules.lifetimeSeconds);
  const routesContext = {
    ...context,
    cookie,
    deviceCookie: new PageCookie(environment, 'device', deviceCookieSeconds),
    streams,
    limits: createSignInLimits(),
    writes: createBookingWrites(context),
    shared: sharedExceptions(context),
  };
  const addAll = (scope: HttpServer, operations: readonly OperatorOperation<typeof routesContext>[]) => {
    for (const operation of operations) operation(scope, routesContext);
  };
  addAll(app, [...signInOperations, ...passkeySignInOperations, ...linkOperations]);
  await app.register(async (authenticated: HttpServer) => {
    operatorMiddleware(authenticated, {
      environment,
      cookie,
      keys,
      ipRateLimiter,
      operatorLimit: new PerMinuteLimiter(
        requestsPerMinute,
        'This session sent more than 1,200 requests within a minute. Wait a moment and try again.',
      ),
      findOperator: (token, use) => findOperator(context, token, use),
    });
    authenticated.addHook('onResponse', async (request, reply) => announceWrite(context, request, reply));
    await streamRoutes(authenticated, { streams });
    addAll(authenticated, operationsBeforeUploads);
    await authenticated.register(async (uploads: HttpServer) => {
      acceptImagesOnly(uploads);
      addAll(uploads, photoUploadOperations);
    });
    addAll(authenticated, operationsAfterUploads);
  });
}

// The published description has this order. Uploads have a scope with other body parsers.
const operationsBeforeUploads = [
  ...sessionOperations,
  ...ownPasswordOperations,
  ...secondFactorOperations,
  ...passkeyOperations,
  ...ownSessionOperations,
  ...signInPolicyOperations,
  ...operatorBookingOperations,
  ...editOperations,
  ...redeliveryOperations,
  ...progressOperations,
];

const operationsAfterUploads = [
  ...assignmentOperations,
  ...replacementOperations,
  ...boardOperations,
  ...mapOperations,
  ...noteOperations,
  ...crewOperations,
  ...memberOperations,
  ...accessOperations,
  ...vehicleOperations,
  ...shiftOperations,
  ...shiftPatternOperations,
  ...offerOperations,
  ...areaOperations,
  ...planOperations,
  ...calendarOperations,
  ...searchOperations,
  ...dashboardOperations,
  ...exceptionOperations,
  ...areaDocumentOperations,
  ...organizationOperations,
  ...organizationDetailOperations,
  ...nameOperations,
  ...brandingOperations,
  ...cancellationPolicyOperations,
  ...organizationEndpointOperations,
  ...organizationStatementOperations,
  ...portalMemberOperations,
  ...operatorAccountOperations,
  ...operatorSessionOperations,
  ...invitationOperations,
  ...userOperations,
  ...messageOperations,
  ...writtenMessageOperations,
  ...messageLimitOperations,
  ...requestOperations,
  ...clientOperations,
  ...privacyOperations,
  ...securityEventOperations,
];

/** Notifies open pages of a successful write. Changes of bookings are announced by the relay instead. */
function announceWrite({ changes }: ConsoleContext, request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 300) return;
  const { id } = (request.params ?? {}) as { readonly id?: string };
  changes.announce(...changesOf(request.routeOptions.url ?? '', id));
}
