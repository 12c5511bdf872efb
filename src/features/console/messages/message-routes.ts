// Routes of /operator/messages: list messages with their delivery status, and resend them.
import { Type } from 'typebox';
import { idParams, noSuch, problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { operatorPrefix } from '../../../http/operations/operator-path.ts';
import { answer, ErrorSchema, OneOf, Uuid } from '../../../http/operations/schemas.ts';
import { refuseBody } from '../../../http/server/no-body.ts';
import { operatorOf } from '../../../http/surfaces/operator-middleware.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import {
  type ListedMessage,
  listMessages,
  loadMessage,
} from '../../notifications/system/message-list-store.ts';
import { resendMessage } from '../../notifications/system/resend-message.ts';
import type { ConsoleContext } from '../console-context.ts';
import type { Message } from './message-schemas.ts';
import { CHANNELS, MESSAGE_STATUSES, MessageListSchema, MessageSchema } from './message-schemas.ts';

const params = idParams('message');
const noMessage = noSuch('message');

const operation = operatorOperations<ConsoleContext>({ tag: 'Messages' });

export const messageOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path: '/messages',
    role: 'viewer',
    id: 'messages.list',
    summary: 'List messages',
    description:
      'Returns SMS and e-mail messages to customers, contacts and partners, newest first, in pages. To get ' +
      'the next page, request the URL in `next` unchanged.',
    query: Type.Object({
      account_id: Type.Optional(Uuid({ description: 'Id of an account to filter by.' })),
      booking: Type.Optional(
        Type.String({ maxLength: 64, description: 'Id or confirmation code of a booking to filter by.' }),
      ),
      status: Type.Optional(OneOf(MESSAGE_STATUSES, { description: 'Status to filter by.' })),
      channel: Type.Optional(OneOf(CHANNELS, { description: 'Channel to filter by.' })),
      address: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 255,
          description: 'Part of a phone number or e-mail address to filter by.',
        }),
      ),
      after: Type.Optional(
        Uuid({ description: 'Id of the last message of the previous page; set by `next`.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 100, description: 'Maximum number of messages. Default: 50.' }),
      ),
    }),
    responses: { 200: answer(MessageListSchema, 'A page of messages.') },
    handler: async ({ context, request }) => {
      const {
        account_id: accountId,
        booking,
        status,
        channel,
        address,
        after: afterId,
        limit = 50,
      } = request.query;
      const after = afterId === undefined ? undefined : await loadMessage(context.system, afterId);
      const filter = { accountId, booking, status, channel, address, after, limit: limit + 1 };
      const found = await listMessages(context.system, filter);
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      const query = new URLSearchParams(
        Object.entries(request.query).map(([name, value]): [string, string] => [name, String(value)]),
      );
      query.set('after', last?.id ?? '');
      const next = last
        ? `${context.environment.publicUrl}${operatorPrefix}/messages?${query.toString()}`
        : null;
      return { data: page.map(presentMessage), next };
    },
  }),

  operation({
    method: 'GET',
    path: '/messages/:id',
    role: 'viewer',
    id: 'messages.get',
    summary: 'Retrieve a message',
    description: 'Returns a message with its recipient, text and delivery status.',
    params,
    responses: { 200: answer(MessageSchema, 'The message.'), 404: noMessage },
    handler: async ({ context, request }) =>
      presentMessage(await loadMessage(context.system, messageIdOf(request.params.id))),
  }),

  operation({
    method: 'POST',
    path: '/messages/:id/resend',
    role: 'dispatcher',
    id: 'messages.resend',
    summary: 'Resend a message',
    description:
      'Sends the same text to the same address as a new message, at any time of day. Check first that the ' +
      'text is still correct. Fails with 409 while the message is waiting, after its content was erased, ' +
      'if no provider is configured for the channel, if the country or type of the number is not allowed, ' +
      'or if the recipient has opted out. Limits apply: raise the limit first if the message was not sent ' +
      'because of one.',
    params,
    preValidation: refuseBody,
    responses: {
      201: answer(MessageSchema, 'The new message, in status `waiting`.'),
      404: noMessage,
      409: answer(ErrorSchema, 'The message cannot be resent; the error message says why.', [
        problemExample('message_not_sendable', 'The recipient has opted out of messages.'),
      ]),
    },
    handler: async ({ context, request }) => {
      const id = messageIdOf(request.params.id);
      const { operatorId } = operatorOf(request);
      const message = await resendMessage(context, { id, operatorId, requestId: request.id });
      return presentMessage(message);
    },
  }),
];

function messageIdOf(id: string): string {
  if (!isUuid(id)) throw Problem.of('not_found', 'No message has this id.');
  return id;
}

function presentMessage({ content, ...message }: ListedMessage): Message {
  const { bookingId, bookingHid } = message;
  return {
    id: message.id,
    account: { id: message.accountId, name: message.accountName },
    booking: bookingId === null ? null : { id: bookingId, hid: bookingHid },
    kind: message.kind,
    channel: message.channel,
    language: message.language,
    recipient: message.recipient,
    address: message.address,
    subject: content && 'subject' in content ? content.subject : null,
    text: content?.text ?? null,
    status: message.status,
    reason: message.reason,
    attempts: message.attempts,
    reference: message.reference,
    resend_of: message.resendOf,
    written_by: message.writtenBy,
    created_at: message.createdAt.toISOString(),
    finished_at: message.finishedAt?.toISOString() ?? null,
  };
}
