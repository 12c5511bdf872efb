// The named schemas of the partner API.
import { bookingSchemas } from '../features/bookings/booking-schemas.ts';
import { locationSchemas } from '../features/locations/schemas.ts';
import { quoteSchemas } from '../features/quotes/schemas.ts';
import { scheduleSchemas } from '../features/schedule/schemas.ts';
import { webhookSchemas } from '../features/webhooks/schemas.ts';

export const partnerSchemas = [
  ...locationSchemas,
  ...quoteSchemas,
  ...scheduleSchemas,
  ...bookingSchemas,
  ...webhookSchemas,
];
