// Response schemas of messages.
import { Type } from 'typebox';
import { DateTime, Nullable, OneOf, ref, Uuid } from '../../../http/schemas.ts';

export const MESSAGE_STATUSES = ['waiting', 'sent', 'kept', 'dropped', 'failed'] as const;
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
  created_at: '2030-01-15T09:30:00.000Z',
  finished_at: '2030-01-15T09:30:01.000Z',
};

export const MessageSchema = Type.Object(
  {
    id: Uuid({ description: 'Its id.' }),
    account: Type.Object(
      { id: Uuid({ description: 'Its id.' }), name: Type.String({ description: 'Its name.' }) },
      { description: 'In whose name it was written.' },
    ),
    booking: Nullable(
      Type.Object(
        {
          id: Uuid({ description: 'Its id.' }),
          hid: Nullable(Type.String({ description: 'Its confirmation code.' })),
        },
        { description: 'What it is about.' },
      ),
    ),
    kind: Type.String({ description: 'The occasion, say `on_the_way`.' }),
    channel: OneOf(CHANNELS, { description: 'How it goes.' }),
    language: Type.String({ description: 'In which language.' }),
    recipient: Type.String({ description: 'The id of a contact; `customer`, `booking_user` or `account`.' }),
    address: Nullable(Type.String({ description: 'Number or mail address; null once it was forgotten.' })),
    subject: Nullable(Type.String({ description: 'Of a mail.' })),
    text: Nullable(Type.String({ description: 'What it says; null once it was forgotten.' })),
    status: OneOf(MESSAGE_STATUSES, {
      description:
        'kept: nothing is connected that could send it. dropped: overtaken, or the recipient wants none.',
    }),
    reason: Nullable(Type.String({ description: 'Why it stands so.' })),
    attempts: Type.Integer({ minimum: 0, description: 'How often it was tried.' }),
    reference: Nullable(Type.String({ description: 'What the service that carried it calls it.' })),
    resend_of: Nullable(Uuid({ description: 'Sent once more by an operator: the message that it repeats.' })),
    created_at: DateTime({ description: 'When it was written.' }),
    finished_at: Nullable(DateTime({ description: 'When it came to its end.' })),
  },
  { $id: 'Message', description: 'What was written to somebody.', examples: [example] },
);

export const MessageListSchema = Type.Object(
  {
    data: Type.Array(ref(MessageSchema), { description: 'The newest first.' }),
    next: Nullable(Type.String({ description: 'The address of the next page.' })),
  },
  { $id: 'MessageList', description: 'A page of messages.', examples: [{ data: [example], next: null }] },
);

export const messageSchemas = [MessageSchema, MessageListSchema];
