// POST /quotes, POST /quotes/batch, GET /quotes/{id}.
import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Item } from '../../domain/packing.ts';
import { withAccountClock } from '../../http/account-clock.ts';
import type { Answer, IdempotentWrites } from '../../http/idempotent-write.ts';
import { jsonOperation } from '../../http/openapi-operation.ts';
import { principalOf } from '../../http/partner-middleware.ts';
import { problemExample } from '../../http/problem-example.ts';
import { needs } from '../../http/route-config.ts';
import { answer, ErrorSchema, ref } from '../../http/schemas.ts';
import { sendJsonString } from '../../http/send-json-string.ts';
import type { HttpServer } from '../../http/server.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { readRouteForm } from '../locations/route-form.ts';
import { type CreatedQuotes, createBatchQuote, createQuote } from './create-quote.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { PricingContext } from './price-route.ts';
import { findQuoteWire } from './quote-store.ts';
import { BatchQuoteInputSchema, BatchQuoteSchema, QuoteInputSchema, QuoteSchema } from './schemas.ts';

export interface QuoteRoutesOptions {
  readonly context: PricingContext;
  readonly writes: IdempotentWrites;
}

export async function quoteRoutes(app: HttpServer, { context, writes }: QuoteRoutesOptions): Promise<void> {
  app.post(
    '/quotes',
    { config: needs('write'), schema: createOperation },
    writes.handler(
      created(({ wires: [wire = ''] }) => wire),
      (request, hook) => {
        const { product, addons = [], ...route } = request.body as Static<typeof QuoteInputSchema>;
        const command = { route: readRouteForm(route), product, addons };
        const principal = principalOf(request);
        return createQuote(withAccountClock(principal, context), principal.accountId, command, hook);
      },
    ),
  );

  app.post(
    '/quotes/batch',
    { config: needs('write'), schema: batchOperation },
    writes.handler(created(presentBatch), (request, hook) => {
      const { items = [], ...route } = request.body as Static<typeof BatchQuoteInputSchema>;
      const command = { route: readRouteForm(route), items: items.map(readItem) };
      const principal = principalOf(request);
      return createBatchQuote(withAccountClock(principal, context), principal.accountId, command, hook);
    }),
  );

  app.get('/quotes/:id', { config: needs('read'), schema: readOperation }, async (request, reply) => {
    const wire = await loadWire(context, request);
    return sendJsonString(reply, wire);
  });
}

function created(bodyOf: (quotes: CreatedQuotes) => string) {
  return (quotes: CreatedQuotes): Answer => ({
    status: 201,
    body: bodyOf(quotes),
    ...(quotes.deprecated && { headers: deprecationHeaders }),
  });
}

function presentBatch({ wires, recommended }: CreatedQuotes): string {
  return `{"data":[${wires.join(',')}],"recommended":${JSON.stringify(recommended)}}`;
}

async function loadWire({ db }: PricingContext, request: FastifyRequest): Promise<string> {
  const { accountId } = principalOf(request);
  const { id } = request.params as { id: string };
  const wire = isUuid(id) ? await findQuoteWire(db.forAccount(accountId), accountId, id) : undefined;
  if (wire === undefined) throw Problem.of('not_found', 'There is no such quote.');
  return wire;
}

function readItem({ dimensions, weight }: { dimensions: number[]; weight: number }): Item {
  const [width = 0, height = 0, length = 0] = dimensions;
  return { dimensionsInches: [width, height, length], weightPounds: weight };
}

const badRequest = answer(ErrorSchema, 'A parameter is invalid; `param` names it.', [
  problemExample('missing_parameter', 'product is required.', { param: 'product' }),
  problemExample('mutually_exclusive_parameters', 'Send either stops, or origin and destination.', {
    param: 'origin',
  }),
]);

const unserviceable = answer(ErrorSchema, 'The request is valid, but the route cannot be served.', [
  problemExample('address_not_found', 'There is no city "Sacremento" in CA. Did you mean Sacramento?', {
    param: 'stops[1].location',
  }),
  problemExample('route_too_long', 'The route is 2789.4 miles long; the maximum is 500 miles.', {
    param: 'stops',
  }),
]);

const createOperation = {
  ...jsonOperation('Quotes'),
  operationId: 'quotes.create',
  summary: 'Create a quote',
  description:
    'Calculates the price of a route of 2 to 7 stops for one product. The quote can be booked until `expires_at`.',
  body: ref(QuoteInputSchema),
  response: { 201: answer(QuoteSchema, 'The new quote.'), 400: badRequest, 422: unserviceable },
};

const batchOperation = {
  ...jsonOperation('Quotes'),
  operationId: 'quotes.createBatch',
  summary: 'Create quotes for all products',
  description:
    'Calculates the price of a route for every available product. With `items`, recommends the smallest vehicle that holds them ' +
    'by size, total weight and the weight that the crew can lift.',
  body: ref(BatchQuoteInputSchema),
  response: { 201: answer(BatchQuoteSchema, 'The new quotes.'), 400: badRequest, 422: unserviceable },
};

const readOperation = {
  ...jsonOperation('Quotes'),
  operationId: 'quotes.get',
  summary: 'Retrieve a quote',
  description: 'Returns the quote, also after it has expired or been booked.',
  params: Type.Object({ id: Type.String({ description: 'The id of the quote.' }) }),
  response: {
    200: answer(QuoteSchema, 'The quote.'),
    404: answer(ErrorSchema, 'The account has no quote with this id.', [
      problemExample('not_found', 'There is no such quote.'),
    ]),
  },
};
