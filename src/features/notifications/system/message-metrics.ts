// Metric of messages that the country list or a limit refused.
import { Counter, type Registry } from 'prom-client';
import type { LimitReason } from '../../../domain/notification/message-limits.ts';
import type { SmsRefusal } from '../../../domain/notification/sms-destination.ts';
import type { Channel } from '../../../integrations/messenger/messenger.ts';

export type NotSentReason = SmsRefusal | LimitReason;

const limitReasons: readonly LimitReason[] = ['recipient_limit', 'booking_limit', 'account_limit'];
const refusals: readonly SmsRefusal[] = ['country_not_allowed', 'number_type_not_allowed'];
const reasons: Readonly<Record<Channel, readonly NotSentReason[]>> = {
  sms: [...refusals, ...limitReasons],
  email: limitReasons,
};

export type CountNotSent = (channel: Channel, reason: NotSentReason) => void;

const metricName = 'waybill_messages_not_sent_total';

/** The environments of one process share one registry. */
export function notSentCounter(metrics: Registry, environment: string): CountNotSent {
  const existing = metrics.getSingleMetric(metricName) as Counter | undefined;
  const counter =
    existing ??
    new Counter({
      name: metricName,
      help: 'Messages that were not sent, by reason: a limit was reached, or the country or type of the number is not allowed',
      labelNames: ['environment', 'channel', 'reason'],
      registers: [metrics],
    });
  // Prometheus computes increases from the second value of a series on, so every series starts with 0.
  for (const channel of ['sms', 'email'] as const)
    for (const reason of reasons[channel]) counter.inc({ environment, channel, reason }, 0);
  return (channel, reason) => counter.inc({ environment, channel, reason });
}
