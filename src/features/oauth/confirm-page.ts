// Page that asks for the password before an action of the account page: it repeats the form with the password.
import { alertIcon } from '../../http/pages/page-icons.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import type { FormTarget } from './authorize-page.ts';

/** The form that waits for the password. */
export interface PendingForm {
  readonly action: string;
  /** What the action does, after "Enter your password to". */
  readonly purpose: string;
  readonly button: string;
  /** Its hidden field, if it has one. */
  readonly field: { readonly name: string; readonly value: string } | null;
}

export interface ConfirmView {
  readonly target: FormTarget;
  readonly username: string;
  readonly pending: PendingForm;
  /** Error of the previous attempt. */
  readonly fault: string | null;
}

const confirmedActions: ReadonlyMap<
  string | undefined,
  Omit<PendingForm, 'action' | 'field'> & { field?: string }
> = new Map([
  ['revoke', { purpose: 'revoke the access of the application', button: 'Revoke', field: 'client' }],
  ['revoke_all', { purpose: 'revoke the access of all applications', button: 'Revoke all access' }],
  ['end_session', { purpose: 'end the session', button: 'End session', field: 'session' }],
  ['end_other_sessions', { purpose: 'sign out everywhere else', button: 'Sign out everywhere else' }],
]);

/** Null if the action of the form needs no confirmation. */
export function pendingFormOf(fields: Readonly<Record<string, string | undefined>>): PendingForm | null {
  const { action = '' } = fields;
  const confirmed = confirmedActions.get(action);
  if (!confirmed) return null;
  const { field: name, ...texts } = confirmed;
  return { ...texts, action, field: name === undefined ? null : { name, value: fields[name] ?? '' } };
}

export function confirmContent({ target, username, pending, fault }: ConfirmView): SafeHtml {
  const { action, purpose, button, field } = pending;
  return html`<section class="card">
  <div class="card-body">
    <h1>Confirm that it is you</h1>
    <p class="lead">You signed in more than 10 minutes ago. Enter your password to ${purpose}.</p>
    ${fault !== null && html`<p class="alert" role="alert" id="fault">${alertIcon}<span>${fault}</span></p>`}
    <form method="post" action="${target.action}">
      <input type="hidden" name="form_token" value="${target.formToken}">
      ${field && html`<input type="hidden" name="${field.name}" value="${field.value}">`}
      <input class="hidden" type="text" name="username" value="${username}" autocomplete="username" readonly
        tabindex="-1" aria-hidden="true">
      <div class="field">
        <label for="current_password">Password of ${username}</label>
        <input id="current_password" name="current_password" type="password" autocomplete="current-password"
          maxlength="1024" required autofocus${fault !== null && html` aria-invalid="true" aria-describedby="fault"`}>
      </div>
      <div class="actions">
        <button class="button primary" name="action" value="${action}">${button}</button>
        <a class="button quiet" href="${target.action}">Cancel</a>
      </div>
    </form>
  </div>
</section>`;
}
