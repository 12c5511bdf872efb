// Request and response schemas of messages that operators write.
import { Type } from 'typebox';
import { NEXT_STEPS } from '../../../domain/notification/not-delivered-texts.ts';
import {
  closed,
  DateTime,
  Nullable,
  named,
  OneOf,
  ref,
  Uuid,
  type View,
  Words,
} from '../../../http/operations/schemas.ts';
import { LANGUAGES } from '../../../lib/language.ts';
import { CHANNELS } from './message-schemas.ts';

const TEMPLATES = ['late', 'not_delivered', 'custom'] as const;
const REFUSALS = [
  'notifications_off',
  'no_address',
  'sandbox',
  'not_connected',
  'opted_out',
  'country_not_allowed',
  'number_type_not_allowed',
] as const;
/** About two SMS with sender and link. */
const maxTextLength = 200;

const recipient = '01941f29-7c00-7aaa-8f21-5a7f3c2b9e12';
const stopId = '01941f29-7c00-7aaa-8f21-5a7f3c2b9e13';
const addressee = {
  recipient: Type.String({
    maxLength: 64,
    description: 'Id of a contact of the booking, or `customer` or `booking_user`.',
  }),
  channel: OneOf(CHANNELS, { description: 'Channel of the message.' }),
};

const draft = {
  template: OneOf(TEMPLATES, {
    description:
      '`late`: the crew is running late; `not_delivered`: a failed or skipped stop; `custom`: your own text.',
  }),
  stop_id: Type.Optional(
    Uuid({
      description:
        'Stop that the message is about. Default: the failed or skipped stop, otherwise the destination.',
    }),
  ),
  expected_at: Type.Optional(
    Nullable(
      DateTime({
        description: 'With `late`: the new time. Default: the forecast for the stop; null: no time.',
      }),
    ),
  ),
  next: Type.Optional(
    OneOf(
      NEXT_STEPS.filter((step) => step !== 'redelivery'),
      {
        description:
          'With `not_delivered`: what happens next. Default: the new delivery if one was booked, otherwise ' +
          '`contact_sender`.',
      },
    ),
  ),
  text: Type.Optional(
    Words(maxTextLength, 'Required with `custom`: plain text. It is sent as one paragraph, as you write it.'),
  ),
};
const draftExample = { template: 'late', stop_id: stopId, expected_at: '2030-01-15T16:30:00.000Z' };

export const MessageDraftSchema = Type.Object(
  draft,
  closed('MessageDraft', 'A message to compose.', draftExample),
);

export const NewMessageSchema = Type.Object(
  {
    ...draft,
    to: Type.Array(Type.Object(addressee, { additionalProperties: false }), {
      minItems: 1,
      maxItems: 40,
      description: 'Contacts and channels.',
    }),
  },
  closed('NewMessage', 'A message to send.', { ...draftExample, to: [{ recipient, channel: 'sms' }] }),
);

const previewedExample = {
  recipient,
  channel: 'sms',
  name: 'Ana Diaz',
  address: '+13125550142',
  is_of_stop: true,
  refusal: null,
  language: 'en',
  subject: null,
  text: 'Acme Furniture: your crew is running late for booking K7M2QX9T.',
};

export const MessagePreviewSchema = Type.Object(
  {
    stop_id: Nullable(Uuid({ description: 'Stop that the message is about.' })),
    expected_at: Nullable(DateTime({ description: 'New time in a `late` message; null without one.' })),
    data: Type.Array(
      Type.Object(
        {
          ...addressee,
          name: Nullable(Type.String({ description: 'Name of the contact.' })),
          address: Nullable(
            Type.String({ description: 'Phone number or e-mail address; null without one.' }),
          ),
          is_of_stop: Type.Boolean({ description: 'Whether the contact is notified of the stop.' }),
          refusal: Nullable(
            OneOf(REFUSALS, { description: 'Why the message cannot be sent; null if it can.' }),
          ),
          language: Nullable(OneOf(LANGUAGES, { description: 'Language of the message.' })),
          subject: Nullable(Type.String({ description: 'Subject of an e-mail; null for an SMS.' })),
          text: Nullable(
            Type.String({ description: 'Text that the contact receives; null without an address.' }),
          ),
        },
        { description: 'A contact, a channel, and what the contact would receive.' },
      ),
      { description: 'Every contact with every channel.' },
    ),
  },
  named('MessagePreview', 'What the contacts of a booking would receive.', {
    stop_id: stopId,
    expected_at: '2030-01-15T16:30:00.000Z',
    data: [previewedExample],
  }),
);

const sentExample = { id: '0197f0c4-8f6e-7c32-9d1a-5b6c7d8e9f04', recipient, channel: 'sms' };

const SentMessageSchema = Type.Object(
  { id: Uuid({ description: 'Id of the message.' }), ...addressee },
  named('SentMessage', 'A message that is being sent.', sentExample),
);

export const SentMessageListSchema = Type.Object(
  {
    data: Type.Array(ref(SentMessageSchema), {
      description: 'Messages, one per address. Contacts that share an address receive one.',
    }),
  },
  named('SentMessageList', 'The messages that are being sent.', { data: [sentExample] }),
);

export const writtenMessageSchemas = [
  MessageDraftSchema,
  NewMessageSchema,
  MessagePreviewSchema,
  SentMessageSchema,
  SentMessageListSchema,
];

export type MessageRefusal = (typeof REFUSALS)[number];
export type MessageDraftBody = View<typeof MessageDraftSchema>;
export type MessagePreview = View<typeof MessagePreviewSchema>;
