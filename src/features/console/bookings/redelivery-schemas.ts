// Request and response schemas of delivering a stop again.
import { Type } from 'typebox';
import { closed, DateTime, named, ref, Uuid } from '../../../http/operations/schemas.ts';
import { LocationParamSchema } from '../../locations/schemas.ts';
import { quoteExample } from '../../quotes/quote-example.ts';
import { QuoteSchema } from '../../quotes/schemas.ts';
import { ScheduleSchema } from '../../schedule/schemas.ts';

export const RedeliveryQuoteRequestSchema = Type.Object(
  { goods_at: Type.Optional(LocationParamSchema) },
  closed('RedeliveryQuoteRequest', 'Where the goods are now. Default: at the pickup of the booking.', {
    goods_at: '14 Depot Rd, Brooklyn, NY 11201',
  }),
);

export const RedeliveryQuoteSchema = Type.Object(
  { quote: ref(QuoteSchema), schedule: ref(ScheduleSchema) },
  named('RedeliveryQuote', 'Price and arrival windows of a new delivery.', {
    quote: quoteExample,
    schedule: { data: [], product: 'van', ref: 'destination', time_zone: 'America/New_York' },
  }),
);

const quoteId = '01941f29-7c00-7aaa-8f21-5a7f3c2b9e20';

export const RedeliveryRequestSchema = Type.Object(
  {
    quote_id: Uuid({ description: 'Id of the quote.' }),
    arrival_window_id: Type.Optional(
      Type.String({ maxLength: 255, description: 'Id of an available window of the schedule.' }),
    ),
    arrival_window_from: Type.Optional(DateTime({ description: 'Start of a custom window.' })),
    arrival_window_to: Type.Optional(DateTime({ description: 'End of a custom window.' })),
  },
  closed('RedeliveryRequest', 'Quote and window of the new booking.', {
    quote_id: quoteId,
    arrival_window_from: '2030-01-16T16:00:00Z',
  }),
);

export const redeliverySchemas = [
  RedeliveryQuoteRequestSchema,
  RedeliveryQuoteSchema,
  RedeliveryRequestSchema,
];
