// Wires web pages and the routes that they call.
import type { AnyDatabase } from '../db/branded-database.ts';
import { loadAccount, loadAccountFacts } from '../features/accounts/account-store.ts';
import { findBookingIds } from '../features/bookings/booking-list-store.ts';
import { portalAddonOperations } from '../features/bookings/portal-addon-routes.ts';
import { portalBookingOperations } from '../features/bookings/portal-booking-routes.ts';
import { portalStopOperations } from '../features/bookings/portal-stop-routes.ts';
import { brandingRoutes } from '../features/branding/branding-routes.ts';
import { findLiveBranding } from '../features/branding/branding-store.ts';
import {
  portalBrandingOperations,
  portalLogoOperations,
} from '../features/branding/portal-branding-routes.ts';
import { crewPages } from '../features/crew/crew-pages.ts';
import { crewRoutes } from '../features/crew/routes.ts';
import { avatarRoutes, simulatedAvatarRoutes } from '../features/dispatch/avatar-routes.ts';
import { findCallee } from '../features/dispatch/system/engagement-store.ts';
import { telephonyRoutes } from '../features/dispatch/telephony-routes.ts';
import { presentPageMap } from '../features/maps/tiles/page-map-view.ts';
import { tileRoutes } from '../features/maps/tiles/tile-routes.ts';
import { smsReplyRoutes } from '../features/notifications/sms-reply-routes.ts';
import { unsubscribeRoutes } from '../features/notifications/unsubscribe-routes.ts';
import { portalKeyOperations } from '../features/oauth/portal-key-routes.ts';
import { photoRoutes } from '../features/photos/photo-routes.ts';
import { listPlannedJobsOf } from '../features/plans/system/planned-job-store.ts';
import { portalMemberOperations } from '../features/portal-members/portal-member-routes.ts';
import { portalSignInPageOperations } from '../features/portal-members/sign-in-routes.ts';
import { portalRequestOperations } from '../features/requests/portal-request-routes.ts';
import { previewOperations } from '../features/tracking/preview-routes.ts';
import { trackingRoutes } from '../features/tracking/tracking-routes.ts';
import { portalRoutes } from '../features/webhooks/portal-routes.ts';
import { confirmPortalSession } from '../features/webhooks/portal-session-store.ts';
import type { IpRateLimiter } from '../http/limits/ip-rate-limit.ts';
import { IdempotentWrites, partnerWrites } from '../http/operations/idempotent-write.ts';
import type { PageMap } from '../http/operations/page-map.ts';
import { docsRoutes } from '../http/pages/docs-routes.ts';
import { downloadsRoutes } from '../http/pages/downloads-routes.ts';
import { missingPage } from '../http/pages/missing-page.ts';
import { pageAssets } from '../http/pages/page.ts';
import { BuiltFiles } from '../http/pages/static-files.ts';
import { webPages } from '../http/pages/web-pages.ts';
import { acceptImagesOnly } from '../http/server/image-body.ts';
import type { HttpServer } from '../http/server/server.ts';
import { actAsPartner, plainJson, portalPartnerPath } from '../http/surfaces/portal-partner.ts';
import { announceOffersOf } from './announce-offers.ts';
import { addBookingOperations, pricingContextOf } from './booking-operations.ts';
import type { AppComponents } from './components.ts';

export async function addPages(
  app: HttpServer,
  components: AppComponents,
  ipRateLimiter: IpRateLimiter,
): Promise<void> {
  const { config, context, database, wakeUps, catalogue, egress, changes, streams } = components;
  const { environment } = context;
  const { retentionDays, retrySeconds } = config.webhooks;
  await pageAssets(app);
  missingPage(app, environment.name);
  const files = new BuiltFiles();
  await webPages(app, { files, pictureHosts: pictureHostsOf(components) });
  await docsRoutes(app, { environment: environment.name });
  await downloadsRoutes(app, { environment: environment.name, publicUrl: environment.publicUrl });
  await photoRoutes(app, { context });
  await brandingRoutes(app, { identity: database.identity });
  avatarRoutes(app);
  await tileRoutes(app, { tiles: components.mapTiles });
  if (environment.name === 'sandbox') simulatedAvatarRoutes(app);
  const identityContext = { ...context, identity: database.identity };
  await app.register(unsubscribeRoutes, { context: identityContext });
  const { twilio } = config.messages;
  // The sandbox sends no SMS, so it receives no replies.
  if (twilio && environment.name === 'production')
    await app.register(smsReplyRoutes, { context: identityContext, authToken: twilio.authToken });
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
      portal: components.portal,
      egress,
      changes,
      wakeUps,
      catalogue,
      retentionDays,
      retrySeconds,
      streams,
      findBranding: findBrandingOf(components),
      findBookingIds: (accountId, text) => findBookingIds(context.db.forAccount(accountId), accountId, text),
    },
    ipRateLimiter,
    addSignInOperations: (portalApp) => {
      const signIn = { ...identityContext, companyName: config.billing.issuer };
      for (const { add } of portalSignInPageOperations) add(portalApp, signIn);
    },
    addOtherOperations: (visited, cookie) => {
      const { tokens, portal } = components;
      for (const { add } of portalRequestOperations) add(visited, context);
      for (const { add } of portalBookingOperations) add(visited, context);
      addPartnerOperations(visited, components);
      addBrandingOperations(visited, components);
      const isSessionLive = (trx: AnyDatabase, sessionHash: string) =>
        portal.sessions.isValid(trx, sessionHash, context.clock.now());
      const keyContext = {
        ...identityContext,
        tokens,
        idleDays: config.tokenLifetime.idleDays,
        cookie,
        streams,
        renewSession: confirmPortalSession,
        isSessionLive,
      };
      const memberContext = { ...identityContext, streams, isSessionLive };
      for (const { add } of portalMemberOperations) add(visited, memberContext);
      for (const { add } of portalKeyOperations) add(visited, keyContext);
      if (environment.name === 'sandbox')
        for (const { add } of previewOperations) add(visited, trackingContext(components));
    },
  });
  await addTracking(app, components, files);
  await addCrewPage(app, components, files, ipRateLimiter);
}

