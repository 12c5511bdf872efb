// Page /oauth/account: what a user sees and decides about their own account. Works without JavaScript.
import { alertIcon, checkIcon, lockIcon } from '../../http/pages/page-icons.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import { type FormTarget, initialOf, permissionsOf } from './authorize-page.ts';
import type { UserGrant, UserSession } from './user-access-store.ts';

export interface AccountView {
  readonly target: FormTarget;
  readonly person: { readonly username: string; readonly accountName: string };
  readonly grants: readonly UserGrant[];
  readonly sessions: readonly (UserSession & { readonly isCurrent: boolean })[];
  /** Confirmation of the previous action. */
  readonly notice: string | null;
  /** Error of the previous attempt to change the password. */
  readonly passwordFault: PasswordFault | null;
}

export interface PasswordFault {
  readonly text: string;
  readonly field: 'current_password' | 'new_password';
}

export function accountContent(view: AccountView): SafeHtml {
  return html`<section class="card">
  <div class="card-body">
    <h1>Your account</h1>
    ${view.notice !== null && html`<p class="notice" role="status">${checkIcon}<span>${view.notice}</span></p>`}
    ${personSection(view)}
    ${grantsSection(view)}
    ${passwordSection(view)}
    ${sessionsSection(view)}
  </div>
</section>`;
}

const tokenField = ({ formToken }: FormTarget) =>
  html`<input type="hidden" name="form_token" value="${formToken}">`;

function personSection({ target, person }: AccountView): SafeHtml {
  return html`<form method="post" action="${target.action}">
      ${tokenField(target)}
      <div class="person">
        <span class="avatar" aria-hidden="true">${initialOf(person.accountName)}</span>
        <span class="person-name">
          <strong>${person.username}</strong>
          <span class="muted">${person.username === person.accountName ? 'Personal account' : person.accountName}</span>
        </span>
        <button class="link" name="action" value="sign_out"><span>Sign out</span></button>
      </div>
    </form>`;
}

function grantsSection({ target, grants }: AccountView): SafeHtml {
  return html`<section class="part" aria-labelledby="applications">
      <h2 id="applications">Applications with access</h2>
      ${
        grants.length === 0
          ? html`<p class="muted">No application has access to your account. Applications that you allow appear here.</p>`
          : html`<ul class="rows">${grants.map((grant) => grantRow(target, grant))}</ul>`
      }
      ${
        grants.length > 1 &&
        html`<form method="post" action="${target.action}">
        ${tokenField(target)}
        <button class="button quiet wide" name="action" value="revoke_all">Revoke all access</button>
      </form>`
      }
    </section>`;
}

function grantRow(
  target: FormTarget,
  { id, clientName, organizationName, scopes, grantedAt, lastUsedAt }: UserGrant,
): SafeHtml {
  return html`<li>
        <span class="row-text">
          <strong>${clientName}</strong>
          <span class="muted">by ${organizationName}</span>
          <span class="muted">${permissionsOf(scopes)
            .map(({ title }) => title)
            .join('. ')}.</span>
          <span class="muted">Granted ${time(grantedAt)}${lastUsedAt && html`, last used ${time(lastUsedAt)}`}.</span>
        </span>
        <form method="post" action="${target.action}">
          ${tokenField(target)}
          <input type="hidden" name="client" value="${id}">
          <button class="button quiet small" name="action" value="revoke"
            aria-label="Revoke the access of ${clientName}">Revoke</button>
        </form>
      </li>`;
}

function passwordSection({ target, person, passwordFault }: AccountView): SafeHtml {
  const faultOf = (field: PasswordFault['field']) =>
    passwordFault?.field === field ? html` autofocus aria-invalid="true" aria-describedby="fault"` : null;
  return html`<section class="part" aria-labelledby="password">
      <h2 id="password">Change your password</h2>
      ${
        passwordFault !== null &&
        html`<p class="alert" role="alert" id="fault">${alertIcon}<span>${passwordFault.text}</span></p>`
      }
      <form method="post" action="${target.action}">
        ${tokenField(target)}
        <input class="hidden" type="text" name="username" value="${person.username}" autocomplete="username" readonly
          tabindex="-1" aria-hidden="true">
        <div class="field">
          <label for="current_password">Current password</label>
          <input id="current_password" name="current_password" type="password" autocomplete="current-password"
            maxlength="1024" required${faultOf('current_password')}>
        </div>
        <div class="field">
          <label for="new_password">New password</label>
          <input id="new_password" name="new_password" type="password" autocomplete="new-password" minlength="12"
            maxlength="1024" required${faultOf('new_password') ?? html` aria-describedby="rules"`}>
        </div>
        <div class="actions">
          <button class="button primary" name="action" value="change_password">Change password</button>
        </div>
      </form>
      <p class="fine" id="rules">${lockIcon}<span>At least 12 characters, and no common password. You are signed out everywhere else, and every
        application loses its access.</span></p>
    </section>`;
}

function sessionsSection({ target, sessions }: AccountView): SafeHtml {
  return html`<section class="part" aria-labelledby="sessions">
      <h2 id="sessions">Where you are signed in</h2>
      <ul class="rows">${sessions.map((session) => sessionRow(target, session))}</ul>
      ${
        sessions.length > 1 &&
        html`<form method="post" action="${target.action}">
        ${tokenField(target)}
        <button class="button quiet wide" name="action" value="end_other_sessions">Sign out everywhere else</button>
      </form>`
      }
    </section>`;
}

function sessionRow(
  target: FormTarget,
  { id, address, browser, createdAt, isCurrent }: AccountView['sessions'][number],
): SafeHtml {
  return html`<li>
        <span class="row-text">
          <strong>${browser ?? 'Unknown browser'}</strong>
          <span class="muted">${isCurrent && 'This browser. '}Signed in ${time(createdAt)}${
            address !== null && ` from ${address}`
          }.</span>
        </span>
        ${
          !isCurrent &&
          html`<form method="post" action="${target.action}">
          ${tokenField(target)}
          <input type="hidden" name="session" value="${id}">
          <button class="button quiet small" name="action" value="end_session"
            aria-label="End the session of ${browser ?? 'an unknown browser'}, signed in ${shownTime(createdAt)}">End</button>
        </form>`
        }
      </li>`;
}

function time(at: Date): SafeHtml {
  return html`<time datetime="${at.toISOString()}">${shownTime(at)}</time>`;
}

let timeFormat: Intl.DateTimeFormat | undefined;

/** In UTC: the page runs no script, so that the time zone of the browser is unknown. */
function shownTime(at: Date): string {
  timeFormat ??= new Intl.DateTimeFormat('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return `${timeFormat.format(at)} UTC`;
}
