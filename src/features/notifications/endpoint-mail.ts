// E-mails to a partner about its webhook endpoints: a warning on the first and third day of failures, and a notice when
// one is disabled. In the language of the organization.
import type { Language } from '../../lib/language.ts';
import { formatMailTime } from './mail-time.ts';
import { type MailContent, operationalMailContent } from './message-content.ts';

export interface EndpointAlert {
  readonly type: string;
  readonly environment: string;
  readonly url: string;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
  readonly language: Language;
}

const texts = {
  en: {
    endpoint: 'Endpoint',
    failingSince: 'Failing since',
    failing: 'Your webhook endpoint is failing',
    failingIntro: 'Waybill could not deliver webhooks to your endpoint.',
    failingAfter: [
      'Failed deliveries are retried. The endpoint is disabled after five days without a successful delivery and at least 20 failed attempts.',
      'Open the webhook portal (GET /webhooks/portal) to see the responses of your endpoint and to resend deliveries.',
    ],
    disabled: 'Your webhook endpoint was disabled',
    gone: 'Waybill no longer sends webhooks to your endpoint. It responded with status 410 (Gone).',
    failed:
      'Waybill no longer sends webhooks to your endpoint. Its deliveries have been failing for several days.',
    disabledAfter: [
      'Fix the endpoint, then enable it in the webhook portal (GET /webhooks/portal) or with PATCH /webhooks/{id}. The portal can also recover the events that it missed.',
    ],
  },
  es: {
    endpoint: 'Endpoint',
    failingSince: 'Falla desde',
    failing: 'Su endpoint de webhooks está fallando',
    failingIntro: 'Waybill no pudo entregar webhooks a su endpoint.',
    failingAfter: [
      'Las entregas fallidas se repiten. El endpoint se desactiva tras cinco días sin una entrega correcta y al menos 20 intentos fallidos.',
      'Abra el portal de webhooks (GET /webhooks/portal) para ver las respuestas de su endpoint y repetir entregas.',
    ],
    disabled: 'Su endpoint de webhooks fue desactivado',
    gone: 'Waybill ya no envía webhooks a su endpoint. Respondió con el estado 410 (Gone).',
    failed: 'Waybill ya no envía webhooks a su endpoint. Sus entregas fallan desde hace varios días.',
    disabledAfter: [
      'Corrija el endpoint y actívelo en el portal de webhooks (GET /webhooks/portal) o con PATCH /webhooks/{id}. El portal también puede recuperar los eventos que perdió.',
    ],
  },
} as const satisfies Record<Language, object>;

export function endpointMail({
  type,
  environment,
  url,
  disabledReason,
  ...alert
}: EndpointAlert): MailContent {
  const { language, failingSince } = alert;
  const words = texts[language];
  const isDisabled = type === 'webhook_endpoint.disabled';
  const suffix = environment === 'sandbox' ? ' (sandbox)' : '';
  return operationalMailContent({
    language,
    subject: `${isDisabled ? words.disabled : words.failing}${suffix}`,
    intro: [!isDisabled ? words.failingIntro : disabledReason === 'gone' ? words.gone : words.failed],
    facts: [
      { label: words.endpoint, value: url },
      ...(failingSince === null
        ? []
        : [{ label: words.failingSince, value: formatMailTime(language, failingSince) }]),
    ],
    after: isDisabled ? words.disabledAfter : words.failingAfter,
  });
}
