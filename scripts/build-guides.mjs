// Builds the documentation pages: dist/docs/guides.json with the table of contents from README.md and each guide as HTML
// with GitHub-style anchors, so that a link works in the repository and on the server; dist/docs/search.json with the
// sections of all guides and the operations of the API; and the script that searches them.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { Marked } from 'marked';

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text) => text.replace(/[&<>"']/g, (character) => escapes[character]);
const plain = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replace(/&(amp|lt|gt|quot|#39);/g, (name) => Object.keys(escapes).find((key) => escapes[key] === name));

/** Groups of entries `- [Title](slug.md): summary`. */
export function tableOfContents(readme) {
  const groups = [];
  for (const line of readme.split('\n')) {
    const group = /^## (.+)$/.exec(line);
    const guide = /^- \[([^\]]+)\]\(([a-z-]+)\.md\): (.+)$/.exec(line);
    if (group) groups.push({ title: group[1], guides: [] });
    else if (guide) groups.at(-1).guides.push({ title: guide[1], slug: guide[2], summary: guide[3] });
  }
  return groups.filter(({ guides }) => guides.length > 0);
}

function anchorOf(text, taken) {
  const wanted = plain(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');
  let anchor = wanted;
  for (let turn = 1; taken.has(anchor); turn += 1) anchor = `${wanted}-${turn}`;
  taken.add(anchor);
  return anchor;
}

/** URL of a guide; null for other repository files, which are not served. */
function addressOf(href) {
  const [, slug, anchor = ''] = /^(?:([a-z-]+|README)\.md)?(#.*)?$/.exec(href) ?? [];
  if (slug === 'README') return `/docs${anchor}`;
  if (slug !== undefined) return `/docs/${slug}${anchor}`;
  return /^(https?:|#|\/)/.test(href) ? href : null;
}

const remark = /^(\s*(?:#|\/\/) .*)$|(\s(?:#|\/\/) → .*)$/gm;

function figure(code, language) {
  const shown = escaped(code).replace(remark, '<span class="remark">$1$2</span>');
  return `<figure class="code"><figcaption>${escaped(language)}</figcaption><pre tabindex="0"><code>${shown}</code></pre></figure>\n`;
}

export function renderGuide(slug, markdown) {
  const taken = new Set();
  const contents = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const text = this.parser.parseInline(tokens);
        if (depth === 1) return `<h1>${text}</h1>\n`;
        const id = anchorOf(text, taken);
        if (depth === 2) contents.push({ id, title: plain(text) });
        return `<h${depth} id="${id}"><a href="#${id}">${text}</a></h${depth}>\n`;
      },
      code({ text, lang }) {
        return figure(text, (lang ?? 'text').split(' ')[0]);
      },
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const address = addressOf(href);
        if (address !== null) return `<a href="${escaped(address)}">${text}</a>`;
        const file = join('docs/guides', href.split('#')[0]);
        return `${text} <span class="file">(${escaped(file)})</span>`;
      },
      table(token) {
        const row = (cells, tag) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        // Empty header cells are left out: screen readers would announce them.
        const isNamed = token.header.every((cell) => cell.text !== '');
        const head = isNamed ? `<thead>${row(token.header, 'th')}</thead>` : '';
        const body = token.rows.map((cells) => row(cells, 'td')).join('\n');
        return `<div class="table" tabindex="0"><table>${head}<tbody>${body}</tbody></table></div>\n`;
      },
      html: ({ text }) => (/^<!--[\s\S]*-->\s*$/.test(text) ? '' : escaped(text)),
    },
  });
  const parsed = marked.parse(markdown);
  // The colon separates title and summary in the source; the page shows each entry as a card.
  const html = slug === 'README' ? parsed.replaceAll('</a>: ', '</a> ') : parsed;
  const title = plain(/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? slug);
  return { slug, title, html, contents, markdown };
}

/** Text of a section, with its code at the end: a result shows the beginning, or what surrounds the first match. */
function textOf(html) {
  const code = [...html.matchAll(/<pre.*?<\/pre>/gs)].map(([block]) => block);
  const prose = html.replace(/<figure.*?<\/figure>/gs, ' ').replace(/<\/(?:p|li|td|th|tr|h\d)>/g, ' ');
  return plain([prose, ...code].join(' '))
    .replace(/\s+/g, ' ')
    .trim();
}

/** A guide as search results: its beginning, and each section. */
export function sectionsOf({ slug, title, html }) {
  const page = slug === 'README' ? '/docs' : `/docs/${slug}`;
  const [beginning, ...parts] = html.split(/(?=<h[23] id=")/);
  const sections = parts.map((part) => {
    const [heading, id, name] = /^<h[23] id="([^"]+)">(.*?)<\/h[23]>/s.exec(part);
    return {
      url: `${page}#${id}`,
      page: title,
      title: plain(name),
      text: textOf(part.slice(heading.length)),
    };
  });
  const text = textOf(beginning.replace(/<h1>.*?<\/h1>/s, ''));
  return [{ url: page, page: title, title, text }, ...sections];
}

/** Operations of the API as search results, with the anchors of the reference. */
export function operationsOf({ paths }) {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([
        method,
        {
          summary,
          description = '',
          tags: [tag],
        },
      ]) => ({
        url: `/docs/reference#tag/${tag.toLowerCase().replaceAll(' ', '-')}/${method.toUpperCase()}${path}`,
        page: `API reference, ${tag}`,
        title: summary,
        text: `${method.toUpperCase()} ${path}. ${description.replace(/\[([^\]]+)\]\([^)]+\)|[`*]/g, '$1').replace(/\s+/g, ' ')}`,
      }),
    ),
  );
}

export async function buildDocs(root, folder) {
  const guides = join(root, 'docs/guides');
  const read = (name) => readFileSync(join(guides, name), 'utf8');
  const pages = readdirSync(guides)
    .filter((name) => name.endsWith('.md'))
    .map((name) => renderGuide(basename(name, '.md'), read(name)));
  const groups = tableOfContents(read('README.md'));
  const api = JSON.parse(readFileSync(join(root, 'openapi/openapi.json'), 'utf8'));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'guides.json'), JSON.stringify({ groups, pages }));
  const sections = pages.filter(({ slug }) => slug !== 'README').flatMap(sectionsOf);
  writeFileSync(join(folder, 'search.json'), JSON.stringify([...sections, ...operationsOf(api)]));
  await build({
    entryPoints: [join(root, 'web/docs/search.ts')],
    outfile: join(folder, 'search.js'),
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2022',
    logLevel: 'warning',
  });
}
