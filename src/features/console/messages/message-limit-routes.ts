// Routes of /operator/organizations/{id}/message-limits: how many messages are sent for an organization.
import type { Static } from 'typebox';
import {
  type ChannelLimits,
  limitDay,
  type OwnChannelLimits,
} from '../../../domain/notification/message-limits.ts';
import { problemExample } from '../../../http/openapi/problem-example.ts';
import { type OperatorOperation, operatorOperations } from '../../../http/operations/operator-operation.ts';
import { answer, ErrorSchema, ref } from '../../../http/operations/schemas.ts';
import { operatorActor } from '../../../http/surfaces/operator-middleware.ts';
import {
  type ChannelUse,
  findOwnLimits,
  messageUse,
} from '../../notifications/system/message-limit-store.ts';
import { setMessageLimits } from '../../notifications/system/set-message-limits.ts';
import { loadOrganization, noOrganization, organizationParams } from '../accounts/account-routes.ts';
import type { ConsoleContext } from '../console-context.ts';
import {
  MessageLimitsSchema,
  type MessageLimitsView,
  OwnMessageLimitsSchema,
} from './message-limit-schemas.ts';

const operation = operatorOperations<ConsoleContext>({ tag: 'Messages' });
const path = '/organizations/:id/message-limits';

export const messageLimitOperations: readonly OperatorOperation<ConsoleContext>[] = [
  operation({
    method: 'GET',
    path,
    role: 'viewer',
    id: 'messageLimits.get',
    summary: 'Retrieve message limits',
    description:
      'Returns how many SMS and e-mails are sent for an organization: the defaults, the limits that an ' +
      'operator set for it, and the messages of the current day.',
    params: organizationParams,
    responses: { 200: answer(MessageLimitsSchema, 'The limits.'), 404: noOrganization },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      return presentLimits(context, id);
    },
  }),

  operation({
    method: 'PUT',
    path,
    role: 'admin',
    id: 'messageLimits.set',
    summary: 'Replace message limits',
    description:
      'Replaces all limits of an organization; `null` restores a default and `0` stops the messages. They ' +
      'apply immediately to messages that are not sent yet. Messages that a limit refused are not sent by ' +
      'this: resend them with `POST /operator/messages/{id}/resend`.',
    params: organizationParams,
    body: ref(OwnMessageLimitsSchema),
    responses: {
      200: answer(MessageLimitsSchema, 'The new limits.'),
      400: answer(ErrorSchema, 'A limit is invalid; `param` names it.', [
        problemExample('invalid_parameter', 'sms.per_booking must be at least 0.', {
          param: 'sms.per_booking',
        }),
      ]),
      404: noOrganization,
    },
    handler: async ({ context, request }) => {
      const { id } = await loadOrganization(context, request.params.id);
      const { sms, email } = request.body;
      const limits = { sms: readLimits(sms), email: readLimits(email) };
      await setMessageLimits(context, id, limits, operatorActor(request));
      return presentLimits(context, id);
    },
  }),
];

async function presentLimits(
  { system, clock, messageRules }: ConsoleContext,
  accountId: string,
): Promise<MessageLimitsView> {
  const [own, used] = await Promise.all([
    findOwnLimits(system, accountId),
    messageUse(system, accountId, limitDay(clock.now())),
  ]);
  const { sms, email } = messageRules.limits;
  return {
    defaults: { sms: presentChannel(sms), email: presentChannel(email) },
    own: { sms: presentChannel(own.sms), email: presentChannel(own.email) },
    today: { sms: presentUse(used.sms), email: presentUse(used.email) },
  };
}

function presentChannel<Limit extends number | null>({
  perRecipientDay,
  perBooking,
  perAccountDay,
}: Readonly<Record<keyof ChannelLimits, Limit>>) {
  return { per_recipient_day: perRecipientDay, per_booking: perBooking, per_account_day: perAccountDay };
}

function presentUse({ sent, refused }: ChannelUse) {
  return { sent, not_sent: refused };
}

function readLimits(limits: Static<typeof OwnMessageLimitsSchema>['sms']): OwnChannelLimits {
  return {
    perRecipientDay: limits.per_recipient_day,
    perBooking: limits.per_booking,
    perAccountDay: limits.per_account_day,
  };
}
