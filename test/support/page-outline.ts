// Outline of a page as assistive technology sees it: landmarks, headings, controls and column headers of the main content,
// in order. Compared with a text file per page below test/browser/outlines (docs/decisions/0092).
import type { Page } from 'playwright-core';

interface AriaNode {
  readonly role: string;
  readonly name?: string;
  readonly level?: number;
  readonly children?: readonly (AriaNode | string)[];
}

const groups = new Set(
  'region form search navigation complementary group radiogroup dialog alertdialog'.split(' '),
);
const controls = new Set(
  'button link tab textbox searchbox combobox listbox checkbox radio switch slider spinbutton'.split(' '),
);
/** Repeated data: their number and names are not part of the page's structure. */
const data = new Set(['listitem', 'rowgroup', 'row', 'option', 'article']);

/** One line per landmark, heading, control and column header. Without the navigation of the application. */
export async function pageOutline(page: Page): Promise<string> {
  const modal = page.locator('dialog:modal');
  const root = (await modal.count()) > 0 ? modal.last() : page.locator('main');
  const tree = (await root.ariaSnapshotJSON()) as readonly AriaNode[];
  return `${tree.flatMap((node) => linesOf(node, 0)).join('\n')}\n`;
}

/** Ids of bookings, months, names of time zones and numbers differ between runs. */
const variable =
  /\b[0-9B-DF-HJKMNP-TV-Z]{8}\b|\b(January|February|March|April|May|June|July|August|September|October|November|December)\b|\([A-Z]{2,5}\)|\d+/g;

function linesOf({ role, name = '', level, children = [] }: AriaNode, depth: number): string[] {
  const nodes = children.filter((child) => typeof child !== 'string');
  const isGroup = groups.has(role);
  const line = `${'  '.repeat(depth)}${role}${level === undefined ? '' : ` ${level}`}${name && ` ${name.replaceAll(variable, '#')}`}`;
  if (role === 'heading' || role === 'columnheader') return [line];
  if (controls.has(role)) return name.search(variable) >= 0 ? [] : [line];
  if (data.has(role))
    return nodes.flatMap((node) => headersOf(node)).map((header) => `${'  '.repeat(depth)}${header}`);
  const inner = nodes.flatMap((node) => linesOf(node, isGroup ? depth + 1 : depth));
  return isGroup ? [line, ...inner] : inner;
}

function headersOf({ role, name = '', children = [] }: AriaNode): string[] {
  if (role === 'columnheader') return name ? [`columnheader ${name}`] : [];
  return children.flatMap((child) => (typeof child === 'string' ? [] : headersOf(child)));
}
