// Routes of /operator/messages: list messages with their delivery status, and resend them.
import { Type } from 'typebox';
import { refuseBody } from '../../../http/no-body.ts';
import { operatorOperation } from '../../../http/openapi-operation.ts';
import { operatorOf } from '../../../http/operator-middleware.ts';
import { operatorPrefix } from '../../../http/operator-path.ts';
import { problemExample } from '../../../http/problem-example.ts';
import { answer, ErrorSchema, OneOf, Uuid } from '../../../http/schemas.ts';
import type { HttpServer } from '../../../http/server.ts';
import { isUuid } from '../../../lib/ids.ts';
import { Problem } from '../../../lib/problem.ts';
import {
  type ListedMessage,
  listMessages,
  loadMessage,
} from '../../notifications/system/message-list-store.ts';
import { resendMessage } from '../../notifications/system/resend-message.ts';
import { idOf } from '../booking-action-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import { CHANNELS, MESSAGE_STATUSES, MessageListSchema, MessageSchema } from './message-schemas.ts';
import type { Message } from './message-wire.ts';

export async function messageRoutes(
  app: HttpServer,
  { context }: { context: ConsoleContext },
): Promise<void> {
  const { system, environment } = context;
  const reads = { role: 'viewer' } as const;

  app.get('/messages', { config: reads, schema: listOperation }, async (request, reply) => {
    const {
      account_id: accountId,
      booking,
      status,
      channel,
      address,
      after: afterId,
      limit = 50,
    } = request.query;
    const after = afterId === undefined ? undefined : await loadMessage(system, afterId);
    const filter = { accountId, booking, status, channel, address, after, limit: limit + 1 };
    const found = await listMessages(system, filter);
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1) : undefined;
    const query = new URLSearchParams(
      Object.entries(request.query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    query.set('after', last?.id ?? '');
    const next = last ? `${environment.publicUrl}${operatorPrefix}/messages?${query.toString()}` : null;
    return reply.send({ data: page.map(presentMessage), next });
  });

  app.get('/messages/:id', { config: reads, schema: readOperation }, async (request, reply) =>
    reply.send(presentMessage(await loadMessage(system, messageIdOf(idOf(request))))),
  );

  app.post(
    '/messages/:id/resend',
    { config: { role: 'dispatcher' }, schema: resendOperation, preValidation: refuseBody },
    async (request, reply) => {
      const id = messageIdOf(idOf(request));
      const { operatorId } = operatorOf(request);
      const message = await resendMessage(context, { id, operatorId, requestId: request.id });
      return reply.code(201).send(presentMessage(message));
    },
  );
}

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
    created_at: message.createdAt.toISOString(),
    finished_at: message.finishedAt?.toISOString() ?? null,
  };
}

const params = Type.Object({ id: Type.String({ description: 'Id of the message.' }) });
const noMessage = answer(ErrorSchema, 'There is no such message.', [
  problemExample('not_found', 'No message has this id.'),
]);

const listOperation = {
  ...operatorOperation('Messages'),
  operationId: 'messages.list',
  summary: 'List messages',
  description:
    'Returns SMS and e-mail messages to customers, contacts and partners, newest first, in pages. To get ' +
    'the next page, request the URL in `next` unchanged.',
  querystring: Type.Object({
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
  response: { 200: answer(MessageListSchema, 'A page of messages.') },
};

const readOperation = {
  ...operatorOperation('Messages'),
  operationId: 'messages.get',
  summary: 'Retrieve a message',
  description: 'Returns a message with its recipient, text and delivery status.',
  params,
  response: { 200: answer(MessageSchema, 'The message.'), 404: noMessage },
};

const resendOperation = {
  ...operatorOperation('Messages'),
  operationId: 'messages.resend',
  summary: 'Resend a message',
  description:
    'Sends the same text to the same address as a new message, at any time of day. Check first that the ' +
    'text is still correct. Fails with 409 while the message is waiting, after its content was erased, ' +
    'if no provider is configured for the channel, or if the recipient has opted out.',
  params,
  response: {
    201: answer(MessageSchema, 'The new message, in status `waiting`.'),
    404: noMessage,
    409: answer(ErrorSchema, 'The message cannot be resent; the error message says why.', [
      problemExample('message_not_sendable', 'The recipient has opted out of messages.'),
    ]),
  },
};
