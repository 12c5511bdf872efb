// Search box of the documentation pages. The index is built in the browser from the sections that the build collected,
// when the reader first uses the box: no request leaves this server. Without JavaScript there is no box.
import MiniSearch, { type SearchResult } from 'minisearch';
import { element } from './element.ts';

/** As written by scripts/docs/search-entries.mjs. */
interface Section {
  readonly url: string;
  readonly page: string;
  readonly title: string;
  readonly text: string;
}

const maxResults = 8;
const snippetLength = 150;

interface Index {
  readonly search: MiniSearch<Section>;
  readonly sections: readonly Section[];
}

let index: Promise<Index> | undefined;

function loadIndex(): Promise<Index> {
  index ??= createIndex().catch((error: unknown) => {
    index = undefined;
    throw error;
  });
  return index;
}

async function createIndex(): Promise<Index> {
  const response = await fetch(
    document.querySelector('header')?.dataset['search'] ?? '/docs/assets/search.json',
  );
  if (!response.ok) throw new Error(`The search index responded ${response.status}.`);
  const sections = (await response.json()) as Section[];
  const search = new MiniSearch<Section>({
    idField: 'url',
    fields: ['title', 'page', 'text'],
    storeFields: ['url', 'page', 'title', 'text'],
    processTerm: (term) => singular(term.toLowerCase()),
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
    },
  });
  search.addAll(sections);
  return { search, sections };
}

/** "retries" also finds "retry". */
function singular(term: string): string {
  return term.length > 4 ? term.replace(/ies$/, 'y').replace(/([^s])s$/, '$1') : term;
}

interface Match extends Section {
  /** Words of the section that were found. */
  readonly terms: readonly string[];
}

/**
 * Sections with all words; if there are none, sections with any of them. Operations and events that are named so come
 * first, those named by nothing else before the others.
 */
function find({ search, sections }: Index, query: string): readonly Match[] {
  const words = wordsOf(query);
  const matches = search.search(query, { combineWith: 'AND' });
  const found: readonly Match[] = (matches.length > 0 ? matches : search.search(query)).map(asMatch);
  const named = sections
    .map((section) => ({ ...section, terms: words, others: otherWords(section, words) }))
    .filter(({ others }) => others !== null)
    .sort((one, other) => (one.others ?? 0) - (other.others ?? 0));
  const urls = new Set(named.map(({ url }) => url));
  return [...named, ...found.filter(({ url }) => !urls.has(url))];
}

const asMatch = ({ url, page, title, text, terms }: SearchResult): Match => ({
  url: String(url),
  page: String(page),
  title: String(title),
  text: String(text),
  terms,
});

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
    .map(singular);

/**
 * How many other words the name of an operation or event has: its title, its id, or its method and path. null: no name
 * has all the words. A single word is rather the subject of a guide.
 */
function otherWords({ url, title, text }: Section, words: readonly string[]): number | null {
  const [, id] = /^\/docs\/(?:reference|operator)\/(?:events\/)?([^#]+)$/.exec(url) ?? [];
  if (id === undefined || words.length < 2) return null;
  const call = /^(?:GET|POST|PUT|PATCH|DELETE) [^\s.]+/.exec(text)?.[0] ?? '';
  const fitting = [title, id, call]
    .map(wordsOf)
    .filter((known) => words.every((word) => known.includes(word)));
  return fitting.length === 0 ? null : Math.min(...fitting.map((known) => known.length - words.length));
}

/** The part of the text around the first word that was found. */
function snippetOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map((word) => lower.indexOf(word)).filter((each) => each >= 0)));
  const start = Number.isFinite(at) && at > snippetLength / 2 ? text.lastIndexOf(' ', at - 40) + 1 : 0;
  const part = text.slice(start, start + snippetLength);
  const isCut = start + snippetLength < text.length;
  // Words are not cut.
  return `${start > 0 ? '… ' : ''}${isCut ? `${part.slice(0, part.lastIndexOf(' '))} …` : part}`;
}

function addSearchBox(header: HTMLElement): void {
  const input = element('input', {
    type: 'search',
    placeholder: 'Search',
    autocomplete: 'off',
    spellcheck: false,
    ariaLabel: 'Search the documentation',
  });
  const status = element('p', { className: 'status', role: 'status' });
  const list = element('ul', {});
  const results = element('div', { className: 'results', hidden: true }, status, list);
  const box = element('search', { className: 'search' }, input, results);
  const links = () => [...list.querySelectorAll('a')];
  /** Number of the latest search: results of earlier ones are dropped. */
  let latest = 0;
  const close = () => {
    latest += 1;
    results.hidden = true;
  };

  const show = async () => {
    latest += 1;
    const own = latest;
    const query = input.value.trim();
    if (query === '') return close();
    let message: string;
    let found: Section[] = [];
    try {
      const loaded = await loadIndex();
      if (own !== latest) return;
      const matches = find(loaded, query);
      found = matches
        .slice(0, maxResults)
        .map(({ terms, ...section }) => ({ ...section, text: snippetOf(section.text, terms) }));
      message =
        matches.length === 0
          ? `Nothing found for “${query}”.`
          : `${matches.length} ${matches.length === 1 ? 'result' : 'results'}`;
    } catch {
      message = 'The search could not be loaded. Check your connection and try again.';
    }
    list.replaceChildren(
      ...found.map(({ url, page, title, text }) =>
        element(
          'li',
          {},
          element(
            'a',
            { href: url },
            element('strong', {}, title),
            element('small', {}, title === page ? '' : page),
            element('span', {}, text),
          ),
        ),
      ),
    );
    status.textContent = message;
    results.hidden = false;
  };

  const moveFocus = (from: Element | null, step: number) => {
    const all = [input, ...links()];
    all[all.findIndex((each) => each.isSameNode(from)) + step]?.focus();
  };
  input.addEventListener('focus', () => void loadIndex().catch(() => {}), { once: true });
  input.addEventListener('input', () => void show());
  input.addEventListener('focus', () => void show());
  box.addEventListener('keydown', (event) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      moveFocus(document.activeElement, event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      input.focus();
      close();
    } else if (event.key === 'Enter' && event.target === input) links()[0]?.click();
  });
  box.addEventListener('focusout', (event) => {
    if (!box.contains(event.relatedTarget as Node | null)) close();
  });
  // A link to a section of this page does not leave it.
  list.addEventListener('click', () => {
    input.blur();
    close();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
  });
  header.querySelector('nav')?.after(box);
}

addEventListener('DOMContentLoaded', () => {
  const header = document.querySelector('header');
  if (header) addSearchBox(header);
});
