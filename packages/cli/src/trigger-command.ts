// waybill-partner trigger <event>: causes a real event in the sandbox.
import type { Waybill, WaybillEvent } from '@waybill/sdk';
import { Argument, type Command } from 'commander';
import { type EventType, eventTypes, jsonOption, profileOption } from './arguments.ts';
import { printJson } from './print.ts';
import { type CommonOptions, openSession } from './session.ts';
import { recipes, untriggerableReasons } from './trigger-recipes.ts';
import { UsageError } from './usage-error.ts';
import { eventLine } from './watch-booking.ts';

const eventTimeoutMillis = 10_000;
const stops = [
  { location: '350 5th Ave, New York, NY 10118' },
  { location: '1 Main St, Brooklyn, NY 11201' },
];

export function addTriggerCommand(program: Command): void {
  program
    .command('trigger')
    .description('Trigger an event in the sandbox with a new booking')
    .addArgument(new Argument('<event>', 'event type').choices(eventTypes))
    .addOption(profileOption())
    .addOption(jsonOption())
    .action(trigger);
}

async function trigger(type: EventType, options: CommonOptions): Promise<void> {
  const recipe = recipes[type];
  if (!recipe) throw new UsageError(`${type} cannot be triggered. ${untriggerableReasons[type] ?? ''}`);
  const waybill = await openSession(options);
  const { environment } = await waybill.account.get();
  if (environment !== 'sandbox')
    throw new UsageError(
      'These credentials are for production. Events can be triggered in the sandbox only: log in to a sandbox.',
    );
  const { id } = await waybill.bookings.create({
    stops,
    product: 'van',
    arrival_window_from: new Date(Date.now() + 86_400_000).toISOString(),
    order_number: `trigger ${type}`,
  });
  await recipe(waybill, id);
  const event = await findEvent(waybill, id, type);
  if (options.json) printJson(event);
  else console.log(`${eventLine(event)}\n              event ${event.id}, booking ${id}`);
}

/** Waits until the event is in the feed. */
async function findEvent(waybill: Waybill, bookingId: string, type: EventType): Promise<WaybillEvent> {
  const signal = AbortSignal.timeout(eventTimeoutMillis);
  const follow = waybill.events.follow({ booking_id: bookingId }, { pollMillis: 200, signal });
  for await (const { data } of follow) {
    const event = data.find((each) => each.type === type);
    if (event) return event;
  }
  throw new Error(`${type} was not found in the event feed.`);
}
