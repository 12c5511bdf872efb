// Route GET /.well-known/security.txt (RFC 9116), if a contact is configured.
import type { SecurityContact } from '../../config/security-contact.ts';
import type { Clock } from '../../lib/clock.ts';
import type { HttpServer } from './server.ts';

export interface SecurityTxtOptions {
  readonly publicUrl: string;
  readonly clock: Clock;
  readonly security: SecurityContact;
}

const path = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. */
const lifetimeMillis = 180 * 86_400_000;

export function securityTxtRoutes(app: HttpServer, { publicUrl, clock, security }: SecurityTxtOptions): void {
  app.get(path, { schema: { hide: true } }, async (_request, reply) => {
    const expires = security.expires ?? new Date(clock.now().getTime() + lifetimeMillis);
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: ${security.contact}`,
          `Expires: ${expires.toISOString()}`,
          'Preferred-Languages: en',
          `Canonical: ${publicUrl}${path}`,
          '',
        ].join('\n'),
      );
  });
}
