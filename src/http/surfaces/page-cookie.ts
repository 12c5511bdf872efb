// Cookies of pages. The name contains the environment: browsers separate cookies by host but not by port, and
// production and sandbox may share a host.
import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EnvironmentConfig } from '../../config.ts';

export class PageCookie {
  readonly name: string;
  readonly #options: CookieSerializeOptions;

  /** Without a lifetime it is a session cookie. */
  constructor(
    environment: Pick<EnvironmentConfig, 'name' | 'publicUrl'>,
    purpose: string,
    lifetimeSeconds?: number,
  ) {
    const secure = environment.publicUrl.startsWith('https:');
    // __Host- prefix: browsers accept the cookie only from this host, over https, without a Domain attribute.
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
