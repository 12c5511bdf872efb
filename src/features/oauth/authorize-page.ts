// Pages of /oauth/authorize: the sign-in form, which /oauth/account shows too, and the consent form for a client.
import type { Scope } from '../../domain/account/scopes.ts';
import { alertIcon, checkIcon, lockIcon, returnIcon } from '../../http/pages/page-icons.ts';
import { html, type SafeHtml } from '../../lib/html.ts';

export interface RequestingClient {
  readonly name: string;
  /** The organization that the client belongs to. */
  readonly ownerName: string;
}

export interface FormTarget {
  readonly action: string;
  readonly formToken: string;
}

export interface SignInView {
  /** null: the user signs in to their own account page. */
  readonly client: RequestingClient | null;
  readonly target: FormTarget;
  readonly username: string;
  /** Error of the previous attempt. */
  readonly fault: string | null;
}

export function signInContent({ client, target, username, fault }: SignInView): SafeHtml {
  const describedBy = fault === null ? null : html` aria-invalid="true" aria-describedby="fault"`;
  const autofocus = html` autofocus`;
  return html`<section class="card">
  ${client && routeHeader(client)}
  <div class="card-body">
    <h1>Sign in</h1>
    <p class="lead">${client ? html`to continue to <strong>${client.name}</strong>` : 'to manage your account'}</p>
    ${fault !== null && html`<p class="alert" role="alert" id="fault">${alertIcon}<span>${fault}</span></p>`}
    <form method="post" action="${target.action}">
      <input type="hidden" name="form_token" value="${target.formToken}">
      <div class="field">
        <label for="username">User name</label>
        <input id="username" name="username" type="text" value="${username}" autocomplete="username"
          autocapitalize="none" spellcheck="false" maxlength="255" required${describedBy}${username === '' && autofocus}>
      </div>
      <div class="field">
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password"
          maxlength="1024" required${describedBy}${username !== '' && autofocus}>
      </div>
      <div class="actions">
        <button class="button primary" name="action" value="sign_in">Sign in</button>
        ${client && html`<button class="button quiet" name="action" value="cancel" formnovalidate>Cancel</button>`}
      </div>
    </form>
    ${
      client &&
      html`<p class="fine">${lockIcon}<span>Your password stays with Waybill. ${client.name} never sees it.</span></p>`
    }
  </div>
</section>`;
}

export interface ConsentView {
  readonly client: RequestingClient;
  readonly target: FormTarget;
  readonly person: { readonly username: string; readonly accountName: string };
  readonly scopes: readonly Scope[];
  /** Host or app that the browser returns to, as shown to the user. */
  readonly destination: string;
}

export function consentContent({ client, target, person, scopes, destination }: ConsentView): SafeHtml {
  return html`<section class="card">
  ${routeHeader(client)}
  <div class="card-body">
    <h1><strong>${client.name}</strong> wants to use your Waybill account</h1>
    <form method="post" action="${target.action}">
      <input type="hidden" name="form_token" value="${target.formToken}">
      <div class="person">
        <span class="avatar" aria-hidden="true">${initialOf(person.accountName)}</span>
        <span class="person-name">
          <strong>${person.accountName}</strong>
          <span class="muted">${person.username === person.accountName ? 'Personal account' : `Signed in as ${person.username}`}</span>
        </span>
        <button class="link" name="action" value="sign_out">Not you? <span>Sign in as another user</span></button>
      </div>
      <h2 id="permissions">It will be able to</h2>
      <ul class="permissions" aria-labelledby="permissions">
        ${permissionsOf(scopes).map(
          ({ title, detail }) =>
            html`<li>${checkIcon}<span><strong>${title}</strong><span class="muted">${detail}</span></span></li>`,
        )}
      </ul>
      <div class="actions">
        <button class="button primary" name="action" value="allow">Allow</button>
        <button class="button quiet" name="action" value="cancel">Cancel</button>
      </div>
    </form>
    <p class="fine">${returnIcon}<span>In both cases you return to <strong>${destination}</strong>. Access lasts until
      you revoke it on <a href="/oauth/account">your account page</a>, or until ${client.name} or Waybill does.</span></p>
  </div>
</section>`;
}

/** Page header: the requesting client and Waybill, drawn as the two ends of a route. */
function routeHeader({ name, ownerName }: RequestingClient): SafeHtml {
  return html`<div class="route">
    <span class="end"><span class="label">From</span><strong>${name}</strong>
      <span class="muted">by ${ownerName}</span></span>
    <svg class="way" viewBox="0 0 48 16" width="48" height="16" aria-hidden="true"><path d="M2 8h36"/><path
      class="head" d="M38 3l7 5-7 5"/></svg>
    <span class="end"><span class="label">To</span><strong>Waybill</strong>
      <span class="muted">your account</span></span>
  </div>`;
}

export interface Permission {
  readonly title: string;
  readonly detail: string;
}

const permissions: Readonly<Record<'read' | 'write' | 'none', Permission>> = {
  read: {
    title: 'See your deliveries',
    detail: 'Quotes, bookings and their progress, and the name and e-mail address of your account',
  },
  write: {
    title: 'Book and change deliveries for you',
    detail:
      'Request quotes; book, change, tip and cancel at the expense of your account; edit its name and e-mail address',
  },
  none: { title: 'Confirm that you signed in', detail: 'No access to your deliveries or your account' },
};

export function permissionsOf(scopes: readonly Scope[]): Permission[] {
  const both = scopes.includes('user');
  const wanted = [
    ...(both || scopes.includes('user:read') ? [permissions.read] : []),
    ...(both || scopes.includes('user:write') ? [permissions.write] : []),
  ];
  return wanted.length > 0 ? wanted : [permissions.none];
}

export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter('en').segment(name.trim());
  return first?.segment.toUpperCase() ?? '?';
}
