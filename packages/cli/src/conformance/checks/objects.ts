// Objects and operations: every response of the run is judged by the contract's tables of fields and of endpoints.
import { type Check, Mismatch, NotRun, type Section, type Source } from '../check.ts';
import { type Operation, operations } from '../contract/operations.ts';
import { inspectTraffic, statusesOf } from '../contract/traffic.ts';
import { batch, fullBooking, plainBooking, quote, schedule } from '../fixtures.ts';
import { type Fixture, fixture } from '../run.ts';
import { eventFeed } from './events.ts';
import { bookingPage } from './lists.ts';
import { journey } from './simulation.ts';
import { endpoint, portal } from './webhooks.ts';

/** Inspected once: in the phase `traffic` no further exchange is made. */
const traffic = fixture('the findings in all exchanges', async ({ client }) =>
  inspectTraffic(client.exchanges),
);

interface ObservedTable {
  readonly id: string;
  /** Name of the table in contract/tables.ts. */
  readonly name: string;
  readonly source: Source;
  readonly from: readonly Fixture<unknown>[];
  /** Does not occur on every instance. */
  readonly isRare?: true;
}

// biome-ignore format: one row per table
const tables: readonly ObservedTable[] = [
  { id: 'booking', name: 'Booking', source: { contract: 'Booking' }, from: [fullBooking, journey] },
  { id: 'arrival-window', name: 'ArrivalWindow', source: { contract: 'ArrivalWindow' }, from: [schedule, fullBooking] },
  { id: 'location', name: 'Location', source: { contract: 'Location' }, from: [fullBooking, quote] },
  { id: 'address', name: 'Address', source: { contract: 'Location' }, from: [fullBooking, quote] },
  { id: 'route-stop', name: 'RouteStop', source: { contract: 'RouteStop' }, from: [fullBooking, quote] },
  { id: 'dispatch', name: 'Dispatch', source: { contract: 'Dispatch' }, from: [journey] },
  { id: 'dispatch-event', name: 'Dispatch event', source: { contract: 'Dispatch' }, from: [journey] },
  { id: 'crew', name: 'Crew', source: { contract: 'Crew' }, from: [journey] },
  { id: 'crew-member', name: 'CrewMember', source: { contract: 'Crew' }, from: [journey] },
  { id: 'customer', name: 'Customer', source: { contract: 'Customer' }, from: [fullBooking] },
  { id: 'contact', name: 'Contact', source: { contract: 'Contact' }, from: [fullBooking] },
  { id: 'contact-stop', name: 'stop of a Contact', source: { contract: 'Contact' }, from: [fullBooking] },
  { id: 'quote', name: 'Quote', source: { contract: 'Quote' }, from: [quote, batch] },
  { id: 'fare-structure', name: 'Fare structure', source: { contract: 'Quote' }, from: [quote] },
  { id: 'addon', name: 'Addon', source: { contract: 'Quote' }, from: [quote], isRare: true },
  { id: 'fare', name: 'Fare', source: { contract: 'Fare' }, from: [quote, journey] },
  { id: 'fare-adjustment', name: 'Fare adjustment', source: { contract: 'Fare' }, from: [journey], isRare: true },
  { id: 'quote-batch', name: 'Quote batch', source: { contract: 'POST /quotes/batch' }, from: [batch] },
  { id: 'paginated-list', name: 'Paginated list', source: { contract: 'Paginated list' }, from: [bookingPage] },
  { id: 'token', name: 'Token', source: { contract: 'Authentication' }, from: [] },
  { id: 'error', name: 'Error', source: { contract: 'Errors' }, from: [] },
  { id: 'webhook-portal', name: 'Webhook portal', source: { contract: 'Webhook endpoints' }, from: [portal] },
  { id: 'schedule', name: 'Schedule', source: { guide: 'quotes-and-windows' }, from: [schedule] },
  { id: 'webhook-endpoint', name: 'Webhook endpoint', source: { guide: 'webhooks' }, from: [endpoint] },
  { id: 'event', name: 'Event', source: { guide: 'webhooks' }, from: [eventFeed] },
];

const tableCheck = ({ id, name, source, from, isRare }: ObservedTable): Check => ({
  id: `objects.${id}`,
  title: `every ${name} has the fields of its table, with their types, null values and enums`,
  source,
  phase: 'traffic',
  needs: from,
  judge: async (run) => {
    const { findings, seen } = await run.need(traffic);
    const own = findings.filter(({ table }) => table === name);
    const [first] = own;
    if (first) {
      const more = own.length > 1 ? ` (and ${own.length - 1} more findings)` : '';
      throw new Mismatch(`\`${first.path}\`: ${first.expected}`, `${first.actual}${more}`, first.exchange);
    }
    if (seen.has(name)) return;
    const reason = `no response of this run contained a ${name}`;
    if (isRare || from.length === 0) throw new NotRun(reason);
    throw new Mismatch(`a response with a ${name}`, reason);
  },
});

const operationCheck = (operation: Operation): Check => ({
  id: `operations.${operation.method.toLowerCase()}${operation.path.replace(/[{}]/g, '').replaceAll('/', '.')}`,
  title: `${operation.method} ${operation.path} responds ${operation.success}, and with errors that the contract lists`,
  source: { contract: 'Endpoints' },
  phase: 'traffic',
  judge: ({ client }) => {
    const { count, succeeded, unlisted } = statusesOf(operation, client.exchanges);
    if (count === 0) throw new NotRun('no selected check calls this operation');
    if (unlisted) {
      const listed = [operation.success, ...operation.errors].join(', ');
      throw new Mismatch(`one of ${listed}`, `status ${unlisted.status}`, unlisted);
    }
    if (!succeeded) throw new NotRun('no selected check expects a success of this operation');
  },
});

const responses: Check = {
  id: 'objects.response',
  title: 'every success has a body of the kind that the contract lists for the operation',
  source: { contract: 'Endpoints' },
  phase: 'traffic',
  needs: [plainBooking],
  judge: async (run) => {
    const { findings } = await run.need(traffic);
    const found = findings.find(({ table }) => table === 'Response');
    if (found) throw new Mismatch(found.expected, found.actual, found.exchange);
  },
};

export const objects: Section = { title: 'Objects', checks: [responses, ...tables.map(tableCheck)] };
export const operationStatuses: Section = { title: 'Operations', checks: operations.map(operationCheck) };
