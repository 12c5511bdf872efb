// OpenAPI operations of dispatch: assignment, offers and the dispatch mode of areas.
import { type TSchema, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { bookingParams, noBooking } from '../bookings/booking-operations.ts';
import * as wire from './dispatch-schemas.ts';

const conflict = (...examples: Parameters<typeof problemExample>[]) =>
  answer(
    ErrorSchema,
    'The state of the booking does not allow this, or the crew is engaged in another booking at that time; ' +
      'the message says which.',
    examples.map((example) => problemExample(...example)),
  );

const crewBusy: Parameters<typeof problemExample> = [
  'crew_unavailable',
  'The crew Ana and Bo is engaged in another booking at that time.',
  { param: 'crew_id' },
];

function crewOperation(
  name: string,
  summary: string,
  description: string,
  body: TSchema,
  ...refusals: Parameters<typeof problemExample>[]
) {
  return {
    ...operatorOperation('Dispatch'),
    operationId: `bookings.${name}`,
    summary,
    description,
    params: bookingParams,
    body: ref(body),
    response: {
      200: answer(BookingSchema, 'The updated booking.'),
      404: noBooking,
      409: conflict(...refusals),
    },
  };
}

export const assign = crewOperation(
  'assign',
  'Assign a crew',
  'Assigns a crew to a created booking, which becomes dispatched. The crew may be outside its home areas ' +
    'and shifts, but must have a suitable vehicle and enough members, and must not be engaged at that time. ' +
    'Emits `booking.dispatched`.',
  wire.AssignmentSchema,
  [
    'booking_not_editable',
    'A crew can only be assigned to a created booking; this one is dispatched.',
    { kind: 'conflict' },
  ],
  crewBusy,
);
export const reassign = crewOperation(
  'reassign',
  'Reassign a booking',
  'Replaces the crew of a dispatched booking and releases the previous crew immediately. Before the first ' +
    'stop is completed, the new crew starts over and the ended dispatch is kept in `previous_dispatches`; ' +
    'afterwards it continues at the current stop. Emits `booking.crew_changed`.',
  wire.ReassignmentSchema,
  [
    'booking_not_editable',
    'Only a dispatched booking has a crew that can be replaced; this one is created.',
    { kind: 'conflict' },
  ],
  crewBusy,
);
export const lose = crewOperation(
  'loseCrew',
  'Unassign the crew',
  'Removes the crew, so that the booking waits for a crew again with its id and history. Allowed until the ' +
    'first stop is completed; afterwards use `POST /operator/bookings/{id}/reassign`. Emits ' +
    '`booking.crew_changed`.',
  wire.LossSchema,
  [
    'booking_not_editable',
    'The first stop is completed: the crew can only be replaced, not removed.',
    { kind: 'conflict' },
  ],
);

export const choices = {
  ...operatorOperation('Dispatch'),
  operationId: 'bookings.listCrews',
  summary: 'List candidate crews',
  description:
    'Returns every crew in service with its fit for the booking: when it could arrive, or why it does not ' +
    'fit. Use it before you assign a crew.',
  params: bookingParams,
  response: { 200: answer(wire.CrewChoiceListSchema, 'The crews.'), 404: noBooking },
};

export const listOffers = {
  ...operatorOperation('Dispatch'),
  operationId: 'offers.list',
  summary: 'List offers',
  description:
    'Returns offers of automatic dispatch to crews, newest first. Filter by booking, crew or state.',
  querystring: wire.OfferQuerySchema,
  response: { 200: answer(wire.OfferListSchema, 'The offers.') },
};

const offerOperation = (name: string, summary: string, description: string) => ({
  ...operatorOperation('Dispatch'),
  operationId: `offers.${name}`,
  summary,
  description,
  params: Type.Object({ id: Type.String({ description: 'Id of the offer.' }) }),
  response: {
    200: answer(wire.OfferSchema, 'The updated offer.'),
    404: answer(ErrorSchema, 'There is no such offer.', [
      problemExample('not_found', 'No offer has this id.'),
    ]),
    409: answer(ErrorSchema, 'The offer is no longer open, or the booking no longer waits for a crew.', [
      problemExample('offer_closed', 'The offer is expired.'),
    ]),
  },
});

export const acceptOffer = offerOperation(
  'accept',
  'Accept an offer',
  'Accepts an open offer on behalf of a crew. The booking is dispatched. Emits `booking.dispatched`.',
);
export const refuseOffer = offerOperation(
  'refuse',
  'Refuse an offer',
  'Refuses an open offer on behalf of a crew. The booking is offered to another crew.',
);

export const listAreas = {
  ...operatorOperation('Areas'),
  operationId: 'areas.list',
  summary: 'List service areas',
  description:
    'Returns all service areas with their dispatch mode. To read or change the area documents, use ' +
    '`/operator/area-documents` or `waybill areas`.',
  response: { 200: answer(wire.AreaListSchema, 'The service areas.') },
};

export const setDispatch = {
  ...operatorOperation('Areas'),
  operationId: 'areas.setDispatch',
  summary: 'Set the dispatch mode',
  description:
    'Switches an area between manual and automatic dispatch. Takes effect with the next round of automatic ' +
    'dispatch; existing assignments do not change.',
  params: Type.Object({ slug: Type.String({ description: 'Slug of the area.' }) }),
  body: ref(wire.AreaDispatchSchema),
  response: {
    200: answer(wire.AreaSchema, 'The updated area.'),
    404: answer(ErrorSchema, 'There is no such service area.', [
      problemExample('not_found', 'No service area has this slug.'),
    ]),
  },
};
