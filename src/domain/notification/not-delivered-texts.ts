// Phrases of the notice that a stop was not completed: why, and what happens next. GSM-7 alphabet only, like the SMS
// texts of notice-templates.ts.
import type { Language } from '../../lib/language.ts';
import type { StopFailureReason } from '../booking/stop-failure-reasons.ts';

/** What happens with the items. `redelivery`: another booking delivers them. */
export const NEXT_STEPS = ['contact_sender', 'sender_contacts', 'returned', 'redelivery'] as const;
export type NextStep = (typeof NEXT_STEPS)[number];

interface NotDeliveredTexts {
  readonly reasons: Readonly<Record<Exclude<StopFailureReason, 'other'>, string>>;
  readonly next: Readonly<Record<NextStep, string>>;
}

export const NOT_DELIVERED_TEXTS: Readonly<Record<Language, NotDeliveredTexts>> = {
  en: {
    reasons: {
      nobody_there: 'the contact was not there',
      wrong_address: 'the address was wrong',
      no_access: 'there was no access',
      not_ready: 'the items were not ready',
      does_not_fit: 'the items did not fit',
      refused: 'the items were refused',
      damaged: 'the items were damaged',
      unsafe: 'it was not safe',
    },
    next: {
      contact_sender: 'Please contact {sender}.',
      sender_contacts: 'We will contact you about a new time.',
      returned: 'The items go back to {sender}.',
      redelivery: 'New delivery: {window}.',
    },
  },
  es: {
    reasons: {
      nobody_there: 'no se encontraba el contacto',
      wrong_address: 'el domicilio era incorrecto',
      no_access: 'no hubo acceso',
      not_ready: 'el pedido no estaba listo',
      does_not_fit: 'el pedido no cabe',
      refused: 'el pedido fue rechazado',
      damaged: 'el pedido tiene daños',
      unsafe: 'no era seguro',
    },
    next: {
      contact_sender: 'Contacte a {sender}.',
      sender_contacts: 'Le vamos a contactar por un nuevo horario.',
      returned: 'El pedido vuelve a {sender}.',
      redelivery: 'Nueva entrega: {window}.',
    },
  },
};
