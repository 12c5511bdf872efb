// Request bodies of booking operations, parsed into commands. Rules that involve several fields are checked here; each
// throws one error that names the parameter.
import type { Static } from 'typebox';
import type { EnvironmentName } from '../../config/environment-name.ts';
import type { ContactInput } from '../../domain/booking/contacts.ts';
import type { Customer } from '../../domain/booking/customer.ts';
import { findInexactNumber, type Metadata, withoutNullValues } from '../../domain/booking/metadata.ts';
import { readStopFields } from '../../domain/place/stop-details.ts';
import { shownPath } from '../../http/server/param-path.ts';
import { Problem } from '../../lib/problem.ts';
import { readRouteForm } from '../locations/route-form.ts';
import { readWindowSelection } from './choose-window.ts';
import type { BookingOrder, RouteSource } from './create-booking.ts';
import type { NewStopInput } from './edit-stops.ts';
import type { BookingInputSchema, BookingUpdateSchema, NewStopSchema } from './request-schemas.ts';
import type { ContactInputSchema, CustomerInputSchema } from './schemas.ts';
import type { BookingUpdate } from './update-booking.ts';

type Body = Static<typeof BookingInputSchema>;

/**
 * Runs before schema validation. With `quote_id`, the route and product fields are dropped even if malformed, because
 * the quote determines them. In production, `test_specifications` is refused with `sandbox_only` even if malformed.
 */
export function normalizeBookingBody(body: unknown, environment: EnvironmentName): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  if ('test_specifications' in body && environment === 'production') {
    throw Problem.of('sandbox_only', 'test_specifications is available in the sandbox only.', {
      param: 'test_specifications',
    });
  }
  if (!('quote_id' in body)) return body;
  const {
    origin: _origin,
    destination: _destination,
    stops: _stops,
    product: _product,
    ...rest
  } = body as Record<string, unknown>;
  return rest;
}

export function readNewStop({ location, position, ...fields }: Static<typeof NewStopSchema>): NewStopInput {
  return { location, position, ...readStopFields(fields) };
}

export function readOrder(body: Body): BookingOrder {
  const window = readWindowSelection(body, 'policy');
  if (!window) {
    throw Problem.of('missing_parameter', 'arrival_window_id or arrival_window_from is required.', {
      param: 'arrival_window_id',
    });
  }
  const metadata = readMetadata(body.metadata);
  return {
    source: readSource(body),
    window,
    windowRef: body.arrival_window_ref ?? 'origin',
    description: body.description ?? null,
    orderNumber: body.order_number ?? null,
    tipCents: body.tip ?? 0,
    customerNotificationsEnabled: body.customer_notifications_enabled ?? true,
    photoUrls: body.photo_urls ?? [],
    customer: body.customer ? readCustomer(body.customer) : null,
    contacts: body.contacts?.map(readContact),
    metadata: metadata ? withoutNullValues(metadata) : null,
    simulation: body.test_specifications ? 'auto' : null,
  };
}

function readSource({ quote_id, addons, product, stops, origin, destination }: Body): RouteSource {
  if (quote_id !== undefined) {
    if (addons === undefined) return { quoteId: quote_id };
    throw Problem.of(
      'addons_with_quote',
      'addons cannot be combined with quote_id. The booking uses the add-ons of the quote.',
      { param: 'addons' },
    );
  }
  const route = readRouteForm({
    ...(stops && { stops }),
    ...(origin && { origin }),
    ...(destination && { destination }),
  });
  if (product === undefined)
    throw Problem.of('missing_parameter', 'product is required.', { param: 'product' });
  return { route, product, addons: addons ?? [] };
}

export function readUpdate(body: Static<typeof BookingUpdateSchema>): BookingUpdate {
  const { customer } = body;
  return {
    window: readWindowSelection(body, 'one_hour') ?? undefined,
    origin: body.origin,
    destination: body.destination,
    description: body.description,
    orderNumber: body.order_number,
    photoUrls: body.photo_urls,
    metadata: readMetadata(body.metadata),
    customer: customer && readCustomer(customer),
    contacts: body.contacts?.map(readContact),
    addonSlugs: body.addons,
  };
}

function readMetadata(metadata: Metadata | undefined): Metadata | undefined {
  const path = findInexactNumber(metadata, 'metadata');
  if (path === null) return metadata;
  const param = shownPath(path);
  const largest = Number.MAX_SAFE_INTEGER;
  throw Problem.of(
    'invalid_parameter',
    `${param} must be a number from -${largest} to ${largest}: larger ones lose digits. Send it as text.`,
    { param },
  );
}

function readCustomer({ name, email, phone_number }: Static<typeof CustomerInputSchema>): Customer {
  return { name: name ?? null, email: email ?? null, phoneNumber: phone_number ?? null };
}

function readContact({
  name,
  email,
  phone_number,
  stop_positions,
}: Static<typeof ContactInputSchema>): ContactInput {
  return {
    name: name ?? null,
    email: email ?? null,
    phoneNumber: phone_number,
    stopPositions: stop_positions,
  };
}
