// Every named schema of the operator API, in the order in which they refer to one another.
import { BillingRecordSchema } from '../billing/schemas.ts';
import { bookingSchemas } from '../bookings/booking-schemas.ts';
import { locationSchemas } from '../locations/schemas.ts';
import { quoteSchemas } from '../quotes/schemas.ts';
import { scheduleSchemas } from '../schedule/schemas.ts';
import { operatorBookingSchemas } from './bookings/booking-schemas.ts';
import { progressSchemas } from './bookings/progress-schemas.ts';
import { clientSchemas } from './clients/client-schemas.ts';
import { dispatchSchemas } from './dispatch/dispatch-schemas.ts';
import { peopleSchemas } from './people/people-schemas.ts';
import { privacySchemas } from './privacy/privacy-schemas.ts';
import { requestSchemas } from './requests/request-schemas.ts';
import { rosterSchemas } from './roster/roster-schemas.ts';
import { sessionSchemas } from './session/session-schemas.ts';
import { signInSchemas } from './sign-in/sign-in-schemas.ts';

export const consoleSchemas = [
  // What partners see too, in the same words.
  ...locationSchemas,
  ...quoteSchemas,
  ...scheduleSchemas,
  ...bookingSchemas,
  BillingRecordSchema,
  ...sessionSchemas,
  ...signInSchemas,
  ...peopleSchemas,
  ...dispatchSchemas,
  ...operatorBookingSchemas,
  ...progressSchemas,
  ...rosterSchemas,
  ...requestSchemas,
  ...clientSchemas,
  ...privacySchemas,
];
