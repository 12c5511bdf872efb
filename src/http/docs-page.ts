// HTML for the documentation pages: escaping, the frame around a page, and the catalogue of errors.
import type { EnvironmentName } from '../config.ts';
import { catalogueEntries, type ErrorEntry } from './error-catalogue.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** Text of the catalogue: escaped, with `words in backticks` as code. */
function prose(text: string): string {
  return escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>');
}

interface PageParts {
  readonly title: string;
  /** Addresses of style sheets. */
  readonly styles: readonly string[];
  /** Addresses of scripts. */
  readonly scripts?: readonly string[];
  /** HTML, escaped already. */
  readonly body: string;
}

function renderPage({ title, styles, scripts = [], body }: PageParts): string {
  const links = styles.map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`);
  const tags = scripts.map((src) => `<script src="${escapeHtml(src)}"></script>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${links.join('\n')}
</head>
<body>
${body}
${tags.join('\n')}
</body>
</html>
`;
}

/** The reference brings its own style. */
export function renderReference(environment: EnvironmentName, scripts: readonly string[]): string {
  return renderPage({
    title: `Waybill API (${environment})`,
    styles: [],
    scripts,
    body: `<div id="reference"></div>
<noscript><p>The interactive reference needs JavaScript. Without it: <a href="/openapi.json">openapi.json</a> and
<a href="/docs/errors">the errors</a>.</p></noscript>`,
  });
}

export function renderErrors(environment: EnvironmentName, styles: readonly string[]): string {
  return renderPage({
    title: `Errors · Waybill API (${environment})`,
    styles,
    body: `<header><a class="home" href="/docs">Waybill API</a><span class="badge">${environment}</span></header>
<main>
<h1>Errors</h1>
<p>Every failed call answers in one shape. <code>type</code> is the family of the error, <code>message</code> says what is
wrong and what would be right, <code>param</code> names the offending parameter, and <code>code</code> is a stable word for
programs. Each code has an entry here, to which <code>doc_url</code> leads.</p>
<pre><code>{
  "type": "validation_error",
  "message": "tip must be 0, or 100 or more.",
  "param": "tip",
  "code": "invalid_tip",
  "doc_url": "…/docs/errors#invalid_tip"
}</code></pre>
${sections().join('\n')}
</main>`,
  });
}

function sections(): string[] {
  const statuses = [...new Set(catalogueEntries.map(({ status }) => status))];
  return statuses.map((status) => {
    const entries = catalogueEntries.filter((entry) => entry.status === status);
    return `<section aria-labelledby="status-${status}">
<h2 id="status-${status}">${status} <small>${escapeHtml(entries[0]?.type ?? '')}</small></h2>
${entries.map(renderEntry).join('\n')}
</section>`;
  });
}

function renderEntry({ code, meaning, remedy }: ErrorEntry): string {
  return `<article id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p>${prose(meaning)}</p>
<p class="remedy">${prose(remedy)}</p>
</article>`;
}
