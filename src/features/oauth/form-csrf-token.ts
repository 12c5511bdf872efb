// CSRF token of the forms under /oauth: a signature over the browser, the kind of form and the parameters of the
// authorization request, if there is one. A form posted by another site has no token, and a token does not fit other
// parameters.
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { KeyRing } from '../../lib/key-ring.ts';

export interface FormPurpose {
  readonly form: 'sign_in' | 'consent' | 'account_sign_in' | 'account';
  /** Secret from the browser's cookie. */
  readonly browserToken: string;
  /** Canonical parameters of the authorization request (`AuthorizeRequest.query`); empty on the account page. */
  readonly query: string;
}

export function signFormToken(keys: KeyRing, purpose: FormPurpose): string {
  return keys.sign(signedText(purpose));
}

export function isFormTokenValid(
  keys: KeyRing,
  purpose: FormPurpose,
  formToken: string | undefined,
): boolean {
  return formToken !== undefined && keys.verify(signedText(purpose), formToken);
}

function signedText({ form, browserToken, query }: FormPurpose): string {
  return canonicalJson(['oauth form', form, browserToken, query]);
}
