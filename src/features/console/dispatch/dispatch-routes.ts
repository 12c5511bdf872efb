// Routes of dispatch: /operator/bookings/{id}/assign, /reassign and /lose-crew, /operator/offers, /operator/areas.
import { Type } from 'typebox';
import type { ServiceArea } from '../../../domain/place/service-area.ts';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { optionalBody } from '../../../http/server/optional-body.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import { listAreas, setAreaDispatch } from '../../areas/system/set-area-dispatch.ts';
import { BookingSchema } from '../../bookings/schemas.ts';
import { answerOffer, listOffers } from '../../dispatch/system/answer-offer.ts';
import { assignCrewTo, loseCrewOf, reassignCrew } from '../../dispatch/system/assign-crew.ts';
import { listCrewCandidates } from '../../dispatch/system/list-crews.ts';
import { offerToCrews } from '../../dispatch/system/offer-booking.ts';
import { type BookingActionContext, bookingAction } from '../booking-action-routes.ts';
import { bookingParams, noBooking } from '../bookings/booking-responses.ts';
import type { ConsoleContext } from '../console-context.ts';
import * as wire from './dispatch-schemas.ts';
import { presentChoice, presentCurrent, presentOffer } from './dispatch-view.ts';

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

const operation = operatorOperations<ConsoleContext>({ tag: 'Dispatch' });
const areaOperation = operatorOperations<ConsoleContext>({ tag: 'Areas' });

export const assignmentOperations: readonly OperatorOperation<BookingActionContext>[] = [
  operation({
    method: 'GET',
    path: '/bookings/:id/crews',
    role: 'viewer',
    id: 'bookings.listCrews',
    summary: 'List candidate crews',
    description:
      'Returns every crew in service with its fit for the booking: when it could arrive, or why it does not ' +
      'fit. `current` is the assigned crew, to compare it with the others. Use it before you assign a crew.',
    params: bookingParams,
    responses: { 200: answer(wire.CrewChoiceListSchema, 'The crews.'), 404: noBooking },
    handler: async ({ context, request }) => {
      const { candidates, current } = await listCrewCandidates(context, { bookingId: request.params.id });
      return { data: candidates.map(presentChoice), current: current && presentCurrent(current) };
    },
  }),

  bookingAction({
    path: '/bookings/:id/assign',
    ...crewChange(
      'assign',
      [
        'booking_not_editable',
        'A crew can only be assigned to a created booking; this one is dispatched.',
        { kind: 'conflict' },
      ],
      crewBusy,
    ),
    summary: 'Assign a crew',
    description:
      'Assigns a crew to a created booking, which becomes dispatched. The crew may be outside its home areas ' +
      'and shifts, but must have a suitable vehicle and enough members, and must not be engaged at that time. ' +
      'Emits `booking.dispatched`.',
    body: ref(wire.AssignmentSchema),
    handler: ({ context, request, actor, bookingRef: { bookingId }, hook }) =>
      assignCrewTo(context, actor, { bookingId, crewId: request.body.crew_id }, hook),
  }),

  bookingAction({
    path: '/bookings/:id/reassign',
    ...crewChange(
      'reassign',
      [
        'booking_not_editable',
        'Only a dispatched booking has a crew that can be replaced; this one is created.',
        { kind: 'conflict' },
      ],
      crewBusy,
    ),
    summary: 'Reassign a booking',
    description:
      'Replaces the crew of a dispatched booking and releases the previous crew immediately. Before the first ' +
      'stop is completed, the new crew starts over and the ended dispatch is kept in `previous_dispatches`; ' +
      'afterwards it continues at the current stop. Emits `booking.crew_changed`.',
    body: ref(wire.ReassignmentSchema),
    handler: ({ context, request, actor, bookingRef: { bookingId }, hook }) => {
      const { crew_id: crewId, reason = null, from_crew_id: fromCrewId } = request.body;
      return reassignCrew(context, actor, { bookingId, crewId, reason, fromCrewId }, hook);
    },
  }),

  bookingAction({
    path: '/bookings/:id/lose-crew',
    ...crewChange('loseCrew', [
      'booking_not_editable',
      'The first stop is completed: the crew can only be replaced, not removed.',
      { kind: 'conflict' },
    ]),
    summary: 'Unassign the crew',
    description:
      'Removes the crew, so that the booking waits for a crew again with its id and history. Allowed until the ' +
      'first stop is completed; afterwards use `POST /operator/bookings/{id}/reassign`. Emits ' +
      '`booking.crew_changed`.',
    body: ref(wire.LossSchema),
    preValidation: optionalBody,
    handler: ({ context, request, actor, bookingRef: { bookingId }, hook }) => {
      const { reason = null, from_crew_id: fromCrewId } = request.body;
      return loseCrewOf(context, actor, { bookingId, reason, fromCrewId }, hook);
    },
  }),
];

