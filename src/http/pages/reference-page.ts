// HTML of the API references: the built page of an operation, with navigation by tag.
import type { EnvironmentName } from '../../config/environment-name.ts';
import { html, SafeHtml } from '../../lib/html.ts';
import { contentsList, docsHeader, documentAssets, renderPage } from './docs-page.ts';
import type { ReferenceIndex, ReferenceName, ReferencePage } from './references.ts';

const links = {
  reference: [
    ['/docs', 'Guides'],
    ['/docs/reference', 'Reference'],
    ['/portal', 'Portal'],
  ],
  operator: [
    ['/console', 'Console'],
    ['/docs/operator', 'Operator API'],
  ],
} as const;

interface ReferenceParts {
  readonly reference: ReferenceName;
  readonly index: ReferenceIndex;
  readonly environment: EnvironmentName;
}

/** `main`: the page as the build rendered it. */
export function renderReferencePage(parts: ReferenceParts, page: ReferencePage, main: string): SafeHtml {
  const { index, environment } = parts;
  const isOverview = page.name === '';
  return frame(parts, {
    title: isOverview ? `${index.title} (${environment})` : `${page.title} · ${index.title} (${environment})`,
    page,
    content: html`${SafeHtml.fromBuild(main)}${neighbours(parts, page)}`,
  });
}

export function renderMissingReference(parts: ReferenceParts): SafeHtml {
  const { reference, index, environment } = parts;
  return frame(parts, {
    title: `Page not found · ${index.title} (${environment})`,
    page: { name: '?', title: '' },
    content: html`<h1>Page not found</h1>
<p>The reference has no page at this address. See <a href="/docs/${reference}">all operations</a>.</p>`,
  });
}

function frame(
  { reference, index, environment }: ReferenceParts,
  { title, page, content }: { title: string; page: ReferencePage; content: SafeHtml },
): SafeHtml {
  const menu = (label: string) => navigation(reference, index, page, label);
  return renderPage({
    title,
    ...documentAssets,
    headScripts: [...documentAssets.headScripts, '/docs/assets/reference.js'],
    body: html`${docsHeader(environment, links[reference], `/docs/${reference}`, `/docs/${reference === 'operator' ? 'operator' : 'assets'}/search.json`)}
<div class="columns ${page.isEntry ? 'wide' : 'medium'}">
<details class="menu"><summary>All operations</summary>${menu('All operations, menu')}</details>
<div class="side">${menu('All operations')}</div>
<main id="content" class="operation-page" data-environment="${environment}">
${content}
</main>
${page.contents && html`<div class="toc">${contentsList(page.contents)}</div>`}
</div>`,
  });
}

/** Tags; the current one with its operations. */
function navigation(
  reference: ReferenceName,
  { tags, pages }: ReferenceIndex,
  current: ReferencePage,
  label: string,
): SafeHtml {
  const link = ({ name, title }: Pick<ReferencePage, 'name' | 'title'>) =>
    html`<a href="/docs/${reference}${name && `/${name}`}"${name === current.name && html` aria-current="page"`}>${title}</a>`;
  const entries = (slug: string) =>
    slug === current.tag &&
    html`<ul>${pages.filter(({ tag, isEntry }) => tag === slug && isEntry).map((page) => html`<li>${link(page)}</li>`)}</ul>`;
  return html`<nav aria-label="${label}"><ul class="tags"><li>${link({ name: '', title: 'Overview' })}</li>
${tags.map(({ slug, name }) => html`<li>${link({ name: slug, title: name })}${entries(slug)}</li>`)}</ul></nav>`;
}

function neighbours({ reference, index }: ReferenceParts, current: ReferencePage): SafeHtml | false {
  const entries = index.pages.filter(({ isEntry }) => isEntry);
  const at = entries.findIndex(({ name }) => name === current.name);
  if (at === -1) return false;
  const [before, after] = [entries[at - 1], entries[at + 1]];
  const link = ({ name, title }: ReferencePage, word: string, rel: string) =>
    html`<a rel="${rel}" href="/docs/${reference}/${name}"><small>${word}</small>${title}</a>`;
  return html`<nav class="neighbours" aria-label="Next and previous operation">
${before && link(before, 'Previous', 'prev')}${after && link(after, 'Next', 'next')}</nav>`;
}
