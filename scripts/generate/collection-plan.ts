// Requests of the collections in the order in which they can be run: name, differences from the example in the OpenAPI
// description, and variables that later requests use.

export interface PlannedRequest {
  readonly operationId: string;
  /** Default: the summary of the operation. */
  readonly name?: string;
  /** Path parameters by name. */
  readonly path?: Readonly<Record<string, string>>;
  /** Replaces the example of the OpenAPI description. */
  readonly body?: object;
  /** Variables set from the response: JavaScript expressions over `body`. */
  readonly keeps?: Readonly<Record<string, string>>;
}

const booking = { id: '{{booking_id}}', booking_id: '{{booking_id}}' };
const simulated = { id: '{{played_id}}' };
const credentials = {
  grant_type: 'client_credentials',
  client_id: '{{client_id}}',
  client_secret: '{{client_secret}}',
};
const jobForTomorrow = {
  stops: [{ location: '350 5th Ave, New York, NY 10118' }, { location: '1 Main St, Brooklyn, NY 11201' }],
  product: 'van',
  arrival_window_from: '{{tomorrow}}',
};
const step = (name: string): PlannedRequest => ({ operationId: 'sandbox.advance', name, path: simulated });

export const collectionPlan: readonly PlannedRequest[] = [
  { operationId: 'oauth.token', body: credentials, keeps: { access_token: 'body.access_token' } },
  {
    operationId: 'oauth.token',
    name: 'Create a token to revoke',
    body: credentials,
    keeps: { spare_token: 'body.access_token' },
  },
  {
    operationId: 'oauth.revoke',
    body: { token: '{{spare_token}}', client_id: '{{client_id}}', client_secret: '{{client_secret}}' },
  },
  { operationId: 'quotes.create', keeps: { quote_id: 'body.id' } },
  { operationId: 'quotes.get', path: { id: '{{quote_id}}' } },
  {
    operationId: 'schedule.list',
    body: { quote_id: '{{quote_id}}' },
    keeps: { window_id: 'body.data.find((each) => each.available && !each.ondemand).id' },
  },
  {
    operationId: 'bookings.create',
    body: {
      quote_id: '{{quote_id}}',
      arrival_window_id: '{{window_id}}',
      customer: { name: 'Ana Diaz', phone_number: '+14155552671' },
      order_number: 'SO-10442',
    },
    keeps: { booking_id: 'body.id' },
  },
  { operationId: 'bookings.get', path: booking },
  { operationId: 'bookings.update', path: booking },
  { operationId: 'bookings.addStop', path: booking },
  { operationId: 'bookings.updateStop', path: { ...booking, position: '1' } },
  { operationId: 'bookings.reorderStops', path: booking },
  { operationId: 'bookings.removeStop', path: { ...booking, position: '1' } },
  { operationId: 'bookings.previewCancellation', path: booking },
  { operationId: 'bookings.cancel', path: booking },
  { operationId: 'webhooks.create', keeps: { endpoint_id: 'body.id' } },
  { operationId: 'webhooks.get', path: { id: '{{endpoint_id}}' } },
  { operationId: 'webhooks.update', path: { id: '{{endpoint_id}}' } },
  { operationId: 'webhooks.delete', path: { id: '{{endpoint_id}}' } },
  { operationId: 'events.list', keeps: { event_id: 'body.data[0].id' } },
  { operationId: 'events.get', path: { id: '{{event_id}}' } },
  {
    operationId: 'bookings.create',
    name: 'Create a booking to simulate',
    body: jobForTomorrow,
    keeps: { played_id: 'body.id' },
  },
  step('Advance the simulation: crew assigned'),
  step('Advance the simulation: crew departs'),
  { operationId: 'sandbox.delay', path: simulated },
  step('Advance the simulation: first position'),
  step('Advance the simulation: second position'),
  step('Advance the simulation: third position'),
  step('Advance the simulation: crew arrives'),
  { operationId: 'sandbox.failStop', path: simulated },
  { operationId: 'sandbox.loseCrew', path: simulated },
  { operationId: 'sandbox.cancel', path: simulated },
  {
    operationId: 'bookings.create',
    name: 'Create a booking whose payment is refused',
    body: jobForTomorrow,
    keeps: { unpaid_id: 'body.id' },
  },
  { operationId: 'sandbox.refusePayment', path: { id: '{{unpaid_id}}' } },
  { operationId: 'sandbox.getClock' },
  { operationId: 'sandbox.advanceClock' },
  { operationId: 'sandbox.resetClock' },
  { operationId: 'billing.getStatement', path: { month: '{{month}}' } },
  { operationId: 'billing.getStatementCsv', path: { month: '{{month}}' } },
  { operationId: 'billing.getStatementPdf', path: { month: '{{month}}' } },
];
