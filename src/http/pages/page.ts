// Frame of server-rendered pages: layout, strict content security policy, style sheet. They run no script and load
// nothing from other hosts.
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import type { EnvironmentName } from '../../config/environment-name.ts';
import { html, type SafeHtml } from '../../lib/html.ts';
import type { Language } from '../../lib/language.ts';
import type { HttpServer } from '../server/server.ts';
import { pageHeaders } from './content-security-policy.ts';
import { pageStyle } from './page-style.ts';

export interface Page {
  readonly title: string;
  readonly content: SafeHtml;
  readonly environment: EnvironmentName;
  /** Default: English. */
  readonly language?: Language;
  readonly status?: number;
  /** Additional `form-action` sources. Browsers check redirects after a form submission against them too. */
  readonly formTargets?: readonly string[];
}

/** Logo of Waybill. */
export const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0d6b50"/>' +
  '<path d="M7 10l4.5 12L16 13l4.5 9L25 10" fill="none" stroke="#fff" stroke-width="2.6" stroke-linecap="round" ' +
  'stroke-linejoin="round"/><circle cx="25" cy="10" r="2.9" fill="#ffb454"/></svg>';

const assets = [
  { name: 'page', suffix: 'css', type: 'text/css; charset=utf-8', text: pageStyle },
  { name: 'icon', suffix: 'svg', type: 'image/svg+xml', text: icon },
].map((asset) => ({ ...asset, path: assetPath(asset) }));
const [stylePath, iconPath] = assets.map(({ path }) => path);

/** Contains a content hash, so that responses can be cached forever. */
function assetPath({ name, suffix, text }: { name: string; suffix: string; text: string }): string {
  return `/assets/${name}-${createHash('sha256').update(text).digest('hex').slice(0, 12)}.${suffix}`;
}

export async function pageAssets(app: HttpServer): Promise<void> {
  for (const { path, type, text } of assets) {
    app.get(path, { schema: { hide: true } }, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(text),
    );
  }
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return reply
    .code(page.status ?? 200)
    .header('content-security-policy', contentPolicy(page.formTargets ?? []))
    .header('cache-control', 'no-store')
    .headers(pageHeaders)
    .type('text/html; charset=utf-8')
    .send(frame(page).toString());
}

function contentPolicy(formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    ['form-action', "'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

function frame({ title, content, environment, language = 'en' }: Page): SafeHtml {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · Waybill</title>
<link rel="stylesheet" href="${stylePath}">
<link rel="icon" type="image/svg+xml" href="${iconPath}">
</head>
<body>
<header class="brand">
  <img class="brand-mark" src="${iconPath}" alt="" width="32" height="32">
  <span class="brand-name">Waybill</span>
  ${environment === 'sandbox' && html`<span class="pill">Sandbox</span>`}
</header>
<main>${content}</main>
<footer class="fine">${footers[language][environment]}</footer>
</body>
</html>
`;
}

const footers: Readonly<Record<Language, Readonly<Record<EnvironmentName, string>>>> = {
  en: {
    production: 'Waybill · book and track deliveries',
    sandbox: 'This is the sandbox: no real vehicle moves and nothing is charged.',
  },
  es: {
    production: 'Waybill · reserve y siga sus entregas',
    sandbox: 'Este es el entorno de pruebas: no se mueve ningún vehículo real y no se cobra nada.',
  },
};
