// waybill bookings list | show | cancel
import { type Command, Option } from 'commander';
import { BOOKING_STATES, type BookingState } from '../domain/booking/booking.ts';
import { cancelBooking } from '../features/bookings/cancel-booking.ts';
import { bookingNotFound } from '../features/bookings/change-booking.ts';
import {
  findBookingInAnyAccount,
  listBookingSummaries,
} from '../features/bookings/system/booking-admin-store.ts';
import { type AdminOptions, environmentOption, jsonOption, withAdmin } from './admin-session.ts';
import { parseAccountId, parseListLimit, parseName } from './arguments.ts';
import { printFields, printJson, printTable } from './print.ts';
import { requireKnownAccount } from './require-account.ts';

export function addBookingCommands(program: Command): void {
  const bookings = program.command('bookings').description('Manage bookings of all accounts');

  bookings
    .command('list')
    .description('List bookings, newest first')
    .addOption(new Option('--state <state>', 'filter by state').choices(BOOKING_STATES))
    .option('--org <id>', 'filter by account', parseAccountId)
    .option('--limit <number>', 'maximum number of results', parseListLimit, 20)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(list);

  bookings
    .command('show')
    .description('Print a booking in the format of the partner API')
    .argument('<booking>', 'booking id or confirmation code')
    .addOption(environmentOption())
    .action(show);

  bookings
    .command('cancel')
    .description('Cancel a booking; the partner is notified as with every cancellation')
    .argument('<booking>', 'booking id or confirmation code')
    .requiredOption('--reason <text>', 'cancellation reason, visible to the partner', parseName)
    .option('--charge-fee', 'charge the fee of the account’s cancellation policy', false)
    .addOption(environmentOption())
    .addOption(jsonOption())
    .action(cancel);
}

interface ListOptions extends AdminOptions {
  readonly state?: BookingState;
  readonly org?: string;
  readonly limit: number;
}

async function list({ state, org, limit, environment, json }: ListOptions): Promise<void> {
  const bookings = await withAdmin(environment, async (admin) => {
    await requireKnownAccount(admin, org);
    return listBookingSummaries(admin.system, { state, accountId: org, limit });
  });
  const rows = bookings.map((booking) => ({
    id: booking.id,
    hid: booking.hid,
    state: booking.state,
    product: booking.product,
    arrival_window_start_at: booking.windowStartsAt,
    account_id: booking.accountId,
    account_name: booking.accountName,
    created_at: booking.createdAt,
  }));
  if (json) return printJson(rows);
  printTable(
    ['CODE', 'STATE', 'PRODUCT', 'ARRIVES FROM', 'ACCOUNT', 'CREATED', 'ID'],
    rows.map((row) => [
      row.hid,
      row.state,
      row.product,
      row.arrival_window_start_at?.toISOString() ?? 'on demand',
      row.account_name,
      row.created_at.toISOString(),
      row.id,
    ]),
  );
}

async function show(booking: string, { environment }: AdminOptions): Promise<void> {
  const found = await withAdmin(environment, ({ system }) => findBookingInAnyAccount(system, booking));
  if (!found) throw bookingNotFound();
  printJson(JSON.parse(found.wire));
}

interface CancelOptions extends AdminOptions {
  readonly reason: string;
  readonly chargeFee: boolean;
}

async function cancel(
  booking: string,
  { reason, chargeFee, environment, json }: CancelOptions,
): Promise<void> {
  const wire = await withAdmin(environment, async (admin, actor) => {
    const found = await findBookingInAnyAccount(admin.system, booking);
    if (!found) throw bookingNotFound();
    const bookingRef = { accountId: found.accountId, bookingId: found.id };
    const command = { by: 'operator', reason, chargesFee: chargeFee } as const;
    return cancelBooking({ ...admin, environment: admin.settings }, actor, bookingRef, command);
  });
  const view = JSON.parse(wire) as {
    id: string;
    hid: string;
    cancellation: { by: string; reason: string; fee: number; at: string };
  };
  if (json) return printJson(view);
  const { fee, at } = view.cancellation;
  printFields({ booking: `${view.hid} (${view.id})`, cancelled: at, reason, fee: `${fee} cents` });
}
