// Error page of /oauth/authorize: a message for the user, and the exact error for the developer of the client.
import { alertIcon } from '../../http/pages/page-icons.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import type { Problem } from '../../lib/problem.ts';
import { formatWaitingTime } from '../../lib/waiting-time.ts';

export interface ErrorPageView {
  readonly title: string;
  readonly message: string;
  readonly detail?: string;
  /** Target of the "Start again" button. */
  readonly retryUrl?: string;
}

export function errorPageContent({ title, message, detail, retryUrl }: ErrorPageView): SafeHtml {
  return html`<section class="card">
  <div class="card-body">
    <span class="stop" aria-hidden="true">${alertIcon}</span>
    <h1>${title}</h1>
    <p class="lead">${message}</p>
    ${
      retryUrl !== undefined &&
      html`<div class="actions"><a class="button primary" href="${retryUrl}">Start again</a></div>`
    }
    ${
      detail !== undefined &&
      html`<p class="detail"><span class="label">For developers</span><code>${detail}</code></p>`
    }
  </div>
</section>`;
}

export function refusalOf(problem: Problem): ErrorPageView {
  if (problem.kind === 'rate_limited') return { title: 'Please wait', message: waitFor(problem) };
  if (problem.kind === 'internal' || problem.kind === 'unavailable') {
    const message =
      'Waybill cannot process this request at the moment. Nothing was changed. Please try again in a minute.';
    return { title: 'Something went wrong on our side', message };
  }
  return { ...messageFor(problem), detail: problem.message };
}

export function waitFor({ retryAfterSeconds }: Problem): string {
  return `Too many attempts. Please wait ${formatWaitingTime(retryAfterSeconds ?? 60)}, then try again.`;
}

function messageFor({ param }: Problem): ErrorPageView {
  if (param === 'client_id') {
    const message = 'The link is for an app that is not registered with Waybill. You can close this page.';
    return { title: 'Unknown app', message };
  }
  if (param === 'redirect_uri') {
    const message =
      'The app asked us to send you to an address that it has not registered with Waybill. ' +
      'We stopped here to protect your account. You can close this page.';
    return { title: 'This link cannot be trusted', message };
  }
  return { title: 'This page cannot be shown', message: 'Please go back to the app and start again.' };
}
