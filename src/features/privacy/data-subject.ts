// Identifies a data subject by phone number, e-mail address or both, in normalized form.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { Problem } from '../../lib/problem.ts';

export interface Person {
  /** E.164. */
  readonly phone: string | null;
  /** Lowercase. */
  readonly email: string | null;
  /** Undefined: all accounts. */
  readonly accountId?: string | undefined;
}

export interface AskedPerson {
  readonly phone?: string | undefined;
  readonly email?: string | undefined;
  readonly accountId?: string | undefined;
}

export function parseDataSubject({ phone, email, accountId }: AskedPerson): Person {
  if (!phone?.trim() && !email?.trim()) {
    throw Problem.of('missing_parameter', 'phone or email is required.', { param: 'phone' });
  }
  return {
    phone: phone?.trim() ? readPhone(phone) : null,
    email: email?.trim() ? readEmail(email) : null,
    accountId,
  };
}

function readPhone(text: string): string {
  const number = parsePhoneNumberFromString(text, 'US');
  if (number?.isPossible()) return number.number;
  throw Problem.of('invalid_parameter', 'phone must be a phone number, such as +12125550100.', {
    param: 'phone',
  });
}

function readEmail(text: string): string {
  const email = text.trim().toLowerCase();
  if (/^[^\s@]+@[^\s@]+$/.test(email)) return email;
  throw Problem.of('invalid_parameter', 'email must be an e-mail address such as name@example.com.', {
    param: 'email',
  });
}

/** Whether a stored phone number or e-mail address belongs to the data subject. */
export function isOf(
  person: Person,
  phone: string | null | undefined,
  email: string | null | undefined,
): boolean {
  return (
    (person.phone !== null && phone === person.phone) ||
    (person.email !== null && email?.toLowerCase() === person.email)
  );
}
