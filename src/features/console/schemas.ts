// All named schemas of the operator API, in dependency order.
import { BillingRecordSchema } from '../billing/schemas.ts';
import { bookingSchemas } from '../bookings/booking-schemas.ts';
import { brandingSchemas } from '../branding/branding-schemas.ts';
import { locationSchemas } from '../locations/schemas.ts';
import { quoteSchemas } from '../quotes/schemas.ts';
import { scheduleSchemas } from '../schedule/schemas.ts';
import { accountSchemas } from './accounts/account-schemas.ts';
import { portalMemberSchemas } from './accounts/portal-member-schemas.ts';
import { organizationStatementSchemas } from './accounts/statement-schemas.ts';
import { organizationEndpointSchemas } from './accounts/webhook-endpoint-schemas.ts';
import { areaDocumentSchemas } from './areas/area-document-schemas.ts';
import { boardSchemas } from './board/board-schemas.ts';
import { bookingDetailsSchemas } from './bookings/booking-details-schemas.ts';
import { operatorBookingSchemas } from './bookings/booking-schemas.ts';
import { editSchemas } from './bookings/edit-schemas.ts';
import { progressSchemas } from './bookings/progress-schemas.ts';
import { redeliverySchemas } from './bookings/redelivery-schemas.ts';
import { clientSchemas } from './clients/client-schemas.ts';
import { dispatchSchemas } from './dispatch/dispatch-schemas.ts';
import { replacementSchemas } from './dispatch/replacement-schemas.ts';
import { exceptionSchemas } from './exceptions/exception-schemas.ts';
import { mapSchemas } from './map/map-schemas.ts';
import { messageLimitSchemas } from './messages/message-limit-schemas.ts';
import { messageSchemas } from './messages/message-schemas.ts';
import { writtenMessageSchemas } from './messages/written-message-schemas.ts';
import { calendarSchemas } from './planning/calendar-schemas.ts';
import { dashboardSchemas } from './planning/dashboard-schemas.ts';
import { planSchemas } from './plans/plan-schemas.ts';
import { privacySchemas } from './privacy/privacy-schemas.ts';
import { requestSchemas } from './requests/request-schemas.ts';
import { accessSchemas } from './roster/crew-access-schemas.ts';
import { rosterSchemas } from './roster/roster-schemas.ts';
import { shiftPatternSchemas } from './roster/shift-pattern-schemas.ts';
import { searchSchemas } from './search/search-schemas.ts';
import { securitySchemas } from './security/security-event-schemas.ts';
import { sessionSchemas } from './session/session-schemas.ts';
import { passkeySchemas } from './sign-in/passkey-schemas.ts';
import { signInSchemas } from './sign-in/sign-in-schemas.ts';
import { userSchemas } from './users/user-schemas.ts';

export const consoleSchemas = [
  // Shared with the partner API.
  ...locationSchemas,
  ...quoteSchemas,
  ...scheduleSchemas,
  ...bookingSchemas,
  BillingRecordSchema,
  ...passkeySchemas,
  ...sessionSchemas,
  ...signInSchemas,
  ...messageSchemas,
  ...writtenMessageSchemas,
  ...messageLimitSchemas,
  ...accountSchemas,
  ...organizationEndpointSchemas,
  ...organizationStatementSchemas,
  ...portalMemberSchemas,
  ...brandingSchemas,
  ...dispatchSchemas,
  ...replacementSchemas,
  ...bookingDetailsSchemas,
  ...operatorBookingSchemas,
  ...editSchemas,
  ...redeliverySchemas,
  ...progressSchemas,
  ...rosterSchemas,
  ...shiftPatternSchemas,
  ...planSchemas,
  ...calendarSchemas,
  ...searchSchemas,
  ...dashboardSchemas,
  ...exceptionSchemas,
  ...areaDocumentSchemas,
  ...requestSchemas,
  ...clientSchemas,
  ...boardSchemas,
  ...mapSchemas,
  ...accessSchemas,
  ...privacySchemas,
  ...userSchemas,
  ...securitySchemas,
];
