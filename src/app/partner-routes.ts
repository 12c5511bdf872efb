// Wires the partner API.
import { loadAccount } from '../features/accounts/account-store.ts';
import { accountRoutes } from '../features/accounts/routes.ts';
import { AreaCache } from '../features/areas/area-directory.ts';
import { billingRoutes } from '../features/billing/routes.ts';
import { bookingRoutes } from '../features/bookings/routes.ts';
import { stopRoutes } from '../features/bookings/stop-routes.ts';
import { authorizeRoutes } from '../features/oauth/authorize-routes.ts';
import { oauthMetadataRoutes } from '../features/oauth/metadata-routes.ts';
import { oauthRoutes } from '../features/oauth/routes.ts';
import { quoteRoutes } from '../features/quotes/routes.ts';
import { requestRoutes } from '../features/requests/routes.ts';
import { scheduleRoutes } from '../features/schedule/routes.ts';
import { type SimulationRoutesOptions, simulationRoutes } from '../features/simulation/routes.ts';
import { createRefusalSimulator } from '../features/simulation/simulate-refusal.ts';
import { eventRoutes } from '../features/webhooks/event-routes.ts';
import { webhookRoutes } from '../features/webhooks/routes.ts';
import { IdempotentWrites, partnerWrites } from '../http/idempotent-write.ts';
import type { PartnerAuthOptions } from '../http/partner-middleware.ts';
import { partnerMiddleware } from '../http/partner-middleware.ts';
import type { HttpServer } from '../http/server.ts';
import type { AppComponents } from './components.ts';
import { partnerSchemas } from './partner-schemas.ts';
import { simulationContext } from './simulation-context.ts';

export async function addPartnerRoutes(
  app: HttpServer,
  components: AppComponents,
  gate: PartnerAuthOptions,
): Promise<void> {
  const { config, database, tokens, catalogue, egress, changes } = components;
  const { identity } = database;
  const context = { ...components.context, identity, egress, changes };
  const { environment } = context;
  const oauth = { context: { ...context, tokens }, ipRateLimiter: gate.ipRateLimiter };
  await app.register(oauthRoutes, { ...oauth, docsUrl: `${environment.publicUrl}/docs/errors` });
  await oauthMetadataRoutes(app, { environment });
  await app.register(authorizeRoutes, oauth);
  await app.register(async (partner: HttpServer) => {
    partnerMiddleware(partner, gate);
    const writes = new IdempotentWrites(context, partnerWrites);
    for (const schema of partnerSchemas) partner.addSchema(schema);
    await accountRoutes(partner, { context, writes });
    const pricing = {
      ...context,
      areas: new AreaCache(database.listener),
      quoteLifetimeMinutes: config.quoteLifetimeMinutes,
    };
    await quoteRoutes(partner, { context: pricing, writes });
    await scheduleRoutes(partner, { context: pricing });
    const isSandbox = environment.name === 'sandbox';
    const booking = { ...pricing, ...(isSandbox && { simulateRefusal: createRefusalSimulator(context) }) };
    await bookingRoutes(partner, { context: booking, writes });
    await stopRoutes(partner, { context: pricing, writes });
    await webhookRoutes(partner, { context, writes });
    await eventRoutes(partner, { context, catalogue });
    if (isSandbox) await simulationRoutes(partner, { context: sandboxContext(components), writes });
    await billingRoutes(partner, { context: { ...context, billing: config.billing, loadAccount } });
    await requestRoutes(partner, { context });
  });
}

function sandboxContext(components: AppComponents): SimulationRoutesOptions['context'] {
  return { ...simulationContext(components), announceAccount: (id) => components.tokens.announceAccount(id) };
}
