// Path parameters and error responses that operations on bookings share.
import { Type } from 'typebox';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { answer, ErrorSchema } from '../../../http/operations/schemas.ts';

export const bookingParams = Type.Object({
  id: Type.String({ description: 'Id or confirmation code of the booking.' }),
});
export const stopParams = Type.Object({
  ...bookingParams.properties,
  stop_id: Type.String({ description: 'Id of the stop, from `route`.' }),
});

export const noBooking = answer(ErrorSchema, 'There is no such booking.', [
  problemExample('not_found', 'There is no such booking.'),
]);
export const noStop = answer(ErrorSchema, 'There is no such booking, or the booking has no such stop.', [
  problemExample('not_found', 'The booking has no such stop.'),
]);
export const stateConflict = (message: string) =>
  answer(
    ErrorSchema,
    'The state of the booking does not allow this action; the message names the current state.',
    [problemExample('booking_not_editable', message, { kind: 'conflict' })],
  );
