// Forms under /oauth carry a signature of what they were made for: this browser, this kind of form, these parameters.
// A form that another site posts has none, and one that was made for other parameters does not fit.
import { canonicalJson } from '../../lib/canonical-json.ts';
import type { KeyRing } from '../../lib/key-ring.ts';

export interface FormPurpose {
  readonly form: 'sign_in' | 'consent';
  /** The secret in the browser's cookie. */
  readonly browserToken: string;
  /** The parameters of the authorization request, in their one spelling. */
  readonly query: string;
}

export function signForm(keys: KeyRing, purpose: FormPurpose): string {
  return keys.sign(textOf(purpose));
}

export function isFormGenuine(keys: KeyRing, purpose: FormPurpose, formToken: string | undefined): boolean {
  return formToken !== undefined && keys.verify(textOf(purpose), formToken);
}

function textOf({ form, browserToken, query }: FormPurpose): string {
  return canonicalJson(['oauth form', form, browserToken, query]);
}
