// Contact for reports of vulnerabilities, published at /.well-known/security.txt (RFC 9116).
import type { EnvReader } from '../lib/env-reader.ts';

export interface SecurityContact {
  /** A `mailto:` or `https:` URL. */
  readonly contact: string;
  /** null: the file always expires 180 days after it was fetched. */
  readonly expires: Date | null;
}

/** null: nothing is published. */
export function readSecurityContact(read: EnvReader): SecurityContact | null {
  const contact = read.text('SECURITY_CONTACT', '');
  const expires = read.needed(
    'SECURITY_EXPIRES',
    contact ? 'optional' : undefined,
    'a security.txt without SECURITY_CONTACT',
  );
  if (!contact) return null;
  if (!/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]+\S*)$/.test(contact))
    read.fault(
      `SECURITY_CONTACT must be like mailto:security@example.com or https://example.com/report; it is "${contact}"`,
    );
  const isDate = /^\d{4}-\d{2}-\d{2}(T\S+)?$/.test(expires) && !Number.isNaN(Date.parse(expires));
  if (expires && !isDate)
    read.fault(`SECURITY_EXPIRES must be a date such as 2027-06-30; it is "${expires}"`);
  return { contact, expires: isDate ? new Date(expires) : null };
}
