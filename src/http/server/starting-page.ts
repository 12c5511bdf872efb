// Page for people who open an address while the server starts. It reloads until the server has started, runs no script and
// loads nothing: the server has no other response yet.
import { createHash } from 'node:crypto';
import { html, SafeHtml } from '../../lib/html.ts';
import type { Language } from '../../lib/language.ts';
import { filePolicy } from './security-headers.ts';

const style =
  ':root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;padding:1rem;' +
  'text-align:center;font:1rem/1.5 system-ui,sans-serif}h1{margin:0;font-size:1.5rem}p{margin:.5rem 0 0}';

export const startingPagePolicy = filePolicy(
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
);

const texts: Readonly<Record<Language, { readonly title: string; readonly hint: string }>> = {
  en: { title: 'Waybill is starting', hint: 'This page opens by itself in a moment.' },
  es: { title: 'Waybill se está iniciando', hint: 'Esta página se abre sola en un momento.' },
};

export function startingPage(language: Language, reloadSeconds: number): string {
  const { title, hint } = texts[language];
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta http-equiv="refresh" content="${reloadSeconds}">
<title>${title}</title>
<style>${SafeHtml.fromBuild(style)}</style>
</head>
<body><main><h1>${title}</h1><p>${hint}</p></main></body>
</html>
`.toString();
}
