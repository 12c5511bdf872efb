// Script of the API reference: language and dates of the code samples, links from before there was a page per operation,
// printing, and the button that loads "Try it". The pages work without it: then they show all languages.
import { element } from './element.ts';
import { withComingDates } from './example-dates.ts';

const LANGUAGE_KEY = 'waybill-sample-language';
/** Built separately: the type checker must not look for it. */
const TRIAL_SCRIPT: string = '/docs/assets/try-it.js';
const root = document.documentElement;

function storedLanguage(): string {
  try {
    return localStorage.getItem(LANGUAGE_KEY) ?? 'curl';
  } catch {
    return 'curl';
  }
}

// Before the page is drawn, so that samples do not appear and vanish.
root.dataset['language'] = storedLanguage();
openOldAddress();
addEventListener('hashchange', openOldAddress);

/**
 * Until decision 0083 the reference was one page with anchors such as #tag/bookings/POST/bookings. The entry of the
 * overview with this anchor links to the page of the operation.
 */
function openOldAddress(): void {
  if (!location.hash.startsWith('#tag/')) return;
  const open = () => {
    const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (entry instanceof HTMLAnchorElement) location.replace(entry.href);
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', open, { once: true });
  else open();
}

function addLanguageTabs(list: Element): void {
  const tabs = [...list.querySelectorAll<HTMLButtonElement>('[role="tab"]')];
  const languages = tabs.map((tab) => tab.dataset['language']);
  const select = (language: string | undefined) => {
    root.dataset['language'] = language ?? 'curl';
    for (const tab of tabs) {
      const isSelected = tab.dataset['language'] === language;
      tab.ariaSelected = String(isSelected);
      tab.tabIndex = isSelected ? 0 : -1;
    }
  };
  const choose = (tab: HTMLButtonElement | undefined) => {
    if (!tab) return;
    const language = tab.dataset['language'];
    select(language);
    tab.focus();
    try {
      localStorage.setItem(LANGUAGE_KEY, language ?? 'curl');
    } catch {
      // Without storage the choice holds for this page.
    }
  };
  const chosen = storedLanguage();
  select(languages.includes(chosen) ? chosen : languages[0]);
  list.addEventListener('click', (event) => {
    if (event.target instanceof HTMLButtonElement) choose(event.target);
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.findIndex((tab) => tab.matches(':focus'));
    const targets: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = targets[(event as KeyboardEvent).key];
    if (target === undefined) return;
    event.preventDefault();
    choose(tabs[target]);
  });
}

/** The description has dates in 2030, which the API refuses: a sample that is copied must work. */
function moveDates(sample: Element): void {
  const text = sample.textContent;
  const moved = withComingDates(text, Date.now());
  if (moved === text) return;
  // A date keeps its length, so every text node keeps its place.
  const nodes = document.createTreeWalker(sample, NodeFilter.SHOW_TEXT);
  for (let at = 0; nodes.nextNode(); ) {
    const node = nodes.currentNode as Text;
    const end = at + node.data.length;
    node.data = moved.slice(at, end);
    at = end;
  }
}

/** The form is a script of its own: most readers never open it. */
function addTrial(endpoint: HTMLElement): void {
  const label = 'Try it';
  const button = element('button', { type: 'button', className: 'try', ariaExpanded: 'false' }, label);
  const notice = element('p', { className: 'trial-notice', role: 'alert' });
  let panel: Promise<HTMLElement> | undefined;
  const open = async () => {
    panel ??= import(TRIAL_SCRIPT).then(
      ({ createTrial }: { createTrial: (endpoint: HTMLElement) => HTMLElement }) => createTrial(endpoint),
    );
    try {
      const shown = await panel;
      notice.remove();
      if (!shown.isConnected) endpoint.after(shown);
      shown.hidden = button.ariaExpanded === 'true';
      button.ariaExpanded = String(!shown.hidden);
      button.textContent = shown.hidden ? label : 'Close';
      if (!shown.hidden) shown.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
    } catch {
      panel = undefined;
      notice.textContent = 'The form could not be loaded. Check your connection and try again.';
      endpoint.after(notice);
    }
  };
  button.addEventListener('click', () => void open());
  endpoint.append(button);
}

/** A printed page shows what is collapsed on the screen. */
function openDetailsForPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  addEventListener('beforeprint', () => {
    opened = [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')];
    for (const details of opened) details.open = true;
  });
  addEventListener('afterprint', () => {
    for (const details of opened) details.open = false;
  });
}

addEventListener('DOMContentLoaded', () => {
  const tabs = document.querySelector('.languages');
  if (tabs) addLanguageTabs(tabs);
  for (const sample of document.querySelectorAll('.sample pre')) moveDates(sample);
  const endpoint = document.querySelector<HTMLElement>('[data-trial]');
  if (endpoint) addTrial(endpoint);
  openDetailsForPrint();
});
