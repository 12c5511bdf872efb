// E-mails to a partner about its webhook endpoints: a warning on the first and third day of failures, and a notice when
// one is disabled. In the language of the organization.
import {
  describeAttemptFailure,
  type FailureOutcome,
} from '../../domain/webhook/describe-attempt-failure.ts';
import type { Language } from '../../lib/language.ts';
import { formatMailTime } from './mail-time.ts';
import { type MailContent, operationalMailContent } from './message-content.ts';

export interface EndpointAlert {
  readonly type: string;
  readonly environment: string;
  readonly endpointId: string;
  readonly url: string;
  readonly disabledReason: string | null;
  readonly failingSince: string | null;
  /** null if it is not known. */
  readonly lastFailure: { readonly outcome: FailureOutcome; readonly statusCode: number | null } | null;
  readonly language: Language;
}

const texts = {
  en: {
    endpoint: 'Endpoint',
    failingSince: 'Failing since',
    lastError: 'Last error',
    open: 'Open the endpoint in the portal',
    failing: 'Your webhook endpoint is failing',
    failingIntro: 'Waybill could not deliver webhooks to your endpoint.',
    failingAfter: [
      'Failed deliveries are retried. The endpoint is disabled after five days without a successful delivery and at least 20 failed attempts.',
      'The portal shows the responses of your endpoint and can resend deliveries.',
      'If you are not signed in to the portal, sign in first, or open it from your own application. Then choose the endpoint under “Endpoints”.',
    ],
    disabled: 'Your webhook endpoint was disabled',
    gone: 'Waybill no longer sends webhooks to your endpoint. It responded with status 410 (Gone).',
    failed:
      'Waybill no longer sends webhooks to your endpoint. Its deliveries have been failing for several days.',
    disabledAfter: [
      'Fix the endpoint, then enable it in the portal. The portal can also recover the events that it missed.',
      'If you are not signed in to the portal, sign in first, or open it from your own application. Then choose the endpoint under “Endpoints”.',
    ],
  },
  es: {
    endpoint: 'Endpoint',
    failingSince: 'Falla desde',
    lastError: 'Último error',
    open: 'Abrir el endpoint en el portal',
    failing: 'Su endpoint de webhooks está fallando',
    failingIntro: 'Waybill no pudo entregar webhooks a su endpoint.',
    failingAfter: [
      'Las entregas fallidas se repiten. El endpoint se desactiva tras cinco días sin una entrega correcta y al menos 20 intentos fallidos.',
      'El portal muestra las respuestas de su endpoint y puede repetir entregas.',
      'Si no ha iniciado sesión en el portal, hágalo primero o ábralo desde su propia aplicación. Después elija el endpoint en «Endpoints».',
    ],
    disabled: 'Su endpoint de webhooks fue desactivado',
    gone: 'Waybill ya no envía webhooks a su endpoint. Respondió con el estado 410 (Gone).',
    failed: 'Waybill ya no envía webhooks a su endpoint. Sus entregas fallan desde hace varios días.',
    disabledAfter: [
      'Corrija el endpoint y actívelo en el portal. El portal también puede recuperar los eventos que perdió.',
      'Si no ha iniciado sesión en el portal, hágalo primero o ábralo desde su propia aplicación. Después elija el endpoint en «Endpoints».',
    ],
  },
} as const satisfies Record<Language, object>;

/** `publicUrl`: origin of the portal. The link has no token: the page asks for a session. */
export function endpointMail(
  { type, environment, url, disabledReason, ...alert }: EndpointAlert,
  publicUrl: string,
): MailContent {
  const { language, failingSince, lastFailure, endpointId } = alert;
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
      ...(lastFailure === null
        ? []
        : [
            {
              label: words.lastError,
              value: describeAttemptFailure(lastFailure.outcome, lastFailure.statusCode, language),
            },
          ]),
    ],
    buttons: [{ label: words.open, url: `${publicUrl}/portal/endpoints/${endpointId}` }],
    after: isDisabled ? words.disabledAfter : words.failingAfter,
  });
}