export const offerOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'POST',
    path: '/bookings/:id/offers',
    role: 'dispatcher',
    id: 'bookings.offer',
    summary: 'Offer a booking to crews',
    description:
      'Offers a created booking to one or several crews, in areas with manual and automatic dispatch. The crews see ' +
      'it on the crew page with the time left; the first that accepts gets the booking, and the other offers are ' +
      'withdrawn. The crews may be outside their home areas and shifts, but must have a suitable vehicle and enough ' +
      'members, and neither a job nor an open offer at that time. All crews get an offer, or none does. While an ' +
      'offer is open, automatic dispatch makes no other one for the booking.',
    params: bookingParams,
    body: ref(wire.BookingOfferSchema),
    responses: {
      201: answer(wire.OfferListSchema, 'The new offers.'),
      404: noBooking,
      409: conflict(
        [
          'booking_not_editable',
          'Only a created booking can be offered; this one is dispatched.',
          { kind: 'conflict' },
        ],
        [
          'crew_unavailable',
          'The crew Ana and Bo has another job or open offer at that time, or one for this booking.',
          { param: 'crew_ids' },
        ],
      ),
    },
    handler: async ({ context, request }) => {
      const { crew_ids: crewIds, open_minutes: openMinutes = 5 } = request.body;
      const offers = await offerToCrews(context, operatorActor(request), {
        bookingId: request.params.id,
        crewIds,
        openMinutes,
      });
      context.announceOffers(offers.map(({ bookingId }) => bookingId));
      return { data: offers.map(presentOffer) };
    },
  }),

  operation({
    method: 'GET',
    path: '/offers',
    role: 'viewer',
    id: 'offers.list',
    summary: 'List offers',
    description:
      'Returns offers to crews, of automatic dispatch and of dispatchers, newest first. Filter by booking, crew or state.',
    query: wire.OfferQuerySchema,
    responses: { 200: answer(wire.OfferListSchema, 'The offers.') },
    handler: async ({ context, request }) => {
      const { booking_id: bookingId, crew_id: crewId, state, limit = 100 } = request.query;
      const offers = await listOffers(context, { bookingId, crewId, state, limit });
      return { data: offers.map(presentOffer) };
    },
  }),

  offerAnswer(
    'accept',
    'Accept an offer',
    'Accepts an open offer on behalf of a crew. The booking is dispatched. Emits `booking.dispatched`.',
  ),
  offerAnswer(
    'refuse',
    'Refuse an offer',
    'Refuses an open offer on behalf of a crew. In areas with automatic dispatch, the booking is offered to another crew.',
  ),
];

export const areaOperations: readonly OperatorOperation<ConsoleContext>[] = [
  areaOperation({
    method: 'GET',
    path: '/areas',
    role: 'viewer',
    id: 'areas.list',
    summary: 'List service areas',
    description:
      'Returns all service areas with their dispatch mode. To read or change the area documents, use ' +
      '`/operator/area-documents` or `waybill areas`.',
    responses: { 200: answer(wire.AreaListSchema, 'The service areas.') },
    handler: async ({ context }) => ({ data: (await listAreas(context)).map(presentArea) }),
  }),

  areaOperation({
    method: 'PUT',
    path: '/areas/:slug/dispatch',
    role: 'admin',
    id: 'areas.setDispatch',
    summary: 'Set the dispatch mode',
    description:
      'Switches an area between manual and automatic dispatch. Takes effect with the next round of automatic ' +
      'dispatch; existing assignments do not change.',
    params: Type.Object({ slug: Type.String({ description: 'Slug of the area.' }) }),
    body: ref(wire.AreaDispatchSchema),
    responses: {
      200: answer(wire.AreaSchema, 'The updated area.'),
      404: answer(ErrorSchema, 'There is no such service area.', [
        problemExample('not_found', 'No service area has this slug.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const change = { slug: request.params.slug, mode: request.body.mode };
      return presentArea(await setAreaDispatch(context, change, operatorActor(request)));
    },
  }),
];

/** What the changes of a booking's crew share. `refusals` are examples of the 409 response. */
function crewChange(name: string, ...refusals: Parameters<typeof problemExample>[]) {
  return {
    method: 'POST',
    role: 'dispatcher',
    tag: 'Dispatch',
    id: `bookings.${name}`,
    params: bookingParams,
    responses: {
      200: answer(BookingSchema, 'The updated booking.'),
      404: noBooking,
      409: conflict(...refusals),
    },
  } as const;
}

function offerAnswer(name: 'accept' | 'refuse', summary: string, description: string) {
  return operation({
    method: 'POST',
    path: `/offers/:id/${name}`,
    role: 'dispatcher',
    id: `offers.${name}`,
    summary,
    description,
    params: idParams('offer'),
    preValidation: refuseBody,
    responses: {
      200: answer(wire.OfferSchema, 'The updated offer.'),
      404: noSuch('offer'),
      409: answer(ErrorSchema, 'The offer is no longer open, or the booking no longer waits for a crew.', [
        problemExample('offer_closed', 'The offer is expired.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const offer = await answerOffer(context, operatorActor(request), {
        offerId: request.params.id,
        answer: name,
      });
      context.announceOffers([offer.bookingId]);
      return presentOffer(offer);
    },
  });
}

function presentArea({ slug, name, dispatch }: ServiceArea) {
  return { slug, name, dispatch };
}
