// OpenAPI operations of dispatch: assignment, offers and the dispatch mode of areas.
import { type TSchema, Type } from 'typebox';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, ref } from '../../../http/schemas.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { bookingParams, noBooking } from '../bookings/booking-operations.ts';
import * as wire from './dispatch-schemas.ts';

const refused = (...examples: Parameters<typeof problemExample>[]) =>
  answer(
    ErrorSchema,
    'This does not follow from where the booking stands, or the crew is engaged elsewhere then; the message says which.',
    examples.map((example) => problemExample(...example)),
  );

const busy: Parameters<typeof problemExample> = [
  'crew_unavailable',
  'The crew Ana and Bo is engaged in another booking at that time.',
  { param: 'crew_id' },
];

function giving(
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
      200: answer(BookingSchema, 'The booking as it is now.'),
      404: noBooking,
      409: refused(...refusals),
    },
  };
}

export const assign = giving(
  'assign',
  'Give a booking its crew',
  'A created booking is dispatched. A crew may be sent outside its area and shift, but not one of the wrong kind, and not one ' +
    'that is engaged elsewhere then. Emits `booking.dispatched`.',
  wire.AssignmentSchema,
  [
    'booking_not_editable',
    'Only a created booking can be given its crew; this one is dispatched.',
    { kind: 'conflict' },
  ],
  busy,
);
export const reassign = giving(
  'reassign',
  'Give a booking another crew',
  'Until the first stop is done the other crew starts over and the ended dispatch is kept in `previous_dispatches`; later it ' +
    'takes over where things stand. The crew before is free at once. Emits `booking.crew_changed`.',
  wire.ReassignmentSchema,
  [
    'booking_not_editable',
    'Only a dispatched booking has a crew that can be changed; this one is created.',
    { kind: 'conflict' },
  ],
  busy,
);
export const lose = giving(
  'loseCrew',
  'The crew will not come',
  'Until the first stop is done: the booking waits for a crew again, with its id and what happened kept. Later a crew can only ' +
    'be replaced. Emits `booking.crew_changed`.',
  wire.LossSchema,
  [
    'booking_not_editable',
    'The first stop is done: a crew can now only be replaced by another one.',
    { kind: 'conflict' },
  ],
);

export const choices = {
  ...operatorOperation('Dispatch'),
  operationId: 'bookings.listCrews',
  summary: 'Who could take a booking',
  description:
    'Every crew in service: those that fit, and when they would be there; of the rest, why they do not.',
  params: bookingParams,
  response: { 200: answer(wire.CrewChoiceListSchema, 'The crews.'), 404: noBooking },
};

export const listOffers = {
  ...operatorOperation('Dispatch'),
  operationId: 'offers.list',
  summary: 'List offers',
  description: 'What automatic dispatch offered to crews, newest first.',
  querystring: wire.OfferQuerySchema,
  response: { 200: answer(wire.OfferListSchema, 'The offers.') },
};

const offerAnswer = (name: string, summary: string, description: string) => ({
  ...operatorOperation('Dispatch'),
  operationId: `offers.${name}`,
  summary,
  description,
  params: Type.Object({ id: Type.String({ description: 'The id of the offer.' }) }),
  response: {
    200: answer(wire.OfferSchema, 'The offer as it is now.'),
    404: answer(ErrorSchema, 'There is no such offer.', [
      problemExample('not_found', 'There is no such offer.'),
    ]),
    409: answer(ErrorSchema, 'The offer is no longer open, or the booking has moved on.', [
      problemExample('offer_closed', 'The offer is expired.'),
    ]),
  },
});

export const acceptOffer = offerAnswer(
  'accept',
  'Accept an offer',
  'For a crew that said yes. The booking is dispatched and emits `booking.dispatched`.',
);
export const refuseOffer = offerAnswer(
  'refuse',
  'Refuse an offer',
  'For a crew that said no. The booking is offered to another.',
);

export const listAreas = {
  ...operatorOperation('Areas'),
  operationId: 'areas.list',
  summary: 'List service areas',
  description: 'Their documents are kept by the command `waybill areas`.',
  response: { 200: answer(wire.AreaListSchema, 'The areas.') },
};

export const setDispatch = {
  ...operatorOperation('Areas'),
  operationId: 'areas.setDispatch',
  summary: 'Dispatch an area by itself, or by hand',
  description: 'Holds from the next round of automatic dispatch on; what was given to crews stays with them.',
  params: Type.Object({ slug: Type.String({ description: 'The slug of the area.' }) }),
  body: ref(wire.AreaDispatchSchema),
  response: {
    200: answer(wire.AreaSchema, 'The area as it is now.'),
    404: answer(ErrorSchema, 'There is no such area.', [
      problemExample('not_found', 'There is no such service area.'),
    ]),
  },
};
