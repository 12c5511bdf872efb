// Response schemas of messages.
import { Type } from 'typebox';
import { DateTime, Nullable, named, OneOf, ref, Uuid, type View } from '../../../http/operations/schemas.ts';
import { accountRef } from '../accounts/account-schemas.ts';

export const MESSAGE_STATUSES = ['waiting', 'sent', 'kept', 'dropped', 'not_sent', 'failed'] as const;
export const CHANNELS = ['sms', 'email'] as const;

const example = {
  id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f04',
  account: { id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e10', name: 'Acme Furniture' },
  booking: { id: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e11', hid: 'K7M2QX9T' },
  kind: 'on_the_way',
  channel: 'sms',
  language: 'en',
  recipient: '01941f29-7c00-7aaa-8f21-5a7f3c2b9e12',
  address: '+13125550142',
  subject: null,
  text: 'Acme Furniture: Ana and Bo are on the way.',
  status: 'sent',
  reason: null,
  attempts: 1,
  reference: 'SM9f1c',
  resend_of: null,
  written_by: null,
  created_at: '2030-01-15T09:30:00.000Z',
  finished_at: '2030-01-15T09:30:01.000Z',
};

export const MessageSchema = Type.Object(
  {
    id: Uuid({ description: 'Unique id of the message.' }),
    account: accountRef('Account on whose behalf the message was sent.'),
    booking: Nullable(
      Type.Object(
        {
          id: Uuid({ description: 'Unique id of the booking.' }),
          hid: Nullable(Type.String({ description: 'Confirmation code.' })),
        },
        { description: 'Booking that the message is about.' },
      ),
    ),
    kind: Type.String({ description: 'Kind of message, such as `on_the_way`.' }),
    channel: OneOf(CHANNELS, { description: 'Channel of the message.' }),
    language: Type.String({ description: 'Language of the message.' }),
    recipient: Type.String({ description: 'Id of a contact, or `customer`, `booking_user` or `account`.' }),
    address: Nullable(
      Type.String({
        description: 'Phone number or e-mail address of the recipient; null after it was erased.',
      }),
    ),
    subject: Nullable(Type.String({ description: 'Subject of an e-mail; null for an SMS.' })),
    text: Nullable(Type.String({ description: 'Text of the message; null after it was erased.' })),
    status: OneOf(MESSAGE_STATUSES, {
      description:
        '`waiting`: not sent yet; `kept`: no provider is configured for the channel; `dropped`: outdated, ' +
        'or the recipient has opted out; `not_sent`: refused by a limit or by the country list.',
    }),
    reason: Nullable(
      Type.String({
        description:
          'Why the message has this status; null if it was sent. With `not_sent`: `recipient_limit`, ' +
          '`booking_limit`, `account_limit`, `country_not_allowed` or `number_type_not_allowed`.',
      }),
    ),
    attempts: Type.Integer({ minimum: 0, description: 'Number of attempts.' }),
    reference: Nullable(Type.String({ description: 'Reference of the SMS or e-mail provider.' })),
    resend_of: Nullable(
      Uuid({
        description: 'Id of the message that an operator resent as this one; null if it was not resent.',
      }),
    ),
    written_by: Nullable(
      Type.String({
        description: 'Name of the operator who wrote or resent the message; null for planned messages.',
      }),
    ),
    created_at: DateTime({ description: 'When the message was created.' }),
    finished_at: Nullable(
      DateTime({ description: 'When the message reached its final status; null while it is waiting.' }),
    ),
  },
  named('Message', 'An SMS or e-mail to one recipient.', example),
);

export const MessageListSchema = Type.Object(
  {
    data: Type.Array(ref(MessageSchema), { description: 'Messages, newest first.' }),
    next: Nullable(Type.String({ description: 'URL of the next page; null on the last page.' })),
  },
  named('MessageList', 'A page of messages.', { data: [example], next: null }),
);

export const messageSchemas = [MessageSchema, MessageListSchema];

export type Message = View<typeof MessageSchema>;
