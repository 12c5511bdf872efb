// E-mails to a partner about its webhook endpoints: a warning on the first and third day of failures, and a notice when
// one is disabled.
import { type MailContent, plainMailContent } from './message-content.ts';

export interface EndpointTrouble {
  readonly type: string;
  readonly environment: string;
  readonly url: string;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
}

export function endpointMail(alert: EndpointTrouble): MailContent {
  return alert.type === 'webhook_endpoint.disabled' ? disabledMail(alert) : failingMail(alert);
}

const environmentSuffix = ({ environment }: EndpointTrouble) =>
  environment === 'sandbox' ? ' (sandbox)' : '';

function failingMail(alert: EndpointTrouble): MailContent {
  const { url, failingSince } = alert;
  return plainMailContent(`Your webhook endpoint keeps failing${environmentSuffix(alert)}`, [
    `Waybill has not been able to deliver webhooks to ${url}${failingSince ? ` since ${failingSince}` : ''}.`,
    'Deliveries are still tried. After five days without one success, and 20 failed attempts, the endpoint is disabled.',
    'The webhook portal (GET /webhooks/portal) shows what your endpoint answered, and can send again what it missed.',
  ]);
}

function disabledMail(alert: EndpointTrouble): MailContent {
  const { url, failingSince, disabledReason } = alert;
  const reason =
    disabledReason === 'gone'
      ? 'It answered 410 Gone.'
      : `It has been failing${failingSince ? ` since ${failingSince}` : ' for days'}.`;
  return plainMailContent(`Your webhook endpoint was disabled${environmentSuffix(alert)}`, [
    `Waybill no longer sends webhooks to ${url}. ${reason}`,
    'Enable it in the webhook portal (GET /webhooks/portal) or with PATCH /webhooks/{id}; what it missed can be recovered there.',
  ]);
}
