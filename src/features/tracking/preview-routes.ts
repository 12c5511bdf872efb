// /portal/api/bookings/{id}/tracking: tracking preview of the sandbox. Public tracking links show no sandbox booking, so partners see
// the tracking page of their test bookings in the portal, behind its session. Serves the data of the page that
// tracking-pages.ts serves under /portal/bookings/{id}/tracking.
import { Type } from 'typebox';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import { portalPrincipalOf } from '../../http/surfaces/portal-middleware.ts';
import { loadClockAheadSeconds } from '../accounts/account-clock-store.ts';
import { loadBooking } from '../bookings/change-booking.ts';
import { routeGeometry } from '../locations/route-geometry.ts';
import { findRedelivery } from './find-redelivery.ts';
import { expiryOf } from './resolve-link.ts';
import type { TrackingContext } from './tracking-routes.ts';
import { TrackingChangeSchema, TrackingViewSchema } from './tracking-schemas.ts';
import type { TrackingSseHub } from './tracking-sse.ts';
import { presentTracking } from './tracking-view.ts';

export interface PreviewContext
  extends Pick<
    TrackingContext,
    'db' | 'clock' | 'environment' | 'keys' | 'linkDays' | 'findSender' | 'pageMap' | 'router'
  > {
  readonly streams: TrackingSseHub;
}

const path = '/portal/api/bookings';
const params = Type.Object({ id: Type.String() });
const { operation, stream } = pageOperations<PreviewContext>();

export const previewOperations: readonly PageOperation<PreviewContext>[] = [
  operation({
    method: 'GET',
    path: `${path}/:id/tracking`,
    access: 'read',
    summary: 'What the tracking page of the booking shows to the holder of its share link',
    params,
    responses: { 200: TrackingViewSchema },
    handler: async ({ context, request }) => {
      const { db, clock, environment, linkDays, findSender, pageMap } = context;
      const { accountId } = portalPrincipalOf(request);
      const [booking, sender, aheadSeconds, map] = await Promise.all([
        loadBooking(context, { accountId, bookingId: request.params.id }),
        findSender(accountId),
        loadClockAheadSeconds(db.forAccount(accountId), accountId),
        pageMap(),
      ]);
      return presentTracking({
        booking,
        viewer: null,
        sender,
        expiresAtMs: expiryOf(booking, linkDays),
        nowMs: clock.now().getTime() + aheadSeconds * 1_000,
        crewChangeGraceMs: 0,
        publicUrl: environment.publicUrl,
        map,
        geometry: await routeGeometry(context, booking),
        // The sandbox has no plans.
        intended: [],
        redelivery: await findRedelivery(context, booking, null),
      });
    },
  }),

  stream({
    path: `${path}/:id/tracking/stream`,
    access: 'read',
    summary: 'Events named `change` whenever the booking changes, as on the tracking page',
    params,
    event: TrackingChangeSchema,
    open: async ({ context, request }, connect) => {
      const { accountId, sessionId } = portalPrincipalOf(request);
      const { id } = await loadBooking(context, { accountId, bookingId: request.params.id });
      return context.streams.open(id, sessionId, connect);
    },
  }),
];
