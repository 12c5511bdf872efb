// Routes GET /events and GET /events/{id}.
import type { Static } from 'typebox';
import type { Context } from '../../context.ts';
import { vendorMediaType } from '../../http/media-type.ts';
import { principalOf } from '../../http/partner-middleware.ts';
import { needs } from '../../http/route-config.ts';
import type { HttpServer } from '../../http/server.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { findEventPayload } from './event-feed-store.ts';
import { type EventFeedQuerySchema, eventListSchema, list, read } from './event-operations.ts';
import { EventSchema } from './event-schemas.ts';
import { type FeedQuery, listEvents } from './list-events.ts';
import type { CatalogueEntry } from './portal-wire.ts';

export interface EventRoutesOptions {
  readonly context: Pick<Context, 'db' | 'keys' | 'environment'>;
  readonly catalogue: readonly CatalogueEntry[];
}

export async function eventRoutes(
  app: HttpServer,
  { context, catalogue }: EventRoutesOptions,
): Promise<void> {
  const example = catalogue[0]?.example;
  const listSchema = eventListSchema(example);
  app.addSchema(EventSchema);
  app.addSchema(listSchema);

  app.get('/events', { config: needs('read'), schema: list(listSchema) }, async (request, reply) => {
    const page = await listEvents(context, principalOf(request).accountId, readQuery(request.query));
    return reply.type(vendorMediaType).send(page as never);
  });

  app.get('/events/:id', { config: needs('read'), schema: read(example) }, async (request, reply) => {
    const { accountId } = principalOf(request);
    const { id } = request.params;
    const payload = isUuid(id)
      ? await findEventPayload(context.db.forAccount(accountId), accountId, id)
      : undefined;
    if (payload === undefined) throw Problem.of('not_found', 'There is no such event.');
    return reply.type(vendorMediaType).send(payload as never);
  });
}

function readQuery(query: Static<typeof EventFeedQuerySchema>): FeedQuery {
  const { after, before, ...parameters } = query;
  const { limit = 20, type, booking_id } = parameters;
  return {
    after,
    before,
    limit,
    filter: { types: type?.split(',') ?? [], bookingId: booking_id },
    parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, String(value)])),
  };
}
