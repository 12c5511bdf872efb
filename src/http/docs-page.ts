// HTML for the documentation pages: the frame around a page, and the catalogue of errors.
import type { EnvironmentName } from '../config/environment-name.ts';
import { html, type SafeHtml } from '../lib/html.ts';
import { catalogueEntries, type ErrorEntry } from './error-catalogue.ts';

/** Text of the catalogue, with `words in backticks` as code. */
function prose(text: string): SafeHtml[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));
}

interface PageParts {
  readonly title: string;
  /** Addresses of style sheets. */
  readonly styles: readonly string[];
  /** Addresses of scripts. */
  readonly scripts?: readonly string[];
  readonly body: SafeHtml;
}

function renderPage({ title, styles, scripts = [], body }: PageParts): SafeHtml {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
</head>
<body>
${body}
${scripts.map((src) => html`<script src="${src}"></script>`)}
</body>
</html>
`;
}

interface ReferenceParts {
  readonly title: string;
  /** The address of what it shows. */
  readonly description: string;
  readonly scripts: readonly string[];
}

/** The reference brings its own style. */
export function renderReference({ title, description, scripts }: ReferenceParts): SafeHtml {
  return renderPage({
    title,
    styles: [],
    scripts,
    body: html`<div id="reference"></div>
<noscript><p>The interactive reference needs JavaScript. Without it: <a href="${description}">${description.slice(1)}</a> and
<a href="/docs/errors">the errors</a>.</p></noscript>`,
  });
}

export function renderErrors(environment: EnvironmentName, styles: readonly string[]): SafeHtml {
  return renderPage({
    title: `Errors · Waybill API (${environment})`,
    styles,
    body: html`<header><a class="home" href="/docs">Waybill API</a><span class="badge">${environment}</span></header>
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
${sections()}
</main>`,
  });
}

function sections(): SafeHtml[] {
  const statuses = [...new Set(catalogueEntries.map(({ status }) => status))];
  return statuses.map((status) => {
    const entries = catalogueEntries.filter((entry) => entry.status === status);
    return html`<section aria-labelledby="status-${status}">
<h2 id="status-${status}">${status} <small>${entries[0]?.type}</small></h2>
${entries.map(renderEntry)}
</section>`;
  });
}

function renderEntry({ code, meaning, remedy }: ErrorEntry): SafeHtml {
  return html`<article id="${code}">
<h3><a href="#${code}"><code>${code}</code></a></h3>
<p>${prose(meaning)}</p>
<p class="remedy">${prose(remedy)}</p>
</article>`;
}
