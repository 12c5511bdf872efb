// Catalogue of security events: the actions of the audit trail about authentication, credentials, access rights and
// personal data. The list, the export, the metric and the alerts know no others. A new event is one line here.

export type Severity = 'info' | 'warning' | 'critical';

export const severities: readonly Severity[] = ['info', 'warning', 'critical'];

export interface SecurityEventDefinition {
  readonly severity: Severity;
  readonly title: string;
  readonly description: string;
}

type Definitions<Name extends string> = Readonly<Record<Name, SecurityEventDefinition>>;

function define<Name extends string>(
  rows: Readonly<Record<Name, readonly [Severity, title: string, description: string]>>,
): Definitions<Name> {
  const entries = Object.entries<readonly [Severity, string, string]>(rows).map(
    ([name, [severity, title, description]]) => [name, { severity, title, description }] as const,
  );
  return Object.fromEntries(entries) as Definitions<Name>;
}

const authentication = define({
  'auth.failed': [
    'warning',
    'Sign-in failed',
    'A password, PIN, client secret or one-time link was refused.',
  ],
  'auth.throttled': [
    'warning',
    'Sign-in throttled',
    'Attempts were refused unchecked, after too many failures.',
  ],
  'auth.succeeded_new_device': [
    'info',
    'Signed in on a new device',
    'An account was used from a device it was not used from before.',
  ],
  'mfa.failed': [
    'warning',
    'Second factor failed',
    'The password was right and the second factor was wrong.',
  ],
  'pin.delayed': ['warning', 'PIN delayed', 'Wrong PINs delay the sign-in of a crew member.'],
  'step_up.failed': [
    'warning',
    'Confirmation failed',
    'A signed-in operator or a portal session failed to confirm its identity.',
  ],
  'step_up.passed': [
    'info',
    'Identity confirmed',
    'An operator, a user or a portal session confirmed its identity for a sensitive action.',
  ],
  'operator_session.started': ['info', 'Operator signed in', 'An operator started a session.'],
  'portal_session.started': ['info', 'Portal opened', 'A portal link was exchanged for a session.'],
  'portal_link.created': ['info', 'Portal link created', 'A one-time link to the portal was created.'],
  'crew_session.started': ['info', 'Crew member signed in', 'A crew member started a session.'],
  'session.revoked': [
    'info',
    'Session revoked',
    'A session was ended by an operator or by its owner elsewhere.',
  ],
});

const tokensAndKeys = define({
  'token.reuse_detected': [
    'warning',
    'Refresh token reused',
    'A used refresh token was presented again: it may have been stolen. All tokens of the sign-in were revoked.',
  ],
  'code.reuse_detected': [
    'warning',
    'Authorization code reused',
    'A used authorization code was presented again: it may have been stolen. Its tokens were revoked.',
  ],
  'token.revoked': ['info', 'Tokens revoked', 'Access tokens or refresh tokens were revoked.'],
  'client.created': ['info', 'API client created', 'An API client with a secret was created.'],
  'client.rotated': ['info', 'API client secret rotated', 'An API client got a new secret.'],
  'client.old_secret_ended': [
    'info',
    'Old client secret ended',
    'The previous secret stopped working early.',
  ],
  'client.disabled': ['warning', 'API client disabled', 'An API client was disabled and its tokens revoked.'],
  'client.enabled': ['warning', 'API client enabled', 'A disabled API client was enabled.'],
  'client.tokens_revoked': ['info', 'Client tokens revoked', 'Access tokens of an API client were revoked.'],
  'client.deleted': ['warning', 'API client deleted', 'An API client was deleted and its tokens revoked.'],
});

