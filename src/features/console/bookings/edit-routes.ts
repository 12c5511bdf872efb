// Routes of PATCH /operator/bookings/{id}, its stops and its windows: edits on behalf of the account.
import { readStopFields } from '../../../domain/place/stop-details.ts';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { readNewStop, readUpdate } from '../../bookings/booking-body.ts';
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
import { type BookingActionContext, bookingAction } from '../booking-action-routes.ts';
import { bookingParams, noBooking, noStop, stopParams } from './booking-responses.ts';
import { explainWindowsOfBooking, listWindowsOfBooking, stopById } from './edit-booking.ts';
import { RefusedWindowListSchema, StopPositionSchema } from './edit-schemas.ts';

const notEditable = answer(
  ErrorSchema,
  'The booking can no longer be changed this way; the message says why.',
  [problemExample('booking_not_editable', 'The window can only be changed until the crew departs.')],
);

const repriced =
  'The booking is re-priced for its new route, as for a change by the partner. Emits `booking.updated`.';

const operation = operatorOperations<BookingActionContext>({ tag: 'Bookings' });

export const editOperations: readonly OperatorOperation<BookingActionContext>[] = [
  operation({
    method: 'GET',
    path: '/bookings/:id/windows',
    role: 'viewer',
    id: 'bookings.windows',
    summary: 'List arrival windows of a booking',
    description:
      'Returns the arrival windows for the product and route of the booking, as `POST /schedule` returns ' +
      'them to the partner. To move the booking, pass an id as `arrival_window_id` to `PATCH ' +
      '/operator/bookings/{id}`.',
    params: bookingParams,
    responses: { 200: answer(ScheduleSchema, 'The arrival windows.'), 404: noBooking },
    handler: ({ context, request }) => listWindowsOfBooking(context, request.params.id),
  }),

  operation({
    method: 'GET',
    path: '/bookings/:id/refused-windows',
    role: 'viewer',
    id: 'bookings.refusedWindows',
    summary: 'Explain refused arrival windows of a booking',
    description:
      'Returns the arrival windows that the booking cannot move to, each with the reason. In areas with planned capacity it names ' +
      'the crew that comes closest. To answer a customer, or to find out where shifts are missing.',
    params: bookingParams,
    responses: { 200: answer(RefusedWindowListSchema, 'The refused windows.'), 404: noBooking },
    handler: ({ context, request }) => explainWindowsOfBooking(context, request.params.id),
  }),

  bookingAction({
    method: 'PATCH',
    path: '/bookings/:id',
    role: 'dispatcher',
    tag: 'Bookings',
    id: 'bookings.update',
    summary: 'Update a booking',
    description:
      'Changes window, locations, instructions, customer, contacts or add-ons on behalf of the account, with ' +
      'the rules and events of the partner operation `PATCH /bookings/{id}`.',
    params: bookingParams,
    body: ref(BookingUpdateSchema),
    responses: { 200: answer(BookingSchema, 'The updated booking.'), 404: noBooking, 422: notEditable },
    handler: ({ context, request, actor, bookingRef, hook }) => {
      const change = readUpdate(request.body);
      return updateBooking(context, actor, bookingRef, change, hook);
    },
  }),

  bookingAction({
    method: 'POST',
    path: '/bookings/:id/stops',
    role: 'dispatcher',
    tag: 'Bookings',
    id: 'stops.add',
    summary: 'Add a stop',
    description: `Inserts a stop on behalf of the account, by default before the destination. ${repriced}`,
    params: bookingParams,
    body: ref(NewStopSchema),
    responses: { 201: answer(BookingSchema, 'The updated booking.'), 404: noBooking, 422: notEditable },
    handler: ({ context, request, ...stop }) =>
      addBookingStop({ context, ...stop }, readNewStop(request.body)),
  }),

  bookingAction({
    method: 'PATCH',
    path: '/bookings/:id/stops/:stop_id',
    role: 'dispatcher',
    tag: 'Bookings',
    id: 'stops.update',
    summary: 'Update a stop',
    description:
      'Changes the details of a stop, such as instructions and floor. Allowed until the crew departs for the ' +
      'stop. Emits `booking.updated`.',
    params: stopParams,
    body: ref(StopUpdateSchema),
    responses: { 200: answer(BookingSchema, 'The updated booking.'), 404: noStop, 422: notEditable },
    handler: ({ context, request, ...stop }) => {
      const details = readStopFields(request.body);
      return editBookingStop({ context, ...stop }, stopById(request.params.stop_id), details);
    },
  }),

  bookingAction({
    method: 'DELETE',
    path: '/bookings/:id/stops/:stop_id',
    role: 'dispatcher',
    tag: 'Bookings',
    id: 'stops.remove',
    summary: 'Remove a stop',
    description:
      'Removes a stop on behalf of the account. Allowed until the crew departs for the stop; at least two stops ' +
      `must remain. ${repriced}`,
    params: stopParams,
    preValidation: refuseBody,
    responses: { 200: answer(BookingSchema, 'The updated booking.'), 404: noStop, 422: notEditable },
    handler: ({ context, request, ...stop }) =>
      removeBookingStop({ context, ...stop }, stopById(request.params.stop_id)),
  }),

  bookingAction({
    method: 'PATCH',
    path: '/bookings/:id/stops/:stop_id/position',
    role: 'dispatcher',
    tag: 'Bookings',
    id: 'stops.move',
    summary: 'Move a stop',
    description:
      'Changes the position of a stop on behalf of the account, among the stops that the crew has not departed ' +
      `for. ${repriced}`,
    params: stopParams,
    body: ref(StopPositionSchema),
    responses: { 200: answer(BookingSchema, 'The updated booking.'), 404: noStop, 422: notEditable },
    handler: ({ context, request, ...stop }) => {
      const { to_position } = request.body;
      return reorderBookingStop({ context, ...stop }, stopById(request.params.stop_id), to_position);
    },
  }),
];
