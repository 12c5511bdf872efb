// waybill-partner bookings create | list | show | cancel
import type { Booking, BookingInput, BookingState, LocationParam, Product, Waybill } from '@waybill/sdk';
import { type Command, Option } from 'commander';
import {
  collectMetadata,
  collectStop,
  jsonOption,
  parseWhen,
  parseWhole,
  productOption,
  profileOption,
} from './arguments.ts';
import { bookingLines } from './booking-view.ts';
import { money, printJson, printTable } from './print.ts';
import { type CommonOptions, openSession } from './session.ts';
import { windowText } from './stop-time.ts';
import { UsageError } from './usage-error.ts';
import { watchBooking } from './watch-booking.ts';

const states: readonly BookingState[] = ['created', 'dispatched', 'completed', 'cancelled'];
const reasons = ['vehicle', 'long_eta', 'im_not_ready', 'other'] as const;

export function addBookingCommands(program: Command): void {
  const bookings = program.command('bookings').description('Create, list, show and cancel bookings');
  addCreate(bookings);
  bookings
    .command('list')
    .description('List bookings, newest first')
    .addOption(new Option('--state <state>', 'filter by state').choices(states))
    .option('--order-number <text>', 'filter by order number')
    .option('--limit <count>', 'maximum number of results', parseWhole, 20)
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(list);
  bookings
    .command('show')
    .description('Show a booking')
    .argument('<booking>', 'booking id or confirmation code')
    .option('--watch', 'follow the booking until it is completed or cancelled')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(show);
  bookings
    .command('cancel')
    .description('Cancel a booking')
    .argument('<booking>', 'booking id or confirmation code')
    .addOption(new Option('--reason <reason>', 'cancellation reason').choices(reasons))
    .option('--preview', 'show the fee without cancelling')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(cancel);
}

function addCreate(bookings: Command): void {
  bookings
    .command('create')
    .description('Create a booking from a quote or a route')
    .option('--quote <id>', 'quote to book')
    .option('--stop <location>', 'address, longitude,latitude or id; repeat for each stop', collectStop)
    .addOption(productOption())
    .option('--window <id>', 'arrival window id from the schedule')
    .option('--from <time>', 'start of a custom window: a time, or a delay from now (24h)', parseWhen)
    .option('--to <time>', 'end of the custom window', parseWhen)
    .addOption(new Option('--ref <end>', 'reference stop of the window').choices(['origin', 'destination']))
    .option('--order-number <text>', 'order number in your system')
    .option('--description <text>', 'description of the job')
    .option('--customer-name <name>', 'name of the customer')
    .option('--customer-phone <number>', 'phone number in E.164, such as +14155552671')
    .option('--customer-email <address>', 'e-mail address for notifications')
    .option('--tip <cents>', '0, or at least 100', parseWhole)
    .option('--metadata <name=value>', 'custom data; repeatable', collectMetadata)
    .option('--idempotency-key <key>', 'idempotency key: repeating the command creates no second booking')
    .option('--auto', 'simulate the whole job in the sandbox')
    .option('--watch', 'follow the booking until it is completed or cancelled')
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(create);
}

interface CreateOptions extends CommonOptions {
  readonly quote?: string;
  readonly stop?: readonly LocationParam[];
  readonly product?: Product;
  readonly window?: string;
  readonly from?: string;
  readonly to?: string;
  readonly ref?: 'origin' | 'destination';
  readonly orderNumber?: string;
  readonly description?: string;
  readonly customerName?: string;
  readonly customerPhone?: string;
  readonly customerEmail?: string;
  readonly tip?: number;
  readonly metadata?: Record<string, string>;
  readonly idempotencyKey?: string;
  readonly auto?: boolean;
  readonly watch?: boolean;
}

async function create(options: CreateOptions): Promise<void> {
  const waybill = await openSession(options);
  const { idempotencyKey } = options;
  const booking = await waybill.bookings.create(bookingInputOf(options), {
    ...(idempotencyKey && { idempotencyKey }),
  });
  await present(waybill, booking, options);
}

function bookingInputOf(options: CreateOptions): BookingInput {
  if (options.window === undefined && options.from === undefined)
    throw new UsageError(
      'An arrival window is required: --window with an id from the schedule, or --from with a time.',
    );
  const customer = defined({
    name: options.customerName,
    phone_number: options.customerPhone,
    email: options.customerEmail,
  });
  return defined({
    quote_id: options.quote,
    stops: options.stop?.map((location) => ({ location })),
    product: options.product,
    arrival_window_id: options.window,
    arrival_window_from: options.from,
    arrival_window_to: options.to,
    arrival_window_ref: options.ref,
    order_number: options.orderNumber,
    description: options.description,
    customer: Object.keys(customer).length > 0 ? customer : undefined,
    tip: options.tip,
    metadata: options.metadata,
    test_specifications: options.auto ? ({ mode: 'auto' } as const) : undefined,
  });
}

type Defined<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

/** Leaves out undefined fields: a field that is sent has a meaning. */
function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}

interface ShowOptions extends CommonOptions {
  readonly watch?: boolean;
}

async function show(name: string, options: ShowOptions): Promise<void> {
  const waybill = await openSession(options);
  await present(waybill, await findBooking(waybill, name), options);
}

async function present(waybill: Waybill, booking: Booking, { watch, json }: ShowOptions): Promise<void> {
  if (watch) await watchBooking(waybill, booking, json);
  else if (json) printJson(booking);
  else console.log(bookingLines(booking).join('\n'));
}

async function findBooking(waybill: Waybill, name: string): Promise<Booking> {
  if (/^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(name)) return waybill.bookings.get(name);
  const [found] = (await waybill.bookings.list({ hid: name.toUpperCase(), limit: 1 })).data;
  if (!found) throw new UsageError(`There is no booking ${name}.`);
  return found;
}

interface ListOptions extends CommonOptions {
  readonly state?: BookingState;
  readonly orderNumber?: string;
  readonly limit: number;
}

async function list({ state, orderNumber, limit, ...common }: ListOptions): Promise<void> {
  const waybill = await openSession(common);
  const bookings: Booking[] = [];
  const pages = waybill.bookings.list({
    limit: Math.min(Math.max(limit, 1), 100),
    ...(state && { state: [state] }),
    ...(orderNumber !== undefined && { order_number: orderNumber }),
  });
  for await (const booking of pages) {
    if (bookings.length >= limit) break;
    bookings.push(booking);
  }
  if (common.json) return printJson(bookings);
  printTable(
    ['CODE', 'STATE', 'PRODUCT', 'ORDER', 'ARRIVES', 'ID'],
    bookings.map(({ hid, state: now, product, order_number, arrival_window, id }) => [
      hid,
      now,
      product,
      order_number ?? '',
      windowText(arrival_window),
      id,
    ]),
  );
}

interface CancelOptions extends CommonOptions {
  readonly reason?: (typeof reasons)[number];
  readonly preview?: boolean;
}

async function cancel(name: string, { reason, preview, ...common }: CancelOptions): Promise<void> {
  const waybill = await openSession(common);
  const { id } = await findBooking(waybill, name);
  if (preview) {
    const cost = await waybill.bookings.previewCancellation(id);
    if (common.json) return printJson(cost);
    return console.log(
      cost.cancellable
        ? `Cancelling now costs ${money(cost.fee)}.`
        : 'The booking can no longer be cancelled.',
    );
  }
  const booking = await waybill.bookings.cancel(id, reason ? { cancel_reason: reason } : {});
  if (common.json) return printJson(booking);
  console.log(`${booking.hid} is cancelled. Fee: ${money(booking.cancellation?.fee ?? 0)}.`);
}
