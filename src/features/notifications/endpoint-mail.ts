// E-mails to a partner about its webhook endpoints: a warning on the first and third day of failures, and a notice when
// one is disabled.
import { type MailContent, plainMailContent } from './message-content.ts';

export interface EndpointAlert {
  readonly type: string;
  readonly environment: string;
  readonly url: string;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
}

export function endpointMail(alert: EndpointAlert): MailContent {
  return alert.type === 'webhook_endpoint.disabled' ? disabledMail(alert) : failingMail(alert);
}

const environmentSuffix = ({ environment }: EndpointAlert) => (environment === 'sandbox' ? ' (sandbox)' : '');

function failingMail(alert: EndpointAlert): MailContent {
  const { url, failingSince } = alert;
  return plainMailContent(`Your webhook endpoint is failing${environmentSuffix(alert)}`, [
    `Waybill could not deliver webhooks to ${url}${failingSince ? ` since ${failingSince}` : ''}.`,
    'Failed deliveries are retried. The endpoint is disabled after five days without a successful delivery and at least 20 failed attempts.',
    'Open the webhook portal (GET /webhooks/portal) to see the responses of your endpoint and to resend deliveries.',
  ]);
}

function disabledMail(alert: EndpointAlert): MailContent {
  const { url, failingSince, disabledReason } = alert;
  const reason =
    disabledReason === 'gone'
      ? 'The endpoint responded with status 410 (Gone).'
      : `Its deliveries have been failing${failingSince ? ` since ${failingSince}` : ' for several days'}.`;
  return plainMailContent(`Your webhook endpoint was disabled${environmentSuffix(alert)}`, [
    `Waybill no longer sends webhooks to ${url}. ${reason}`,
    'Fix the endpoint, then enable it in the webhook portal (GET /webhooks/portal) or with PATCH /webhooks/{id}. The portal can also recover the events that it missed.',
  ]);
}
