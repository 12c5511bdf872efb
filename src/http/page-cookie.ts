// Cookies of pages. Browsers tell cookies of one host apart by name only, never by port, so the name carries the
// environment: production and sandbox of one machine must not meet.
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentConfig } from '../config.ts';

export class PageCookie {
  readonly name: string;
  readonly #options: CookieSerializeOptions;

  /** Without a lifetime the cookie ends with the browser. */
  constructor(
    environment: Pick<EnvironmentConfig, 'name' | 'publicUrl'>,
    purpose: string,
    lifetimeSeconds?: number,
  ) {
    const secure = environment.publicUrl.startsWith('https:');
    // With the prefix browsers take the cookie only from this very host, over https.
    this.name = `${secure ? '__Host-' : ''}waybill_${environment.name}_${purpose}`;
    this.#options = {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure,
      ...(lifetimeSeconds !== undefined && { maxAge: lifetimeSeconds }),
    };
  }

  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.name] || undefined;
  }

  set(reply: FastifyReply, value: string): void {
    reply.setCookie(this.name, value, this.#options);
  }

  clear(reply: FastifyReply): void {
    reply.setCookie(this.name, '', { ...this.#options, maxAge: 0 });
  }
}
