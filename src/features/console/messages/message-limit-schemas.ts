// Request and response schemas of message limits.
import { type TSchema, Type } from 'typebox';
import { MAX_MESSAGE_LIMIT } from '../../../domain/notification/message-limits.ts';
import { closed, Nullable, named, type View } from '../../../http/operations/schemas.ts';

const limit = (description: string) => Type.Integer({ minimum: 0, maximum: MAX_MESSAGE_LIMIT, description });
const perRecipientDay = 'Messages to one phone number or e-mail address per day.';
const perBooking = 'Messages about one booking.';
const perAccountDay = 'Messages to customers of the organization per day.';

const limits = {
  per_recipient_day: limit(perRecipientDay),
  per_booking: limit(perBooking),
  per_account_day: limit(perAccountDay),
};
const orDefault = ' null: the default. 0: none are sent.';
const ownLimits = {
  per_recipient_day: Nullable(limit(perRecipientDay + orDefault)),
  per_booking: Nullable(limit(perBooking + orDefault)),
  per_account_day: Nullable(limit(perAccountDay + orDefault)),
};
const use = {
  sent: Type.Integer({ description: 'Messages to customers that were handed to the provider.' }),
  not_sent: Type.Integer({ description: 'Messages that a limit refused.' }),
};

const perChannel = <Fields extends Record<string, TSchema>>(fields: Fields, description: string) =>
  Type.Object(channels(fields), { description });
const channels = <Fields extends Record<string, TSchema>>(fields: Fields) => ({
  sms: Type.Object(fields, { description: 'SMS.', additionalProperties: false }),
  email: Type.Object(fields, { description: 'E-mail.', additionalProperties: false }),
});

const ownExample = {
  sms: { per_recipient_day: null, per_booking: null, per_account_day: 4_000 },
  email: { per_recipient_day: null, per_booking: null, per_account_day: null },
};

export const MessageLimitsSchema = Type.Object(
  {
    defaults: perChannel(limits, 'Limits of the configuration.'),
    own: perChannel(ownLimits, 'Limits that an operator set for the organization.'),
    today: perChannel(use, 'Messages of the current day (UTC).'),
  },
  named('MessageLimits', 'How many messages are sent for an organization.', {
    defaults: {
      sms: { per_recipient_day: 40, per_booking: 60, per_account_day: 2_000 },
      email: { per_recipient_day: 60, per_booking: 120, per_account_day: 5_000 },
    },
    own: ownExample,
    today: { sms: { sent: 180, not_sent: 0 }, email: { sent: 95, not_sent: 0 } },
  }),
);

export const OwnMessageLimitsSchema = Type.Object(
  channels(ownLimits),
  closed('OwnMessageLimits', 'Limits of an organization. null: the default.', ownExample),
);

export const messageLimitSchemas = [MessageLimitsSchema, OwnMessageLimitsSchema];

export type MessageLimitsView = View<typeof MessageLimitsSchema>;
