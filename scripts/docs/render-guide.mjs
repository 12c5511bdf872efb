// Renders a guide as HTML with GitHub-style anchors, so that a link works in the repository and on the server.
import { join } from 'node:path';
import { Marked } from 'marked';
import { highlighted, languageOf } from './highlight.mjs';
import { escaped, plain } from './html-text.mjs';

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

export function figure(code, language) {
  const shown = highlighted(code, languageOf(language, code));
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
        return plain(text) === file ? text : `${text} <span class="file">(${escaped(file)})</span>`;
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
