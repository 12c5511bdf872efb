// Unsubscribe page: shows whether the address is subscribed, with a button to change it.
import type { Page } from '../../http/page.ts';
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
      title: 'Stop delivery emails?',
      text: 'No more emails about deliveries will go to this address:',
      button: 'Stop these emails',
    },
    unsubscribed: {
      title: 'You will get no more delivery emails',
      text: 'This address gets no emails about deliveries any more:',
      button: 'I want them again',
    },
  },
  es: {
    subscribed: {
      title: '¿Dejar de recibir correos de entregas?',
      text: 'No se enviarán más correos sobre entregas a esta dirección:',
      button: 'No recibir más correos',
    },
    unsubscribed: {
      title: 'Ya no recibirá correos de entregas',
      text: 'Esta dirección ya no recibe correos sobre entregas:',
      button: 'Quiero recibirlos de nuevo',
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

export const deadLinkPage = notice(
  'This link does not work',
  'Please use the link as it stands in the email. Este enlace no funciona: use el que aparece en el correo.',
);

export function troublePage(problem: Problem): Content {
  const isServerError = problem.kind === 'internal' || problem.kind === 'unavailable';
  return isServerError
    ? notice('Something went wrong on our side', 'Nothing was changed; please try again in a moment.')
    : notice('This did not work', problem.message);
}

function notice(title: string, text: string): Content {
  return {
    title,
    content: html`<section class="card"><div class="card-body"><h1>${title}</h1><p class="lead">${text}</p></div></section>`,
  };
}
