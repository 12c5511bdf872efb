// All named schemas of bookings, in dependency order.
import { BookingListSchema, CancellationPreviewSchema } from './operations.ts';
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
  CustomerSchema,
  DispatchSchema,
} from './schemas.ts';

export const bookingSchemas = [
  BookingStateSchema,
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
