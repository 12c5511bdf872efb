// Routes of /operator/bookings/{id}/notes and /calls: notes and call log of operators.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import { idempotencyKeyOf } from '../../../http/operations/idempotent-write.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import type { ConsoleContext } from '../console-context.ts';
import { CallSchema, NewCallSchema, NewNoteSchema, NoteSchema } from './booking-details-schemas.ts';
import { type BookingEntry, callOf, noteOf } from './booking-note-store.ts';
import { bookingParams, noBooking } from './booking-responses.ts';
import { writeEntry } from './write-note.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Bookings' });

export const noteOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'POST',
    path: '/bookings/:id/notes',
    role: 'dispatcher',
    isIdempotent: true,
    id: 'bookings.addNote',
    summary: 'Create a note',
    description:
      'Adds a note about the booking for other operators. Partners never see it. Notes cannot be changed or deleted.',
    params: bookingParams,
    body: ref(NewNoteSchema),
    responses: { 201: answer(NoteSchema, 'The created note.'), 404: noBooking },
    handler: async ({ context, request, reply }) =>
      noteOf(await write(context, request, reply, { kind: 'note', text: request.body.text })),
  }),

  operation({
    method: 'POST',
    path: '/bookings/:id/calls',
    role: 'dispatcher',
    isIdempotent: true,
    id: 'bookings.logCall',
    summary: 'Log a call',
    description:
      'Records a phone call about the booking and its outcome. Partners never see it. Entries cannot be ' +
      'changed or deleted.',
    params: bookingParams,
    body: ref(NewCallSchema),
    responses: { 201: answer(CallSchema, 'The logged call.'), 404: noBooking },
    handler: async ({ context, request, reply }) => {
      const { text = '', ...call } = request.body;
      const written = callOf(await write(context, request, reply, { kind: 'call', text, ...call }));
      if (!written) throw new Error('the call was not stored');
      return written;
    },
  }),
];

type BookingRequest = FastifyRequest & { readonly params: Static<typeof bookingParams> };

async function write(
  context: ConsoleContext,
  request: BookingRequest,
  reply: FastifyReply,
  entry: BookingEntry,
) {
  const place = { idOrHid: request.params.id, key: idempotencyKeyOf(request) };
  const written = await writeEntry(context, operatorActor(request), place, entry);
  if (written.isRepeated) reply.header('idempotent-replayed', 'true');
  return written.entry;
}
