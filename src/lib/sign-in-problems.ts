// Errors of sign-in, sessions, roles and operator decisions: a part of the error catalogue.
import { type CatalogueEntry, entry } from './problem-entry.ts';

export const signInProblems = {
  session_ended: entry(
    'unauthenticated',
    'Pages and operator API: there is no session, the session has ended, or the link was already used or has expired.',
    'Open the page with a new link. Operators: sign in again.',
  ),
  wrong_credentials: entry(
    'unauthenticated',
    'Operator API: the e-mail address or the password is wrong, or the operator is disabled.',
    'Correct the credentials, or ask an administrator for a new password.',
  ),
  second_factor_required: entry(
    'unauthenticated',
    'Operator API: the password is correct, and a code of the second factor is required.',
    'Send `code` as well: the six digits that the authenticator app shows now, or a recovery code.',
  ),
  wrong_code: entry(
    'unauthenticated',
    'Operator API: the code of the second factor is wrong, was used before or has expired.',
    'Send the code that the authenticator app shows now, and check the clock of the device. Each code works once.',
  ),
  second_factor_not_set_up: entry(
    'forbidden',
    'Operator API: a second factor is required, and the operator has none.',
    'Set one up with `POST /operator/me/second-factor`, then `…/confirm` with a first code.',
  ),
  wrong_passkey: entry(
    'unauthenticated',
    'Operator API: the passkey is not registered, was removed, or its response is not valid or was sent before.',
    'Request a new challenge and try again, or sign in with the password.',
  ),
  passkeys_unavailable: entry(
    'conflict',
    'Operator API: passkeys cannot be used here, because the public URL of the server has an IP address.',
    'Set `PUBLIC_URL` to a URL with a host name.',
  ),
  no_passkey: entry(
    'conflict',
    'Operator API: the operator has no passkey.',
    'Use the password, or add a passkey.',
  ),
  too_many_passkeys: entry('conflict', 'Operator API: the operator has 20 passkeys.', 'Remove one first.'),
  passkey_in_use: entry(
    'conflict',
    'Operator API: the passkey is already registered.',
    'Use it, or register one of another device.',
  ),
  last_second_factor: entry(
    'conflict',
    'Operator API: the operator needs a second factor, and this is the last one.',
    'Add an authenticator app or a passkey, then remove this one.',
  ),
  second_factor_in_use: entry(
    'conflict',
    'Operator API: the operator already has an authenticator app.',
    'Remove it before you set up another.',
  ),
  step_up_required: entry(
    'forbidden',
    'Operator API and portal: the operation is sensitive, and the session was not confirmed within the last 10 minutes.',
    'Confirm the session with `POST /operator/session/confirmation`, or in the portal with the client secret, then repeat the request.',
  ),
  name_not_pending: entry(
    'conflict',
    'Operator API: the name does not wait for approval. The partner has set another one, or another operator has decided.',
    'Load the organization and decide about the name that it has now.',
  ),
  branding_not_pending: entry(
    'conflict',
    'Operator API: no branding of the organization waits for approval. The partner has withdrawn it, or another operator has decided.',
    'Load the branding of the organization again.',
  ),
  message_not_sendable: entry(
    'conflict',
    'Operator API: the message cannot be sent again, because it is still waiting, its content is erased, no provider is configured for its channel, the country or type of the number is not allowed, or the recipient opted out.',
    'The message of the error names the reason. Contact the recipient in another way.',
  ),
  insufficient_role: entry(
    'forbidden',
    'Operator API: the operation requires another role.',
    'Ask an operator with the role named in the message.',
  ),
  request_not_trusted: entry(
    'forbidden',
    'Pages: the request was sent by another site, or its CSRF token is missing or not valid.',
    'Reload the page.',
  ),
  link_expired: entry(
    'gone',
    'Tracking page: the link has expired some time after the delivery. Operator API: the invitation or password reset link was already used, was withdrawn or has expired.',
    'Ask the sender for a new link, or retrieve the booking over the API.',
  ),
} as const satisfies Record<string, CatalogueEntry>;
