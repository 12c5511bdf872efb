// Routes of /operator/bookings/{id}/notes and /calls: notes and call log of operators.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { idempotencyKeyOf } from '../../../http/idempotent-write.ts';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorActor } from '../../../http/operator-middleware.ts';
import { answer, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { actionConfig, idOf } from '../booking-action-routes.ts';
import type { RosterOptions } from '../roster/roster-routes.ts';
import { CallSchema, NewCallSchema, NewNoteSchema, NoteSchema } from './booking-details-schemas.ts';
import { presentCall, presentNote } from './booking-details-view.ts';
import type { BookingEntry } from './booking-note-store.ts';
import { bookingParams, noBooking } from './booking-operations.ts';
import { writeEntry } from './write-note.ts';

const config = actionConfig('dispatcher');

const addNote = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.addNote',
  summary: 'Create a note',
  description:
    'Adds a note about the booking for other operators. Partners never see it. Notes cannot be changed or deleted.',
  params: bookingParams,
  body: ref(NewNoteSchema),
  response: { 201: answer(NoteSchema, 'The created note.'), 404: noBooking },
};

const logCall = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.logCall',
  summary: 'Log a call',
  description:
    'Records a phone call about the booking and its outcome. Partners never see it. Entries cannot be ' +
    'changed or deleted.',
  params: bookingParams,
  body: ref(NewCallSchema),
  response: { 201: answer(CallSchema, 'The logged call.'), 404: noBooking },
};

export async function noteRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  const write = async (request: FastifyRequest, reply: FastifyReply, entry: BookingEntry) => {
    const place = { idOrHid: idOf(request), key: idempotencyKeyOf(request) };
    const written = await writeEntry(context, operatorActor(request), place, entry);
    reply.code(201);
    if (written.isRepeated) reply.header('idempotent-replayed', 'true');
    return written.entry;
  };

  app.post('/bookings/:id/notes', { config, schema: addNote }, async (request, reply) =>
    reply.send(presentNote(await write(request, reply, { kind: 'note', text: request.body.text }))),
  );

  app.post('/bookings/:id/calls', { config, schema: logCall }, async (request, reply) => {
    const { text = '', ...call } = request.body;
    const written = presentCall(await write(request, reply, { kind: 'call', text, ...call }));
    if (!written) throw new Error('the call was not stored');
    return reply.send(written);
  });
}
