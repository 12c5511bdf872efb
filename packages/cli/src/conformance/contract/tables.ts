// The contract's tables of fields ("Resources and their fields"), in the contract's order. A field that is not listed as
// optional must be present.
import {
  anyObject,
  anything,
  arrayOf,
  boolean,
  dateTime,
  email,
  filledText,
  integer,
  integerFrom,
  number,
  numberBetween,
  oneOf,
  orNull,
  phoneNumber,
  type Shape,
  table,
  text,
  uri,
  uuid,
} from './shape.ts';

export const products = ['lite', 'pickup', 'van', 'xl', 'box'] as const;
export const bookingStates = ['created', 'dispatched', 'cancelled', 'completed'] as const;
export const dispatchStates = ['origin', 'stop', 'destination'].flatMap((stop) =>
  ['pending', 'driving', 'at', 'done'].map((progress) => `${stop}_${progress}`),
);
export const cancelReasons = ['vehicle', 'long_eta', 'im_not_ready', 'other'] as const;
const errorTypes = [
  'api_error',
  'validation_error',
  'authentication_error',
  'invalid_request_error',
  'rate_limit_error',
] as const;
const product = oneOf(...products);

/** `[longitude, latitude]` in decimal degrees. */
const coordinates: Shape = (() => {
  const pair = arrayOf(number, 2);
  const degrees = [numberBetween(-180, 180), numberBetween(-90, 90)];
  return {
    expected: '[longitude, latitude]',
    inspect: (value, path, owner, inspection) => {
      pair.inspect(value, path, owner, inspection);
      if (!Array.isArray(value)) return;
      for (const [index, shape] of degrees.entries())
        shape.inspect(value[index], `${path}[${index}]`, owner, inspection);
    },
  };
})();

const arrivalWindow = table(
  'ArrivalWindow',
  {
    id: uuid,
    available: boolean,
    ondemand: boolean,
    start_at: orNull(dateTime),
    end_at: orNull(dateTime),
    label: orNull(text),
  },
  { closed: true, optional: ['start_at', 'end_at', 'label'] },
);

const address = table(
  'Address',
  {
    number: text,
    street: text,
    street2: orNull(text),
    locality: text,
    region: text,
    postal_code: text,
  },
  { closed: true, optional: ['number', 'street', 'street2', 'postal_code'] },
);

const location = table('Location', {
  id: uuid,
  name: text,
  address2: orNull(text),
  coordinates,
  address,
  location_type: text,
});

const routeStop = table('RouteStop', {
  id: uuid,
  position: integerFrom(0),
  location,
  instructions: orNull(text),
  address2: anything,
  floor: anything,
  elevator: anything,
});

const dispatchEvent = table('Dispatch event', {
  state: text,
  route_position: integer,
  route_stop_id: orNull(uuid),
  triggered_at: dateTime,
  photo_urls: arrayOf(uri),
});

const dispatch = table('Dispatch', {
  state: text,
  route_position: integer,
  route_stop_id: orNull(uuid),
  events: arrayOf(dispatchEvent),
});

const crewMember = table('CrewMember', { first_name: text, avatar_url: uri });

const crew = table('Crew', {
  eta: orNull(dateTime),
  location: orNull(coordinates),
  phone_number: orNull(text),
  vehicle_type: oneOf(
    'pickup_truck',
    'van',
    'sprinter_van',
    'box_truck_14ft',
    'box_truck_16ft',
    'box_truck_18ft',
    'box_truck_24ft',
  ),
  rating: numberBetween(0, 5),
  members: arrayOf(crewMember),
});

const customer = table(
  'Customer',
  { name: text, email, phone_number: phoneNumber },
  { closed: true, optional: ['name', 'email', 'phone_number'] },
);

const contact = table(
  'Contact',
  {
    id: uuid,
    name: orNull(text),
    phone_number: text,
    email: orNull(text),
    notification_scope: oneOf('all', 'selected'),
    stop_positions: arrayOf(integerFrom(0)),
    stops: arrayOf(table('stop of a Contact', { id: uuid, position: integerFrom(0) })),
  },
  { optional: ['name', 'email'] },
);

const fareAdjustment = table('Fare adjustment', {
  kind: text,
  name: text,
  amount: number,
  created_at: dateTime,
});

/** Money is an integer number of cents. */
const fare = table('Fare', {
  total: integer,
  base: integer,
  labor: integer,
  travel_distance: number,
  billed_miles: number,
  travel_duration: number,
  stops: number,
  adjustments: arrayOf(fareAdjustment),
});

const fareStructure = table('Fare structure', {
  base: number,
  per_mile: number,
  included_miles: number,
  per_minute_labor: number,
  per_minute_travel: number,
  per_stop: number,
});

const addon = table('Addon', { slug: text, name: text, description: text, amount: integer });

export const quote = table('Quote', {
  id: uuid,
  origin: location,
  destination: location,
  route: arrayOf(routeStop),
  travel_duration: number,
  travel_distance: number,
  product,
  fare_structure: fareStructure,
  fare_estimate: arrayOf(fare),
  addons: arrayOf(addon),
  created_at: dateTime,
  updated_at: dateTime,
});

export const booking = table('Booking', {
  id: uuid,
  hid: filledText,
  created_at: dateTime,
  updated_at: dateTime,
  product,
  origin: location,
  destination: location,
  route: arrayOf(routeStop),
  arrival_window: arrivalWindow,
  arrival_window_ref: orNull(oneOf('origin', 'destination')),
  description: orNull(text),
  order_number: orNull(text),
  tip: integerFrom(0),
  customer_notifications_enabled: boolean,
  photo_urls: arrayOf(uri),
  state: oneOf(...bookingStates),
  dispatch_state: oneOf(...dispatchStates),
  share_url: uri,
  customer: orNull(customer),
  contacts: arrayOf(contact),
  crew: orNull(crew),
  dispatch: orNull(dispatch),
  quote: orNull(quote),
  fare: orNull(fare),
  metadata: orNull(anyObject),
});

export const quoteBatch = table('Quote batch', { data: arrayOf(quote), recommended: orNull(text) });

export const bookingPage = table('Paginated list', {
  data: arrayOf(booking),
  next: orNull(uri),
  previous: orNull(uri),
});

export const token = table(
  'Token',
  {
    access_token: filledText,
    token_type: filledText,
    expires_in: orNull(integer),
    scope: text,
    refresh_token: text,
    created_at: integer,
  },
  { optional: ['expires_in', 'scope', 'refresh_token', 'created_at'] },
);

export const error = table('Error', {
  type: oneOf(...errorTypes),
  message: filledText,
  param: orNull(text),
  code: orNull(text),
});

export const portal = table('Webhook portal', { portal_url: uri });

/** The contract leaves these three open: docs/guides/quotes-and-windows.md and docs/guides/webhooks.md. */
export const schedule = table('Schedule', { data: arrayOf(arrivalWindow), time_zone: text });

export const endpoint = table('Webhook endpoint', {
  id: uuid,
  url: uri,
  description: orNull(text),
  events: orNull(arrayOf(text)),
  disabled: boolean,
  created_at: dateTime,
  updated_at: dateTime,
});

export const event = table('Event', {
  id: uuid,
  type: text,
  timestamp: dateTime,
  api_version: integer,
  environment: oneOf('sandbox', 'production'),
  sequence: orNull(integerFrom(0)),
  data: table('Event data', { booking }),
});
