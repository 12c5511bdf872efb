// HTML of the documentation pages: page frame, guides with navigation, and downloads.
import type { EnvironmentName } from '../../config/environment-name.ts';
import { html, SafeHtml } from '../../lib/html.ts';
import type { DownloadEntry } from './downloads.ts';
import type { GuideEntry, GuidePage, Guides } from './guides.ts';

interface PageParts {
  readonly title: string;
  /** URLs of style sheets. */
  readonly styles: readonly string[];
  /** URLs of scripts: `early` in the head, `scripts` at the end of the body. */
  readonly headScripts?: readonly string[];
  readonly scripts?: readonly string[];
  readonly body: SafeHtml;
}

export function renderPage({ title, styles, headScripts = [], scripts = [], body }: PageParts): SafeHtml {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${styles.map((href) => html`<link rel="stylesheet" href="${href}">`)}
${headScripts.map((src) => html`<script src="${src}"></script>`)}
</head>
<body>
${body}
${scripts.map((src) => html`<script src="${src}"></script>`)}
</body>
</html>
`;
}

export const documentAssets = {
  styles: ['/docs/assets/docs.css'],
  headScripts: ['/docs/assets/docs.js', '/docs/assets/search.js'],
};

export function renderGuide({ groups }: Guides, page: GuidePage, environment: EnvironmentName): SafeHtml {
  const home = page.slug === 'README';
  return renderPage({
    title: home ? `${page.title} (${environment})` : `${page.title} · Waybill (${environment})`,
    ...documentAssets,
    body: html`${docsHeader(environment)}
<div class="columns">
<details class="menu"><summary>All guides</summary>${navigation(groups, page.slug, 'All guides, menu')}</details>
<div class="side">${navigation(groups, page.slug, 'All guides')}</div>
<main id="content" class="${home ? 'home' : 'guide'}">
${SafeHtml.fromBuild(page.html)}
${neighbours(groups, page.slug)}
</main>
${page.contents.length > 1 && !home && onThisPage(page)}
</div>`,
  });
}

export function renderNotFound(guides: Guides, environment: EnvironmentName): SafeHtml {
  return renderArticle(
    guides,
    environment,
    'Page not found',
    html`<p>The page may have been moved. See the list of <a href="/docs">all guides</a> or the
<a href="/docs/reference">API reference</a>.</p>`,
  );
}

interface ListedDownload extends DownloadEntry {
  readonly install: string;
}

export function renderDownloads(
  guides: Guides,
  environment: EnvironmentName,
  downloads: readonly ListedDownload[],
): SafeHtml {
  return renderArticle(
    guides,
    environment,
    'Downloads',
    html`<p>npm packages for partners, in the version of this server. They have no dependencies: no registry is needed.
<a href="/docs/sdk">TypeScript SDK</a> and <a href="/docs/partner-cli">Command line for partners</a> describe them. Programs read
this list at <a href="/downloads/packages.json">/downloads/packages.json</a>.</p>
${downloads.map(downloadSection)}`,
  );
}

export function renderMissingDownload(
  guides: Guides,
  environment: EnvironmentName,
  downloads: readonly ListedDownload[],
): SafeHtml {
  return renderArticle(
    guides,
    environment,
    'Download not found',
    html`<p>This server has no file of this name: it serves the packages of its own version only. See
<a href="/downloads">all downloads</a> with their install commands.</p>
<ul>${downloads.map(({ file }) => html`<li><a href="/downloads/${file}">${file}</a></li>`)}</ul>`,
  );
}

function downloadSection({ name, version, description, file, size, integrity, install }: ListedDownload) {
  return html`<h2>${name} ${version}</h2>
<p>${description}.</p>
<figure class="code"><figcaption>sh</figcaption><pre tabindex="0"><code>${install}</code></pre></figure>
<div class="table" tabindex="0"><table><tbody>
<tr><td>file</td><td><a href="/downloads/${file}">${file}</a>, ${Math.ceil(size / 1000)} kB</td></tr>
<tr><td>integrity</td><td><code>${integrity}</code></td></tr>
</tbody></table></div>
`;
}

/** A page beside the guides. */
function renderArticle(
  { groups }: Guides,
  environment: EnvironmentName,
  title: string,
  body: SafeHtml,
): SafeHtml {
  return renderPage({
    title: `${title} · Waybill (${environment})`,
    ...documentAssets,
    body: html`${docsHeader(environment)}
<div class="columns">
<div class="side">${navigation(groups, '', 'All guides')}</div>
<main id="content" class="guide"><h1>${title}</h1>
${body}</main>
</div>`,
  });
}

type HeaderLinks = readonly (readonly [href: string, title: string])[];

const headerLinks: HeaderLinks = [
  ['/docs', 'Guides'],
  ['/docs/reference', 'Reference'],
  ['/portal', 'Portal'],
];

/** `current`: address of the part that the page belongs to. `search`: URL of the sections that the search box finds. */
export function docsHeader(
  environment: EnvironmentName,
  links: HeaderLinks = headerLinks,
  current = '/docs',
  search = '/docs/assets/search.json',
): SafeHtml {
  const link = ([href, title]: HeaderLinks[number]) =>
    html`<a href="${href}"${href === current && html` aria-current="true"`}>${title}</a>`;
  return html`<a class="skip" href="#content">Skip to content</a>
<header data-search="${search}"><a class="brand" href="${links[0]?.[0]}"><img src="/favicon.svg" alt="" width="28" height="28">Waybill</a>
<span class="badge badge-${environment}">${environment}</span>
<nav aria-label="Documentation">${links.map(link)}</nav></header>`;
}

function navigation(groups: Guides['groups'], current: string, label: string): SafeHtml {
  const entry = ({ slug, title }: GuideEntry) =>
    html`<li><a href="/docs/${slug}"${slug === current && html` aria-current="page"`}>${title}</a></li>`;
  return html`<nav aria-label="${label}">${groups.map(
    ({ title, guides }) => html`<h2>${title}</h2><ul>${guides.map(entry)}</ul>`,
  )}</nav>`;
}

function onThisPage({ slug, contents }: GuidePage): SafeHtml {
  return html`<div class="toc">${contentsList(contents, html`<p><a href="/docs/${slug}.md">This page as Markdown</a></p>`)}</div>`;
}

export function contentsList(contents: GuidePage['contents'], below?: SafeHtml): SafeHtml {
  return html`<nav aria-label="On this page"><h2>On this page</h2>
<ul>${contents.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul>
${below}</nav>`;
}

function neighbours(groups: Guides['groups'], current: string): SafeHtml | false {
  const all = groups.flatMap(({ guides }) => guides);
  const at = all.findIndex(({ slug }) => slug === current);
  if (at === -1) return false;
  const [before, after] = [all[at - 1], all[at + 1]];
  const link = ({ slug, title }: GuideEntry, word: string, rel: string) =>
    html`<a rel="${rel}" href="/docs/${slug}"><small>${word}</small>${title}</a>`;
  return html`<nav class="neighbours" aria-label="Next and previous guide">
${before && link(before, 'Previous', 'prev')}${after && link(after, 'Next', 'next')}</nav>`;
}
