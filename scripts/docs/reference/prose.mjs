// Descriptions of the OpenAPI documents, written in Markdown, as HTML.
import { renderGuide } from '../render-guide.mjs';

const rendered = new Map();

/** Many properties share a description. */
export function prose(markdown = '') {
  if (!rendered.has(markdown)) rendered.set(markdown, renderGuide('reference', markdown).html);
  return rendered.get(markdown);
}

/** The same without the paragraph around it, for one sentence in a line. */
export function inlineProse(markdown = '') {
  const html = prose(markdown).trim();
  const [, inside] = /^<p>([\s\S]*)<\/p>$/.exec(html) ?? [];
  return inside === undefined || inside.includes('<p>') ? html : inside;
}

/** Plain text of Markdown, for the search. */
export const plainProse = (markdown = '') =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]+\)|[`*]/g, '$1')
    .replace(/\s+/g, ' ')
    .trim();
