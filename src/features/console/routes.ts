// Composition of the operator API under /operator: authentication, OpenAPI document and all routes.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { operatorApi, operatorMiddleware } from '../../http/operator-middleware.ts';
import { publishOperatorApi } from '../../http/operator-openapi.ts';
import { PageCookie } from '../../http/page-cookie.ts';
import { PerMinuteLimiter } from '../../http/per-minute-limiter.ts';
import type { HttpServer } from '../../http/server.ts';
import { operatorRoutes, organizationDetailRoutes, organizationRoutes } from './accounts/account-routes.ts';
import { cancellationPolicyRoutes } from './accounts/cancellation-policy-routes.ts';
import { areaDocumentRoutes } from './areas/area-document-routes.ts';
import { boardRoutes } from './board/board-routes.ts';
import { createBookingActions } from './booking-action-routes.ts';
import { operatorBookingRoutes } from './bookings/booking-routes.ts';
import { editRoutes } from './bookings/edit-routes.ts';
import { noteRoutes } from './bookings/note-routes.ts';
import { photoUploadRoutes, progressRoutes } from './bookings/progress-routes.ts';
import { clientRoutes } from './clients/client-routes.ts';
import type { ConsoleContext } from './console-context.ts';
import { areaRoutes, assignmentRoutes, offerRoutes } from './dispatch/dispatch-routes.ts';
import { exceptionRoutes } from './exceptions/exception-routes.ts';
import { mapRoutes } from './map/map-routes.ts';
import { messageRoutes } from './messages/message-routes.ts';
import { calendarRoutes } from './planning/calendar-routes.ts';
import { dashboardRoutes } from './planning/dashboard-routes.ts';
import { privacyRoutes } from './privacy/privacy-routes.ts';
import { requestRoutes } from './requests/request-routes.ts';
import { accessRoutes } from './roster/crew-access-routes.ts';
import { crewRoutes, memberRoutes, shiftRoutes, vehicleRoutes } from './roster/roster-routes.ts';
import { consoleSchemas } from './schemas.ts';
import { searchRoutes } from './search/search-routes.ts';
import { findOperator, operatorSessionSeconds } from './session/operator-sessions.ts';
import { sessionRoutes, signInRoutes } from './session/session-routes.ts';
import { invitationRoutes } from './sign-in/invitation-routes.ts';
import { linkRoutes } from './sign-in/link-routes.ts';
import {
  ownPasswordRoutes,
  ownSessionRoutes,
  secondFactorRoutes,
  signInPolicyRoutes,
} from './sign-in/own-account-routes.ts';
import type { ConsoleSse } from './stream/console-sse.ts';
import { changesOf } from './stream/route-invalidations.ts';
import { streamRoutes } from './stream/stream-routes.ts';

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
  const cookie = new PageCookie(environment, 'operator', operatorSessionSeconds);
  const session = { context, cookie, streams };
  await signInRoutes(app, session);
  await linkRoutes(app, session);
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
      findOperator: (token, carrier) => findOperator(context, token, carrier),
    });
    authenticated.addHook('onResponse', async (request, reply) => announceWrite(context, request, reply));
    await sessionRoutes(authenticated, session);
    await streamRoutes(authenticated, session);
    for (const routes of [ownPasswordRoutes, secondFactorRoutes, ownSessionRoutes, signInPolicyRoutes])
      await routes(authenticated, session);
    const bookingAction = createBookingActions(context);
    await operatorBookingRoutes(authenticated, { context, bookingAction });
    await editRoutes(authenticated, { context, bookingAction });
    await progressRoutes(authenticated, { context, bookingAction });
    await authenticated.register(photoUploadRoutes, { context });
    await assignmentRoutes(authenticated, { context, bookingAction });
    const others = [
      boardRoutes,
      mapRoutes,
      noteRoutes,
      crewRoutes,
      memberRoutes,
      accessRoutes,
      vehicleRoutes,
      shiftRoutes,
      offerRoutes,
      areaRoutes,
      calendarRoutes,
      searchRoutes,
      dashboardRoutes,
      exceptionRoutes,
      areaDocumentRoutes,
      organizationRoutes,
      organizationDetailRoutes,
      cancellationPolicyRoutes,
      operatorRoutes,
      invitationRoutes,
      messageRoutes,
      requestRoutes,
      clientRoutes,
      privacyRoutes,
    ];
    for (const routes of others) await routes(authenticated, { context });
  });
}

/** Notifies open pages of a successful write. Changes of bookings are announced by the relay instead. */
function announceWrite({ changes }: ConsoleContext, request: FastifyRequest, reply: FastifyReply): void {
  if (request.method === 'GET' || request.method === 'HEAD' || reply.statusCode >= 300) return;
  const { id } = (request.params ?? {}) as { readonly id?: string };
  changes.announce(...changesOf(request.routeOptions.url ?? '', id));
}
