// /crew/api: session, day, sync of reported actions, photo upload and change stream (SSE).
import { Type } from 'typebox';
import { PerMinuteLimiter } from '../../http/limits/per-minute-limiter.ts';
import { acceptImagesOnly, imageBodyLimit, imageOf } from '../../http/server/image-body.ts';
import type { HttpServer } from '../../http/server/server.ts';
import { openSseConnection } from '../../http/server/sse-connection.ts';
import { crewActor, crewMemberOf } from '../../http/surfaces/crew-middleware.ts';
import { csrfTokenOf } from '../../http/surfaces/csrf-token.ts';
import type { PageCookie } from '../../http/surfaces/page-cookie.ts';
import { isUuid } from '../../lib/ids.ts';
import { Problem } from '../../lib/problem.ts';
import { bookingNotFound } from '../bookings/change-booking.ts';
import type { CrewContext } from './crew-context.ts';
import { findEngagedBooking } from './crew-day-store.ts';
import { endCrewSession, signInWithLink, signInWithPin } from './crew-sessions.ts';
import type { CrewSseHub } from './crew-sse.ts';
import type { CrewSession, SyncResponse } from './crew-wire.ts';
import { parseAction } from './parse-action.ts';
import { readDay } from './read-day.ts';
import { saveCrewPhoto } from './save-crew-photo.ts';
import { syncActions } from './sync-actions.ts';
import { SignInSchema, SyncSchema } from './sync-schemas.ts';

export interface CrewRoutesOptions {
  readonly context: CrewContext;
  readonly cookie: PageCookie;
  readonly streams: CrewSseHub;
}

const api = '/crew/api';
const photoParams = Type.Object({ booking_id: Type.String(), photo_id: Type.String() });

/** Registered without the session check: these routes sign crew members in. */
export async function crewSignInRoutes(
  app: HttpServer,
  { context, cookie }: CrewRoutesOptions,
): Promise<void> {
  const failures = new PerMinuteLimiter(
    30,
    'Too many failed sign-in attempts from this address. Wait a minute.',
  );
  app.post(`${api}/session`, { schema: { body: SignInSchema } }, async (request, reply) => {
    failures.check(request.ip);
    const { token, name, pin } = request.body;
    const signIn = { previousToken: cookie.read(request), requestId: request.id };
    try {
      if (token !== undefined) cookie.set(reply, await signInWithLink(context, token, signIn));
      else if (name !== undefined && pin !== undefined)
        cookie.set(reply, await signInWithPin(context, { ...signIn, name, pin, address: request.ip }));
      else throw Problem.of('missing_parameter', 'Send token, or name and pin.', { param: 'token' });
    } catch (error) {
      if (error instanceof Problem) failures.count(request.ip);
      throw error;
    }
    return reply.code(204).send();
  });
}

export async function crewPageRoutes(
  app: HttpServer,
  { context, cookie, streams }: CrewRoutesOptions,
): Promise<void> {
  app.get(`${api}/session`, async (request, reply) => {
    const { memberId, firstName } = crewMemberOf(request);
    const session: CrewSession = {
      member: { id: memberId, first_name: firstName },
      environment: context.environment.name,
      csrf_token: csrfTokenOf(context.keys, cookie.read(request) ?? ''),
    };
    return reply.send(session);
  });

  app.delete(`${api}/session`, async (request, reply) => {
    const member = crewMemberOf(request);
    await endCrewSession(context, member);
    await streams.endSession(member.sessionId);
    cookie.clear(reply);
    return reply.code(204).send();
  });

  app.get(`${api}/day`, async (request, reply) => reply.send(await readDay(context, crewMemberOf(request))));

  app.post(`${api}/sync`, { schema: { body: SyncSchema } }, async (request, reply) => {
    const member = crewMemberOf(request);
    const actions = request.body.actions.map(parseAction);
    const results = await syncActions(context, { member, actor: crewActor(request) }, actions);
    const answer: SyncResponse = { results, day: await readDay(context, member) };
    return reply.send(answer);
  });

  app.addHook('preClose', async () => streams.drain());
  app.get(`${api}/stream`, { exposeHeadRoute: false }, async (request, reply) => {
    const { crewId, memberId, sessionId } = crewMemberOf(request);
    // A member without a crew gets a connection without events, which still ends with the session.
    const close = streams.open(crewId ?? memberId, sessionId, () => openSseConnection(reply));
    reply.raw.on('close', close);
    return reply;
  });
}

export async function crewPhotoRoutes(
  app: HttpServer,
  { context }: Pick<CrewRoutesOptions, 'context'>,
): Promise<void> {
  acceptImagesOnly(app);
  const options = { schema: { params: photoParams }, bodyLimit: imageBodyLimit };
  app.put(`${api}/bookings/:booking_id/photos/:photo_id`, options, async (request, reply) => {
    const member = crewMemberOf(request);
    const { booking_id: bookingId, photo_id: id } = request.params;
    const isNamed = isUuid(bookingId) && isUuid(id) && member.crewId !== null;
    const bookingRef = isNamed && (await findEngagedBooking(context.system, member.crewId, bookingId));
    if (!bookingRef) throw bookingNotFound();
    await saveCrewPhoto(context, member, bookingRef, { id, bytes: imageOf(request) });
    return reply.code(204).send();
  });
}