/** The partner operations that people use in the portal, with the rights of the session, and previews of them. */
function addPartnerOperations(visited: HttpServer, components: AppComponents): void {
  const { context } = components;
  const writes = new IdempotentWrites(context, { ...partnerWrites, mediaType: plainJson });
  void visited.register(
    async (partner: HttpServer) => {
      actAsPartner(partner, { db: context.db, loadAccountFacts });
      addBookingOperations(partner, components, writes);
    },
    { prefix: portalPartnerPath },
  );
  void visited.register(async (previews: HttpServer) => {
    actAsPartner(previews, { db: context.db, loadAccountFacts });
    const pricing = pricingContextOf(components);
    for (const { add } of portalStopOperations) add(previews, pricing);
    for (const { add } of portalAddonOperations) add(previews, pricing);
  });
}

function addBrandingOperations(visited: HttpServer, components: AppComponents): void {
  const { config, context, consoleChanges } = components;
  const brandingContext = {
    ...context,
    companyName: config.billing.issuer,
    maskedNumbers: config.dispatch.maskedNumbers,
    announceAccountChange: () => consoleChanges.announce({ kind: 'organizations' }),
  };
  for (const { add } of portalBrandingOperations) add(visited, brandingContext);
  void visited.register(async (uploads: HttpServer) => {
    acceptImagesOnly(uploads);
    for (const { add } of portalLogoOperations) add(uploads, brandingContext);
  });
}

/** The live branding of an account; null: the default look. */
function findBrandingOf({ context }: AppComponents) {
  return (accountId: string) => findLiveBranding(context.db.forAccount(accountId), accountId);
}

/** The crew page. */
async function addCrewPage(
  app: HttpServer,
  components: AppComponents,
  files: BuiltFiles,
  ipRateLimiter: IpRateLimiter,
): Promise<void> {
  const { config, context, database, crewStreams: streams } = components;
  const { system, identity } = database;
  const connectsCalls = config.dispatch.twilioAuthToken !== null && context.environment.name === 'production';
  await crewPages(app, { files });
  await app.register(crewRoutes, {
    context: {
      ...context,
      system,
      identity,
      connectsCalls,
      maskedNumbers: config.dispatch.maskedNumbers,
      pageMap: pageMapOf(components),
      announceOffers: announceOffersOf(components),
    },
    ipRateLimiter,
    streams,
  });
}

/** The tracking page, which `share_url` links to. */
async function addTracking(app: HttpServer, components: AppComponents, files: BuiltFiles): Promise<void> {
  const { streams, ...context } = trackingContext(components);
  await app.register(trackingRoutes, {
    context,
    files,
    streams,
    pictureHosts: pictureHostsOf(components),
  });
}

/** Of the tracking page, and of its preview in the portal of the sandbox. */
function trackingContext(components: AppComponents) {
  const { config, context, database, trackingStreams: streams } = components;
  const { linkDays } = config.tracking;
  const findBranding = findBrandingOf(components);
  const findSender = async (accountId: string) => {
    const [{ kind, name }, branding] = await Promise.all([
      loadAccount(context.db.forAccount(accountId), accountId),
      findBranding(accountId),
    ]);
    return { name: kind === 'organization' ? (branding?.senderName ?? name) : null, branding };
  };
  const pageMap = pageMapOf(components);
  const intendedArrivals = async (bookingId: string) =>
    (await listPlannedJobsOf(database.system, [bookingId]))[0]?.stops ?? [];
  const { identity } = database;
  return { ...context, identity, linkDays, findSender, streams, pageMap, intendedArrivals };
}

/** The base map as it is when a page loads its data. */
export function pageMapOf({ config: { tracking }, mapTiles }: AppComponents): () => Promise<PageMap> {
  return async () => presentPageMap(tracking.tiles, await mapTiles.current());
}

/** Hosts of images for the content security policy: map tiles, and the storage that photo pages redirect to. */
function pictureHostsOf({ config: { tracking, photos } }: AppComponents): string[] {
  return [
    ...(tracking.tiles ? [new URL(tracking.tiles.url).origin] : []),
    ...(photos.storage === 's3' ? [new URL(photos.url).origin] : []),
  ];
}
