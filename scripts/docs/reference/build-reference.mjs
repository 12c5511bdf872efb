// Builds a reference from an OpenAPI description: one HTML file per operation, event and tag, an overview, the index of
// these pages for the server, and the entries of the search.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { escaped } from '../html-text.mjs';
import { renderGuide } from '../render-guide.mjs';
import { tagsOf } from './description.mjs';
import { methodHtml, operationHtml } from './operation-html.mjs';
import { inlineProse, plainProse, prose } from './prose.mjs';

const entriesOf = ({ operations, events }) => [...operations, ...events];

/**
 * Entries of a list. On the overview they have the anchors of the reference before decision 0083, so that old links
 * lead to them; a script then opens the page of the operation.
 */
function entryLinks(base, tag, { withAnchors }) {
  const anchor = ({ kind, method, path, title }) =>
    kind === 'event' ? `tag/${tag.slug}/webhook/POST/${title}` : `tag/${tag.slug}/${method}${path}`;
  const row = (entry) =>
    `<li${entry.kind === 'event' ? ' class="event"' : ''}><a href="${base}/${escaped(entry.name)}"${withAnchors ? ` id="${escaped(anchor(entry))}"` : ''}>${escaped(entry.title)}</a> <span class="signature">${
      entry.kind === 'event'
        ? inlineProse(entry.description.split('\n\n')[0])
        : `${methodHtml(entry.method)} <code>${escaped(entry.path)}</code>`
    }</span></li>`;
  return `<ul class="operations">${entriesOf(tag).map(row).join('\n')}</ul>`;
}

function overviewPage(document, tags, { base, address }) {
  const { html, contents } = renderGuide('reference', document.info.description);
  const at = html.search(/<h2 /);
  const [beginning, sections] = at === -1 ? [html, ''] : [html.slice(0, at), html.slice(at)];
  const groups = tags.map(
    (tag) =>
      `<h3 id="tag/${tag.slug}"><a href="${base}/${tag.slug}">${escaped(tag.name)}</a></h3>\n${prose(tag.description)}${entryLinks(base, tag, { withAnchors: true })}`,
  );
  return {
    name: '',
    title: document.info.title,
    html: `<h1>${escaped(document.info.title)}</h1>
${beginning}
<p>Programs read the same description at <a href="${address}">${address}</a> (OpenAPI 3.1).</p>
<h2 id="operations"><a href="#operations">${tags.some(({ events }) => events.length > 0) ? 'Operations and events' : 'Operations'}</a></h2>
<div class="groups">${groups.map((group) => `<div>${group}</div>`).join('\n')}</div>
${sections}`,
    contents: [{ id: 'operations', title: 'Operations' }, ...contents],
  };
}

function tagPage(tag, base) {
  return {
    name: tag.slug,
    title: tag.name,
    tag: tag.slug,
    html: `<p class="crumbs"><a href="${base}">Reference</a></p>
<h1>${escaped(tag.name)}</h1>
${prose(tag.description)}
${entryLinks(base, tag, { withAnchors: false })}`,
  };
}

function searchEntries(document, tags, base) {
  const about = document.info.title.replace('Waybill ', '').replace('Partner API', 'API reference');
  return tags.flatMap((tag) =>
    entriesOf(tag).map((entry) => ({
      url: `${base}/${entry.name}`,
      page: `${about}, ${tag.name}`,
      title: entry.title,
      text: `${entry.kind === 'event' ? 'Event.' : `${entry.method} ${entry.path}.`} ${plainProse(entry.description)}`,
    })),
  );
}

/**
 * Writes the pages below `folder` and returns the entries of the search. `base` is the path of the reference on the
 * server, `address` that of the description.
 */
export function buildReference(document, folder, { base, address }) {
  const tags = tagsOf(document);
  const pages = [
    overviewPage(document, tags, { base, address }),
    ...tags.flatMap((tag) => [
      tagPage(tag, base),
      ...entriesOf(tag).map((entry) => ({
        name: entry.name,
        title: entry.title,
        tag: tag.slug,
        isEntry: true,
        html: operationHtml(document, tag, entry, base),
      })),
    ]),
  ];
  rmSync(folder, { recursive: true, force: true });
  for (const { name, html } of pages) {
    const file = join(folder, `${name || 'overview'}.html`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, html);
  }
  const index = {
    title: document.info.title,
    tags: tags.map(({ slug, name }) => ({ slug, name })),
    pages: pages.map(({ html: _html, ...page }) => page),
  };
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  return searchEntries(document, tags, base);
}
