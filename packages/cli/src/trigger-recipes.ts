// Recipes that cause each event in the sandbox: calls of the partner API and of the sandbox controls.
import type { Waybill } from '@waybill/sdk';
import type { EventType } from './arguments.ts';

type Recipe = (waybill: Waybill, bookingId: string) => Promise<void>;

/** Advances a simulated job with two stops by `count` steps; docs/guides/sandbox.md lists the steps. */
const steps =
  (count: number): Recipe =>
  async (waybill, id) => {
    for (let step = 0; step < count; step += 1) await waybill.sandbox.advance(id);
  };
const [dispatched, departed, positioned, arrived, stopDone, completed] = [1, 2, 3, 6, 7, 15].map(steps) as [
  Recipe,
  Recipe,
  Recipe,
  Recipe,
  Recipe,
  Recipe,
];

export const recipes: Partial<Readonly<Record<EventType, Recipe>>> = {
  'booking.created': async () => {},
  'booking.updated': async (waybill, id) =>
    void (await waybill.bookings.update(id, { description: 'Changed' })),
  'booking.dispatched': dispatched,
  'booking.crew_changed': async (waybill, id) => {
    await dispatched(waybill, id);
    await waybill.sandbox.loseCrew(id, { reason: 'The truck broke down' });
  },
  'booking.stop.departed': departed,
  'crew.location_updated': positioned,
  'booking.stop.arrived': arrived,
  'booking.stop.completed': stopDone,
  'booking.stop.failed': async (waybill, id) => {
    await arrived(waybill, id);
    await waybill.sandbox.failStop(id, { reason: 'Customer not at home' });
  },
  'booking.completed': completed,
  'booking.cancelled': async (waybill, id) =>
    void (await waybill.bookings.cancel(id, { cancel_reason: 'other' })),
};

/** Why an event type cannot be triggered, and what causes it instead. */
export const untriggerableReasons: Partial<Readonly<Record<EventType, string>>> = {
  'booking.fare_updated':
    'Only an operator can adjust a fare: ask for a refund of a completed sandbox booking.',
  'webhook_endpoint.failing':
    'It is sent after an endpoint has failed for a day: register one that returns 500 and wait.',
  'webhook_endpoint.disabled':
    'Register two endpoints that your sandbox can reach, let one return 410, and trigger any event: the other endpoint receives it.',
  'webhook.test': 'The portal sends it: open the link from `GET /webhooks/portal` and press "Send test".',
};
