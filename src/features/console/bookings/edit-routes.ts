// PATCH /operator/bookings/{id} and /stops/{stop_id}: what partners could change, changed for them.
import type { Static } from 'typebox';
import { operatorOperation } from '../../../http/operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { readUpdate } from '../../bookings/booking-body.ts';
import { BookingUpdateSchema, StopUpdateSchema } from '../../bookings/request-schemas.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { updateBooking } from '../../bookings/update-booking.ts';
import { moves } from '../move-routes.ts';
import { bookingParams, noBooking, noStop, stopParams } from './booking-operations.ts';
import { editStopOf } from './edit-booking.ts';
import type { ProgressOptions } from './progress-routes.ts';

const config = moves('dispatcher');
const tooLate = answer(ErrorSchema, 'It cannot be changed any more; the message says why.', [
  problemExample('booking_not_editable', 'The window can be changed until the crew sets out.'),
]);

const update = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.update',
  summary: 'Change a booking',
  description:
    'On behalf of the account, by the rules of its own `PATCH /bookings/{id}`: window, places, texts, customer, contacts, add-ons. ' +
    'Emits what that would.',
  params: bookingParams,
  body: ref(BookingUpdateSchema),
  response: { 200: answer(BookingSchema, 'The booking as it is now.'), 404: noBooking, 422: tooLate },
};

const updateStop = {
  ...operatorOperation('Bookings'),
  operationId: 'stops.update',
  summary: 'Change what a crew finds at a stop',
  description: 'Until the crew sets out for it. Emits `booking.updated`.',
  params: stopParams,
  body: ref(StopUpdateSchema),
  response: { 200: answer(BookingSchema, 'The booking as it is now.'), 404: noStop, 422: tooLate },
};

export async function editRoutes(app: HttpServer, { context, moving }: ProgressOptions): Promise<void> {
  app.patch(
    '/bookings/:id',
    { config, schema: update },
    moving(({ request, actor: mover, remember, accountId, bookingId }) => {
      const wish = readUpdate(request.body as Static<typeof BookingUpdateSchema>);
      return updateBooking(context, { accountId, mover }, bookingId, wish, remember);
    }),
  );

  app.patch(
    '/bookings/:id/stops/:stop_id',
    { config, schema: updateStop },
    moving(({ request, actor, remember, ...place }) => {
      const { stop_id: stopId } = request.params as { stop_id: string };
      const details = request.body as Static<typeof StopUpdateSchema>;
      return editStopOf(context, actor, place, { stopId, ...details }, remember);
    }),
  );
}
