// POST /quotes, POST /quotes/batch, GET /quotes/{id}.
import { Type } from 'typebox';
import type { Item } from '../../domain/dispatch/packing.ts';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { accountContext } from '../../http/operations/account-clock.ts';
import { type JsonText, jsonText } from '../../http/operations/operation.ts';
import { type PartnerOperation, partnerOperations } from '../../http/operations/partner-operation.ts';
import { answer, ErrorSchema, ref } from '../../http/operations/schemas.ts';
import { principalOf } from '../../http/surfaces/partner-middleware.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { readRouteForm } from '../locations/route-form.ts';
import { type CreatedQuotes, createBatchQuote, createQuote } from './create-quote.ts';
import { deprecationHeaders } from './deprecation.ts';
import type { PricingContext } from './price-route.ts';
import { findQuoteWire } from './quote-store.ts';
import { BatchQuoteInputSchema, BatchQuoteSchema, QuoteInputSchema, QuoteSchema } from './schemas.ts';

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

const { read, write } = partnerOperations<PricingContext>();

export const quoteOperations: readonly PartnerOperation<PricingContext>[] = [
  write({
    method: 'POST',
    path: '/quotes',
    access: 'write',
    tag: 'Quotes',
    id: 'quotes.create',
    summary: 'Create a quote',
    description:
      'Calculates the price of a route of 2 to 7 stops for one product. The quote can be booked until `expires_at`.',
    body: ref(QuoteInputSchema),
    responses: { 201: answer(QuoteSchema, 'The new quote.'), 400: badRequest, 422: unserviceable },
    handler: ({ context, request, hook }) => {
      const { product, addons = [], ...route } = request.body;
      const command = { route: readRouteForm(route), product, addons };
      return createQuote(accountContext(context, request), principalOf(request).accountId, command, hook);
    },
    present: ({ wires: [wire = ''] }: CreatedQuotes) => jsonText(wire),
    headers: deprecation,
  }),

  write({
    method: 'POST',
    path: '/quotes/batch',
    access: 'write',
    tag: 'Quotes',
    id: 'quotes.createBatch',
    summary: 'Create quotes for all products',
    description:
      'Calculates the price of a route for every available product. With `items`, recommends the smallest vehicle that holds them ' +
      'by size, total weight and the weight that the crew can lift.',
    body: ref(BatchQuoteInputSchema),
    responses: { 201: answer(BatchQuoteSchema, 'The new quotes.'), 400: badRequest, 422: unserviceable },
    handler: ({ context, request, hook }) => {
      const { items = [], ...route } = request.body;
      const command = { route: readRouteForm(route), items: items.map(readItem) };
      const { accountId } = principalOf(request);
      return createBatchQuote(accountContext(context, request), accountId, command, hook);
    },
    present: presentBatch,
    headers: deprecation,
  }),

  read({
    method: 'GET',
    path: '/quotes/:id',
    access: 'read',
    tag: 'Quotes',
    id: 'quotes.get',
    summary: 'Retrieve a quote',
    description: 'Returns the quote, also after it has expired or been booked.',
    params: Type.Object({ id: Type.String({ description: 'The id of the quote.' }) }),
    responses: {
      200: answer(QuoteSchema, 'The quote.'),
      404: answer(ErrorSchema, 'The account has no quote with this id.', [
        problemExample('not_found', 'There is no such quote.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const { accountId } = principalOf(request);
      const { id } = request.params;
      const wire = isUuid(id)
        ? await findQuoteWire(context.db.forAccount(accountId), accountId, id)
        : undefined;
      if (wire === undefined) throw Problem.of('not_found', 'There is no such quote.');
      return jsonText(wire);
    },
  }),
];

function deprecation({ deprecated }: CreatedQuotes) {
  return deprecated ? deprecationHeaders : {};
}

function presentBatch({ wires, recommended }: CreatedQuotes): JsonText {
  return jsonText(`{"data":[${wires.join(',')}],"recommended":${JSON.stringify(recommended)}}`);
}

function readItem({ dimensions, weight }: { dimensions: number[]; weight: number }): Item {
  const [width = 0, height = 0, length = 0] = dimensions;
  return { dimensionsInches: [width, height, length], weightPounds: weight };
}
