// Routes of /operator/bookings/{id}/messages: preview and send a message of an operator to the contacts of a booking.
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { optionalDate } from '../../../lib/clock.ts';
import { Problem } from '../../../lib/problem.ts';
import { type BookingActionContext, bookingAction } from '../booking-action-routes.ts';
import { bookingParams, noBooking } from '../bookings/booking-responses.ts';
import { loadBookingOfAnyAccount } from '../bookings/find-booking.ts';
import { type MessageDraft, type PreparedMessages, prepareMessages, sendMessages } from './write-message.ts';
import {
  type MessageDraftBody,
  MessageDraftSchema,
  type MessagePreview,
  MessagePreviewSchema,
  NewMessageSchema,
  SentMessageListSchema,
} from './written-message-schemas.ts';

const notSendable = answer(ErrorSchema, 'The message cannot be sent; the error message says why.', [
  problemExample('message_not_sendable', 'The recipient has opted out of messages.'),
]);

const operation = operatorOperations<BookingActionContext>({ tag: 'Messages' });

export const writtenMessageOperations: readonly OperatorOperation<BookingActionContext>[] = [
  operation({
    method: 'POST',
    path: '/bookings/:id/messages/preview',
    role: 'dispatcher',
    id: 'bookings.previewMessage',
    summary: 'Preview a message to contacts',
    description:
      'Composes a message about the booking for every contact and channel, in the language of the recipients, ' +
      'and says which of them cannot be sent and why. Sends and stores nothing.',
    params: bookingParams,
    body: ref(MessageDraftSchema),
    responses: {
      200: answer(MessagePreviewSchema, 'The composed messages.'),
      404: noBooking,
      409: notSendable,
    },
    handler: async ({ context, request }) => {
      const { id: bookingId, accountId } = await loadBookingOfAnyAccount(context, request.params.id);
      return presentPreview(
        await prepareMessages(context, { accountId, bookingId }, readDraft(request.body)),
      );
    },
  }),

  bookingAction({
    method: 'POST',
    path: '/bookings/:id/messages',
    role: 'dispatcher',
    tag: 'Messages',
    id: 'bookings.sendMessage',
    summary: 'Send a message to contacts',
    description:
      'Sends a message about the booking to the given contacts, at any time of day. All are stored or, if one ' +
      'cannot be sent, none. Opt-outs, the country list and limits apply as to every message.',
    params: bookingParams,
    body: ref(NewMessageSchema),
    responses: {
      201: answer(SentMessageListSchema, 'The messages that are being sent.'),
      404: noBooking,
      409: notSendable,
    },
    handler: async ({ context, request, actor, bookingRef, hook }) => {
      const { to } = request.body;
      const bodyOf = (data: unknown) => JSON.stringify({ data });
      const draft = { ...readDraft(request.body), to };
      return bodyOf(await sendMessages(context, actor, bookingRef, draft, (data) => hook(bodyOf(data))));
    },
  }),
];

function readDraft({ template, stop_id: stopId, expected_at, next, text }: MessageDraftBody): MessageDraft {
  if (template === 'custom' && text === undefined)
    throw Problem.of('missing_parameter', 'text is required with the template `custom`.', { param: 'text' });
  return {
    template,
    ...(stopId !== undefined && { stopId }),
    ...(expected_at !== undefined && {
      expectedMs: optionalDate(expected_at ?? undefined)?.getTime() ?? null,
    }),
    ...(next !== undefined && { next }),
    ...(text !== undefined && { text }),
  };
}

function presentPreview({ stopId, expectedMs, messages }: PreparedMessages): MessagePreview {
  return {
    stop_id: stopId,
    expected_at: expectedMs === null ? null : new Date(expectedMs).toISOString(),
    data: messages.map(({ recipient, channel, name, isOfStop, refusal, message }) => ({
      recipient,
      channel,
      name,
      address: message?.address ?? null,
      is_of_stop: isOfStop,
      refusal,
      language: message?.language ?? null,
      subject: message && 'subject' in message.content ? message.content.subject : null,
      text: message?.content.text ?? null,
    })),
  };
}
