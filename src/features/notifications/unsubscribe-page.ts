// Unsubscribe page: shows whether the address is subscribed, with a button to change it.
import type { Page } from '../../http/pages/page.ts';
import { html } from '../../lib/html.ts';
import type { Language } from '../../lib/language.ts';
import type { Problem } from '../../lib/problem.ts';
import type { Subscription } from './unsubscribe-link.ts';

interface StateTexts {
  readonly title: string;
  readonly text: string;
  readonly button: string;
}

interface PageTexts {
  readonly subscribed: StateTexts;
  readonly unsubscribed: StateTexts;
}

const TEXTS: Readonly<Record<Language, PageTexts>> = {
  en: {
    subscribed: {
      title: 'Unsubscribe from delivery e-mails?',
      text: 'You will no longer receive e-mails about deliveries at this address:',
      button: 'Unsubscribe',
    },
    unsubscribed: {
      title: 'You are unsubscribed',
      text: 'E-mails about deliveries are no longer sent to this address:',
      button: 'Subscribe again',
    },
  },
  es: {
    subscribed: {
      title: '¿Cancelar la suscripción a los correos de entregas?',
      text: 'Ya no recibirá correos sobre entregas en esta dirección:',
      button: 'Cancelar suscripción',
    },
    unsubscribed: {
      title: 'Suscripción cancelada',
      text: 'Ya no se envían correos sobre entregas a esta dirección:',
      button: 'Volver a suscribirse',
    },
  },
};

type Content = Pick<Page, 'title' | 'content'>;

export function subscriptionPage({ address, language }: Subscription, hasOptedOut: boolean): Content {
  const { title, text, button } = TEXTS[language][hasOptedOut ? 'unsubscribed' : 'subscribed'];
  const action = hasOptedOut ? 'subscribe' : 'unsubscribe';
  return {
    title,
    content: html`<section class="card"><div class="card-body">
  <h1>${title}</h1>
  <p class="lead">${text} <strong>${address}</strong></p>
  <form method="post" class="actions">
    <button class="button primary" name="action" value="${action}">${button}</button>
  </form>
</div></section>`,
  };
}

/** The language is part of the link. */
export const invalidUnsubscribeLinkPage: Content = {
  title: 'This link is not valid',
  content: html`<section class="card"><div class="card-body">
  <h1>This link is not valid</h1>
  <p class="lead">Open the link exactly as it appears in the e-mail.</p>
  <p class="lead" lang="es">Este enlace no es válido: ábralo tal como aparece en el correo.</p>
</div></section>`,
};

export function unsubscribeErrorPage(problem: Problem): Content {
  const isServerError = problem.kind === 'internal' || problem.kind === 'unavailable';
  return isServerError
    ? notice(
        'Something went wrong',
        'An error occurred on our side. Nothing was changed. Try again in a few minutes.',
      )
    : notice('The request failed', problem.message);
}

function notice(title: string, text: string): Content {
  return {
    title,
    content: html`<section class="card"><div class="card-body"><h1>${title}</h1><p class="lead">${text}</p></div></section>`,
  };
}
