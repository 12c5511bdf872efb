// Entries of the documentation search for the sections of the guides.
import { plain } from './html-text.mjs';

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
