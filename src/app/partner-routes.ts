// Wires the partner API.
import { accountOperations } from '../features/accounts/routes.ts';
import { accountSchemas } from '../features/accounts/schemas.ts';
import { billingSchemas } from '../features/billing/schemas.ts';
import { accountRoutes } from '../features/oauth/account-routes.ts';
import { authorizeRoutes } from '../features/oauth/authorize-routes.ts';
import { oauthMetadataRoutes } from '../features/oauth/metadata-routes.ts';
import { oauthRoutes } from '../features/oauth/routes.ts';
import { requestLogSchemas } from '../features/requests/request-log-schemas.ts';
import { requestOperations } from '../features/requests/routes.ts';
import { type SimulationRoutesContext, simulationOperations } from '../features/simulation/routes.ts';
import { simulationSchemas } from '../features/simulation/schemas.ts';
import { webhookOperations } from '../features/webhooks/routes.ts';
import { IdempotentWrites, partnerWrites } from '../http/operations/idempotent-write.ts';
import type { PartnerOperation } from '../http/operations/partner-operation.ts';
import type { HttpServer } from '../http/server/server.ts';
import type { PartnerAuthOptions } from '../http/surfaces/partner-middleware.ts';
import { partnerMiddleware } from '../http/surfaces/partner-middleware.ts';
import { bookingOperationsOf } from './booking-operations.ts';
import type { AppComponents } from './components.ts';
import { partnerSchemas } from './partner-schemas.ts';
import { simulationContext } from './simulation-context.ts';

export async function addPartnerRoutes(
  app: HttpServer,
  components: AppComponents,
  gate: PartnerAuthOptions,
): Promise<void> {
  const { config, database, tokens, egress, changes } = components;
  const { identity } = database;
  const context = { ...components.context, identity, egress, changes };
  const { environment } = context;
  const { tokenLifetime } = config;
  const oauth = { context: { ...context, tokens, tokenLifetime }, ipRateLimiter: gate.ipRateLimiter };
  await app.register(oauthRoutes, { ...oauth, docsUrl: `${environment.publicUrl}/docs/errors` });
  await oauthMetadataRoutes(app, { environment });
  await app.register(authorizeRoutes, oauth);
  await app.register(accountRoutes, oauth);
  await app.register(async (partner: HttpServer) => {
    partnerMiddleware(partner, gate);
    const writes = new IdempotentWrites(context, partnerWrites);
    const add = <Context>(operations: readonly PartnerOperation<Context>[], dependencies: Context) => {
      for (const operation of operations) operation(partner, dependencies, writes);
    };
    const isSandbox = environment.name === 'sandbox';
    const { eventSchemas, addOrders, addEvents, addBilling } = bookingOperationsOf(components);
    const schemas = [
      ...partnerSchemas,
      ...accountSchemas,
      ...eventSchemas,
      ...(isSandbox ? simulationSchemas : []),
      ...billingSchemas,
      ...requestLogSchemas,
    ];
    for (const schema of schemas) partner.addSchema(schema);
    add(accountOperations, {
      ...context,
      announceAccountChange: () => components.consoleChanges.announce({ kind: 'organizations' }),
    });
    addOrders(partner, writes);
    add(webhookOperations, { ...context, portal: components.portal });
    addEvents(partner, writes);
    if (isSandbox) add(simulationOperations, sandboxContext(components));
    addBilling(partner, writes);
    add(requestOperations, context);
  });
}

function sandboxContext(components: AppComponents): SimulationRoutesContext {
  return { ...simulationContext(components), announceAccount: (id) => components.tokens.announceAccount(id) };
}
