// Routes of PATCH /operator/bookings/{id}, its stops and its windows: edits on behalf of the account.
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { refuseBody } from '../../../http/no-body.ts';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { readUpdate } from '../../bookings/booking-body.ts';
import {
  addBookingStop,
  editBookingStop,
  removeBookingStop,
  reorderBookingStop,
} from '../../bookings/edit-stops.ts';
import { BookingUpdateSchema, NewStopSchema, StopUpdateSchema } from '../../bookings/request-schemas.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { updateBooking } from '../../bookings/update-booking.ts';
import { ScheduleSchema } from '../../schedule/schemas.ts';
import { actionConfig, idOf } from '../booking-action-routes.ts';
import { bookingParams, noBooking, noStop, stopParams } from './booking-operations.ts';
import { listWindowsOfBooking, stopById } from './edit-booking.ts';
import { StopPositionSchema } from './edit-schemas.ts';
import type { ProgressOptions } from './progress-routes.ts';

const config = actionConfig('dispatcher');
const notEditable = answer(
  ErrorSchema,
  'The booking can no longer be changed this way; the message says why.',
  [problemExample('booking_not_editable', 'The window can only be changed until the crew departs.')],
);

const update = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.update',
  summary: 'Update a booking',
  description:
    'Changes window, locations, instructions, customer, contacts or add-ons on behalf of the account, with ' +
    'the rules and events of the partner operation `PATCH /bookings/{id}`.',
  params: bookingParams,
  body: ref(BookingUpdateSchema),
  response: { 200: answer(BookingSchema, 'The updated booking.'), 404: noBooking, 422: notEditable },
};

const updateStop = {
  ...operatorOperation('Bookings'),
  operationId: 'stops.update',
  summary: 'Update a stop',
  description:
    'Changes the details of a stop, such as instructions and floor. Allowed until the crew departs for the ' +
    'stop. Emits `booking.updated`.',
  params: stopParams,
  body: ref(StopUpdateSchema),
  response: { 200: answer(BookingSchema, 'The updated booking.'), 404: noStop, 422: notEditable },
};

const repriced =
  'The booking is re-priced for its new route, as for a change by the partner. Emits `booking.updated`.';

const addStop = {
  ...operatorOperation('Bookings'),
  operationId: 'stops.add',
  summary: 'Add a stop',
  description: `Inserts a stop on behalf of the account, by default before the destination. ${repriced}`,
  params: bookingParams,
  body: ref(NewStopSchema),
  response: { 201: answer(BookingSchema, 'The updated booking.'), 404: noBooking, 422: notEditable },
};

const removeStop = {
  ...operatorOperation('Bookings'),
  operationId: 'stops.remove',
  summary: 'Remove a stop',
  description:
    'Removes a stop on behalf of the account. Allowed until the crew departs for the stop; at least two stops ' +
    `must remain. ${repriced}`,
  params: stopParams,
  response: { 200: answer(BookingSchema, 'The updated booking.'), 404: noStop, 422: notEditable },
};

const moveStop = {
  ...operatorOperation('Bookings'),
  operationId: 'stops.move',
  summary: 'Move a stop',
  description:
    'Changes the position of a stop on behalf of the account, among the stops that the crew has not departed ' +
    `for. ${repriced}`,
  params: stopParams,
  body: ref(StopPositionSchema),
  response: { 200: answer(BookingSchema, 'The updated booking.'), 404: noStop, 422: notEditable },
};

const windows = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.windows',
  summary: 'List arrival windows of a booking',
  description:
    'Returns the arrival windows for the product and route of the booking, as `POST /schedule` returns ' +
    'them to the partner. To move the booking, pass an id as `arrival_window_id` to `PATCH ' +
    '/operator/bookings/{id}`.',
  params: bookingParams,
  response: { 200: answer(ScheduleSchema, 'The arrival windows.'), 404: noBooking },
};

const stopOf = (request: FastifyRequest) => stopById((request.params as { stop_id: string }).stop_id);

export async function editRoutes(
  app: HttpServer,
  { context, bookingAction }: ProgressOptions,
): Promise<void> {
  app.get('/bookings/:id/windows', { config: { role: 'viewer' }, schema: windows }, async (request, reply) =>
    reply.send(await listWindowsOfBooking(context, idOf(request))),
  );

  app.patch(
    '/bookings/:id',
    { config, schema: update },
    bookingAction(({ request, actor, bookingRef, hook }) => {
      const change = readUpdate(request.body as Static<typeof BookingUpdateSchema>);
      return updateBooking(context, actor, bookingRef, change, hook);
    }),
  );

  app.post(
    '/bookings/:id/stops',
    { config, schema: addStop },
    bookingAction(
      ({ request, ...stop }) =>
        addBookingStop({ context, ...stop }, request.body as Static<typeof NewStopSchema>),
      201,
    ),
  );

  app.patch(
    '/bookings/:id/stops/:stop_id',
    { config, schema: updateStop },
    bookingAction(({ request, ...stop }) => {
      const details = request.body as Static<typeof StopUpdateSchema>;
      return editBookingStop({ context, ...stop }, stopOf(request), details);
    }),
  );

  app.delete(
    '/bookings/:id/stops/:stop_id',
    { config, schema: removeStop, preValidation: refuseBody },
    bookingAction(({ request, ...stop }) => removeBookingStop({ context, ...stop }, stopOf(request))),
  );

  app.patch(
    '/bookings/:id/stops/:stop_id/position',
    { config, schema: moveStop },
    bookingAction(({ request, ...stop }) => {
      const { to_position } = request.body as Static<typeof StopPositionSchema>;
      return reorderBookingStop({ context, ...stop }, stopOf(request), to_position);
    }),
  );
}
