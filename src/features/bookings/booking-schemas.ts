// All named schemas of bookings, in dependency order.
import { Type } from 'typebox';
import { problemExample } from '../../http/openapi/problem-example.ts';
import { answer, DateTime, ErrorSchema, Nullable, ref } from '../../http/operations/schemas.ts';
import { bookingExample } from './booking-example.ts';
import {
  BookingInputSchema,
  BookingUpdateSchema,
  CancelInputSchema,
  NewStopSchema,
  ReorderSchema,
  StopUpdateSchema,
} from './request-schemas.ts';
import {
  BookingSchema,
  BookingStateSchema,
  ContactInputSchema,
  ContactSchema,
  CrewSchema,
  CustomerInputSchema,
  CustomerSchema,
  DispatchSchema,
} from './schemas.ts';

export const BookingListSchema = Type.Object(
  {
    data: Type.Array(ref(BookingSchema), { description: 'Bookings, newest first.' }),
    next: Nullable(Type.String({ description: 'Link to the next page; null on the last page.' })),
    previous: Nullable(Type.String({ description: 'Link to the previous page; null on the first page.' })),
  },
  {
    $id: 'BookingList',
    description: 'A page of bookings.',
    examples: [{ data: [bookingExample], next: null, previous: null }],
  },
);

export const CancellationPreviewSchema = Type.Object(
  {
    cancellable: Type.Boolean({ description: 'Whether the caller can cancel the booking now.' }),
    fee: Type.Integer({ description: 'Fee for cancelling now, in cents.' }),
    fee_holds_until: Nullable(
      DateTime({ description: 'When the fee next changes with time; null if it does not.' }),
    ),
    code: Nullable(
      Type.String({ description: 'Why the booking cannot be cancelled, as an error code; null if it can.' }),
    ),
  },
  {
    $id: 'CancellationPreview',
    description: 'Preview of a cancellation.',
    examples: [{ cancellable: true, fee: 0, fee_holds_until: null, code: null }],
  },
);

/** The 404 of operations on a booking. */
export const noSuchBooking = answer(ErrorSchema, 'The account has no booking with this id.', [
  problemExample('not_found', 'There is no such booking.'),
]);

export const bookingSchemas = [
  BookingStateSchema,
  CustomerInputSchema,
  CustomerSchema,
  ContactInputSchema,
  ContactSchema,
  CrewSchema,
  DispatchSchema,
  BookingSchema,
  BookingListSchema,
  CancellationPreviewSchema,
  BookingInputSchema,
  BookingUpdateSchema,
  CancelInputSchema,
  NewStopSchema,
  StopUpdateSchema,
  ReorderSchema,
];
