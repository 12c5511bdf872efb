// What people open in a browser.
import { findBookingIds } from '../features/bookings/booking-search-store.ts';
import { crewAvatarRoutes } from '../features/dispatch/avatar-routes.ts';
import { findCallee } from '../features/dispatch/system/engagement-store.ts';
import { telephonyRoutes } from '../features/dispatch/telephony-routes.ts';
import { photoRoutes } from '../features/photos/photo-routes.ts';
import { avatarRoutes } from '../features/simulation/avatar-routes.ts';
import { portalRoutes } from '../features/webhooks/portal-routes.ts';
import type { AddressLimit } from '../http/address-limit.ts';
import { docsRoutes } from '../http/docs-routes.ts';
import { pageAssets } from '../http/page.ts';
import type { HttpServer } from '../http/server.ts';
import { webPages } from '../http/web-pages.ts';
import type { Parts } from './parts.ts';

/** Pages for people, and what those pages ask. */
export async function addPages(app: HttpServer, parts: Parts, addressLimit: AddressLimit): Promise<void> {
  const { config, context, database, wakeUps, catalogue, egress, changes, streams } = parts;
  const { environment } = context;
  const { retentionDays, retrySeconds } = config.webhooks;
  await app.register(pageAssets);
  await app.register(webPages, {});
  await app.register(docsRoutes, { environment: environment.name });
  await app.register(photoRoutes, { context });
  await app.register(crewAvatarRoutes);
  if (environment.name === 'sandbox') await app.register(avatarRoutes);
  const { twilioAuthToken: authToken } = config.dispatch;
  if (authToken !== null && environment.name === 'production')
    await app.register(telephonyRoutes, {
      publicUrl: environment.publicUrl,
      authToken,
      findCallee: (call) => findCallee(database.system, call),
    });
  await app.register(portalRoutes, {
    context: {
      ...context,
      identity: database.identity,
      egress,
      changes,
      wakeUps,
      catalogue,
      retentionDays,
      findBookingIds: (accountId, text) => findBookingIds(context.db.forAccount(accountId), accountId, text),
    },
    addressLimit,
    streams,
    retrySeconds,
  });
}
