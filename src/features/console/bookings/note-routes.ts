// /operator/bookings/{id}/notes and /calls: what operators write down.
import { operatorOperation } from '../../../http/operation.ts';
import { operatorOf } from '../../../http/operator-surface.ts';
import { answer, ref } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { actorOf, idOf } from '../move-routes.ts';
import type { RosterOptions } from '../roster/roster-routes.ts';
import { CallSchema, NewCallSchema, NewNoteSchema, NoteSchema } from './booking-company-schemas.ts';
import { bookingParams, noBooking } from './booking-operations.ts';
import { type WrittenEntry, writeEntry } from './write-note.ts';

const writes = { role: 'dispatcher' } as const;

const addNote = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.addNote',
  summary: 'Write a note',
  description: 'For colleagues: partners never see it. Notes are kept as they were written.',
  params: bookingParams,
  body: ref(NewNoteSchema),
  response: { 201: answer(NoteSchema, 'The note.'), 404: noBooking },
};

const logCall = {
  ...operatorOperation('Bookings'),
  operationId: 'bookings.logCall',
  summary: 'Log a call',
  description:
    'That somebody was called about the booking, or called, and how it went. Partners never see it.',
  params: bookingParams,
  body: ref(NewCallSchema),
  response: { 201: answer(CallSchema, 'The call.'), 404: noBooking },
};

export async function noteRoutes(app: HttpServer, { context }: RosterOptions): Promise<void> {
  app.post('/bookings/:id/notes', { config: writes, schema: addNote }, async (request, reply) => {
    const { text } = request.body;
    const entry = { kind: 'note', text } as const;
    const written = await writeEntry(context, actorOf(request), idOf(request), entry);
    return reply.code(201).send({ ...signed(written, operatorOf(request)), text });
  });

  app.post('/bookings/:id/calls', { config: writes, schema: logCall }, async (request, reply) => {
    const { text = '', ...call } = request.body;
    const entry = { kind: 'call', text, ...call } as const;
    const written = await writeEntry(context, actorOf(request), idOf(request), entry);
    return reply.code(201).send({ ...signed(written, operatorOf(request)), ...call, text });
  });
}

function signed({ id, at }: WrittenEntry, { operatorId, name }: ReturnType<typeof operatorOf>) {
  return { id, at: at.toISOString(), by: { id: operatorId, name } };
}
