// /crew/api: session, day, sync of reported actions, photo upload and change stream (SSE).
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { OfferDecline } from '../../domain/dispatch/offer-decline-reasons.ts';
import type { PerNetworkLimiter } from '../../http/limits/per-network-limiter.ts';
import { type PageOperation, pageOperations } from '../../http/operations/page-operation.ts';
import type { View } from '../../http/operations/schemas.ts';
import { imageBodyLimit, imageOf, imageTypes } from '../../http/server/image-body.ts';
import { crewActor, crewMemberOf } from '../../http/surfaces/crew-middleware.ts';
import { csrfTokenOf } from '../../http/surfaces/csrf-token.ts';
import type { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { bookingNotFound } from '../bookings/change-booking.ts';
import { addDevice } from '../sign-in-throttle/known-device.ts';
import { answerCrewOffer, parseDecline } from './answer-crew-offer.ts';
import type { CrewContext } from './crew-context.ts';
import { findEngagedBooking } from './crew-day-store.ts';
import {
  CrewChangeSchema,
  CrewDaySchema,
  CrewSessionSchema,
  OfferAnswerSchema,
  OfferDeclineSchema,
  SignInSchema,
  SyncResponseSchema,
  SyncSchema,
} from './crew-schemas.ts';
import {
  crewAccount,
  endCrewSession,
  type StartedSession,
  signInWithLink,
  signInWithPin,
} from './crew-sessions.ts';
import type { CrewSseHub } from './crew-sse.ts';
import { parseAction } from './parse-action.ts';
import { readDay } from './read-day.ts';
import { saveCrewPhoto } from './save-crew-photo.ts';
import { syncActions } from './sync-actions.ts';

export interface CrewRoutesContext extends CrewContext {
  readonly cookie: PageCookie;
  readonly streams: CrewSseHub;
  readonly deviceCookie: PageCookie;
  readonly invalidLinks: PerNetworkLimiter;
}

const api = '/crew/api';
const { operation, stream } = pageOperations<CrewRoutesContext>();

async function signIn(
  context: CrewRoutesContext,
  request: FastifyRequest<{ Body: View<typeof SignInSchema> }>,
  deviceCookie: string | undefined,
): Promise<StartedSession> {
  const { token, name, pin } = request.body;
  const { id: requestId, ip: address } = request;
  const visit = { previousToken: context.cookie.read(request), requestId, address, deviceCookie };
  if (name !== undefined && pin !== undefined && token === undefined)
    return signInWithPin(context, { ...visit, name, pin });
  if (token === undefined)
    throw Problem.of('missing_parameter', 'Send token, or name and pin.', { param: 'token' });
  context.invalidLinks.check(request.ip);
  try {
    return await signInWithLink(context, token, visit);
  } catch (error) {
    if (error instanceof Problem) context.invalidLinks.count(request.ip);
    throw error;
  }
}

const offerParams = Type.Object({ offer_id: Type.String() });

async function answer(
  context: CrewRoutesContext,
  request: FastifyRequest<{ Params: View<typeof offerParams> }>,
  decline: OfferDecline | null,
): Promise<View<typeof OfferAnswerSchema>> {
  const member = crewMemberOf(request);
  const { offer_id: offerId } = request.params;
  const result = await answerCrewOffer(context, { member, actor: crewActor(request) }, { offerId, decline });
  return { result, day: await readDay(context, member) };
}

/** Without the session check: signs crew members in. */
export const crewSignInOperations: readonly PageOperation<CrewRoutesContext>[] = [
  operation({
    method: 'POST',
    path: `${api}/session`,
    summary: 'Sign in with the token of a one-time link, or with phone number or code and PIN',
    body: SignInSchema,
    responses: { 204: Type.Null() },
    handler: async ({ context, request, reply }) => {
      const { cookie, deviceCookie, keys, clock } = context;
      const device = deviceCookie.read(request);
      const { token, memberId } = await signIn(context, request, device);
      cookie.set(reply, token);
      deviceCookie.set(reply, addDevice(keys, device, crewAccount(memberId), clock.now()));
    },
  }),
];

export const crewPageOperations: readonly PageOperation<CrewRoutesContext>[] = [
  operation({
    method: 'GET',
    path: `${api}/session`,
    summary: 'The current session',
    responses: { 200: CrewSessionSchema },
    handler: async ({ context: { environment, keys, cookie }, request }) => {
      const { memberId, firstName } = crewMemberOf(request);
      return {
        member: { id: memberId, first_name: firstName },
        environment: environment.name,
        csrf_token: csrfTokenOf(keys, cookie.read(request) ?? ''),
      };
    },
  }),

  operation({
    method: 'DELETE',
    path: `${api}/session`,
    summary: 'Sign out',
    responses: { 204: Type.Null() },
    handler: async ({ context, request, reply }) => {
      const member = crewMemberOf(request);
      await endCrewSession(context, member);
      await context.streams.endSession(member.sessionHash);
      context.cookie.clear(reply);
    },
  }),

  operation({
    method: 'GET',
    path: `${api}/day`,
    summary: 'Jobs of the day',
    responses: { 200: CrewDaySchema },
    handler: ({ context, request }) => readDay(context, crewMemberOf(request)),
  }),

  operation({
    method: 'POST',
    path: `${api}/sync`,
    summary: 'Apply reported actions in this order, each once; an unknown photo id is a 400 with `param`',
    body: SyncSchema,
    responses: { 200: SyncResponseSchema },
    handler: async ({ context, request }) => {
      const member = crewMemberOf(request);
      const actions = request.body.actions.map(parseAction);
      const results = await syncActions(context, { member, actor: crewActor(request) }, actions);
      return { results, day: await readDay(context, member) };
    },
  }),

  operation({
    method: 'POST',
    path: `${api}/offers/:offer_id/accept`,
    summary: 'Accept an offer; repeatable',
    params: offerParams,
    responses: { 200: OfferAnswerSchema },
    handler: ({ context, request }) => answer(context, request, null),
  }),

  operation({
    method: 'POST',
    path: `${api}/offers/:offer_id/decline`,
    summary: 'Decline an offer with a reason; repeatable',
    params: offerParams,
    body: OfferDeclineSchema,
    responses: { 200: OfferAnswerSchema },
    handler: ({ context, request }) => {
      const { reason, note } = request.body;
      return answer(context, request, parseDecline(reason, note));
    },
  }),

  stream({
    path: `${api}/stream`,
    summary: 'Events named `change` whenever a booking or an offer of the crew changes',
    event: CrewChangeSchema,
    open: async ({ context, request }, connect) => {
      const { crewId, memberId, sessionHash } = crewMemberOf(request);
      // A member without a crew gets a connection without events, which still ends with the session.
      return context.streams.open(crewId ?? memberId, sessionHash, connect);
    },
  }),
];

/** For a scope that accepts images only. */
export const crewPhotoOperations: readonly PageOperation<CrewRoutesContext>[] = [
  operation({
    method: 'PUT',
    path: `${api}/bookings/:booking_id/photos/:photo_id`,
    summary: 'Upload a photo; repeatable',
    params: Type.Object({ booking_id: Type.String(), photo_id: Type.String() }),
    uploads: imageTypes,
    bodyLimit: imageBodyLimit,
    responses: { 204: Type.Null() },
    handler: async ({ context, request }) => {
      const member = crewMemberOf(request);
      const { booking_id: bookingId, photo_id: id } = request.params;
      const isNamed = isUuid(bookingId) && isUuid(id) && member.crewId !== null;
      const bookingRef = isNamed && (await findEngagedBooking(context.system, member.crewId, bookingId));
      if (!bookingRef) throw bookingNotFound();
      await saveCrewPhoto(context, member, bookingRef, { id, bytes: imageOf(request) });
    },
  }),
];