const people = define({
  'operator.created': ['warning', 'Operator created', 'A command created an operator.'],
  'operator.invited': [
    'warning',
    'Operator invited',
    'A one-time invitation for a new operator was created.',
  ],
  'operator.invitation_withdrawn': ['info', 'Invitation withdrawn', 'An open invitation was withdrawn.'],
  'operator.invitation_accepted': ['warning', 'Invitation accepted', 'An invited person became an operator.'],
  'operator.updated': ['info', 'Operator changed', 'The name of an operator was changed.'],
  'role.changed': ['warning', 'Role changed', 'An operator got another role.'],
  'operator.disabled': ['warning', 'Operator disabled', 'An operator was disabled and signed out.'],
  'operator.enabled': ['warning', 'Operator enabled', 'A disabled operator was enabled.'],
  'password.changed': ['warning', 'Password changed', 'A password was set by an operator or a command.'],
  'operator.password_changed': [
    'info',
    'Operator changed own password',
    'An operator changed their own password.',
  ],
  'operator.password_reset_asked': [
    'warning',
    'Reset link created',
    'A one-time link to reset the password of an operator was created.',
  ],
  'operator.password_reset': ['warning', 'Password reset', 'A password was reset with a one-time link.'],
  'operator.second_factor_set_up': ['info', 'Second factor added', 'An operator set up a second factor.'],
  'operator.second_factor_removed': [
    'warning',
    'Second factor removed',
    'The second factor of an operator was removed.',
  ],
  'operator.recovery_codes_renewed': [
    'info',
    'Recovery codes renewed',
    'An operator got new recovery codes.',
  ],
  'passkey.added': ['info', 'Passkey added', 'A passkey was registered.'],
  'passkey.removed': ['warning', 'Passkey removed', 'A passkey was removed.'],
  'passkey.counter_regressed': [
    'critical',
    'Passkey copied',
    'A passkey was refused because its counter did not rise: its device may have been copied.',
  ],
  'sign_in_policy.updated': [
    'critical',
    'Sign-in policy changed',
    'The rules for second factors were changed.',
  ],
  'account.contact_changed': [
    'warning',
    'Contact address changed',
    'The address for security mail of an account was changed. The previous and the new address were notified.',
  ],
  'user.created': ['info', 'User created', 'An end user was created.'],
  'user.password_changed': ['info', 'User changed own password', 'An end user changed their own password.'],
  'user.disabled': ['warning', 'User disabled', 'An end user was disabled and signed out.'],
  'user.enabled': ['warning', 'User enabled', 'A disabled end user was enabled.'],
  'portal_member.added': [
    'warning',
    'Portal access given',
    'A person got access to the portal of an organization.',
  ],
  'portal_member.removed': [
    'warning',
    'Portal access removed',
    'A person lost access to the portal of an organization and was signed out.',
  ],
  'crew_member.link_created': [
    'info',
    'Crew link created',
    'A one-time sign-in link of a crew member was created.',
  ],
  'crew_member.pin_created': ['info', 'Crew PIN created', 'A crew member got a new PIN.'],
  'crew_member.pin_delay_lifted': [
    'info',
    'PIN delay lifted',
    'An operator let a crew member try PINs again at once.',
  ],
  'crew_member.access_revoked': [
    'info',
    'Crew access revoked',
    'Links, PIN and sessions of a crew member were revoked.',
  ],
});

const data = define({
  'person.exported': ['warning', 'Personal data exported', 'The data of one person was exported.'],
  'person.erased': ['warning', 'Personal data erased', 'The data of one person was erased.'],
  'security_events.exported': [
    'info',
    'Security events exported',
    'Security events were exported to a file.',
  ],
  'message.limit_reached': [
    'warning',
    'Message limit reached',
    'Messages were not sent because a limit was reached.',
  ],
});

export const securityEvents = { ...authentication, ...tokensAndKeys, ...people, ...data };

export type SecurityEventName = keyof typeof securityEvents;

export const securityEventNames = Object.keys(securityEvents) as SecurityEventName[];

export function isSecurityEventName(text: string): text is SecurityEventName {
  return Object.hasOwn(securityEvents, text);
}

/**
 * Event of a refused authentication, by the code of the problem that the caller gets. null: the request was incomplete, so
 * that nothing was tried.
 */
export function failedAttemptEvent(code: string | null): SecurityEventName | null {
  return failures[code ?? ''] ?? null;
}

const failures: Readonly<Record<string, SecurityEventName>> = {
  wrong_credentials: 'auth.failed',
  invalid_grant: 'auth.failed',
  invalid_client: 'auth.failed',
  session_ended: 'auth.failed',
  link_expired: 'auth.failed',
  wrong_code: 'mfa.failed',
  wrong_passkey: 'auth.failed',
  rate_limit_exceeded: 'auth.throttled',
};
