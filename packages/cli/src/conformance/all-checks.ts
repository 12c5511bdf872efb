// The sections of the report, in order.
import type { Section } from './check.ts';
import { account } from './checks/account.ts';
import { authentication } from './checks/authentication.ts';
import { bookingsCreate } from './checks/bookings-create.ts';
import { bookingsUpdate } from './checks/bookings-update.ts';
import { contacts } from './checks/contacts.ts';
import { errors } from './checks/errors.ts';
import { events } from './checks/events.ts';
import { idempotency } from './checks/idempotency.ts';
import { limits } from './checks/limits.ts';
import { lists } from './checks/lists.ts';
import { mediaTypes } from './checks/media-types.ts';
import { objects, operationStatuses } from './checks/objects.ts';
import { quotes } from './checks/quotes.ts';
import { requestValues } from './checks/request-values.ts';
import { schedules } from './checks/schedule.ts';
import { simulation } from './checks/simulation.ts';
import { stops } from './checks/stops.ts';
import { webhooks } from './checks/webhooks.ts';

export const sections: readonly Section[] = [
  mediaTypes,
  errors,
  authentication,
  limits,
  account,
  quotes,
  schedules,
  bookingsCreate,
  requestValues,
  contacts,
  lists,
  bookingsUpdate,
  stops,
  simulation,
  webhooks,
  events,
  idempotency,
  objects,
  operationStatuses,
];
