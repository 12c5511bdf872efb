// Browser page for tests that fails on requests to other origins, content security policy violations and console
// errors.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { pageOutline } from './page-outline.ts';
import { PATIENCE_MS } from './scale.ts';

const axeProgram = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const layoutGuard = readFileSync(new URL('layout-guard.js', import.meta.url), 'utf8');

const desktopSize = { width: 1280, height: 800 };
const colourRules = ['color-contrast', 'link-in-text-block'];
/**
 * All rules of axe run at two sizes, which show different elements. The themes differ in colours only: the dark ones are
 * checked at two other sizes, so that the layout is checked at four.
 */
const views = [
  { size: desktopSize, theme: 'light' },
  { size: { width: 1440, height: 900 }, theme: 'dark', rules: colourRules },
  { size: { width: 360, height: 740 }, theme: 'light' },
  { size: { width: 390, height: 844 }, theme: 'dark', rules: colourRules },
] as const;

// Remembers the last link or button that was used, for `expectFocus`.
const rememberAction = `addEventListener('click', ({ target }) => {
  const control = target.closest?.('button, a[href], summary, [role=button], [role=option], [role=menuitem]');
  if (control) globalThis.lastAction = control.ariaLabel ?? control.textContent.trim();
}, true)`;

export class BrowserPage {
  readonly page: Page;
  protected readonly context: BrowserContext;
  protected readonly baseUrl: string;
  readonly #foreignRequests: string[] = [];
  readonly #consoleErrors: string[] = [];
  readonly #tileStatuses = new Set<number>();

  protected constructor(context: BrowserContext, page: Page, baseUrl: string) {
    this.context = context;
    this.page = page;
    this.baseUrl = baseUrl;
  }

  static async open(
    browser: Browser,
    baseUrl: string,
    options: BrowserContextOptions = {},
  ): Promise<BrowserPage> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const window = new BrowserPage(context, await context.newPage(), baseUrl);
    await window.watch();
    return window;
  }

  protected async watch(): Promise<void> {
    await this.context.addInitScript(rememberAction);
    this.context.setDefaultTimeout(PATIENCE_MS);
    // Only recorded: the browser resolves no other host. Intercepting requests would switch off its HTTP cache.
    this.context.on('request', (request) => {
      if (new URL(request.url()).origin !== this.baseUrl) this.#foreignRequests.push(request.url());
    });
    this.context.on('response', (response) => {
      if (response.url().startsWith(`${this.baseUrl}/maps/`)) this.#tileStatuses.add(response.status());
    });
    // Content security policy violations are reported as console errors too.
    this.page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.#consoleErrors.push(message.text());
    });
    this.page.on('pageerror', (error) => this.#consoleErrors.push(error.message));
  }

  /** Waits until all data has loaded and all animations have finished. */
  async settled(): Promise<void> {
    await this.page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
    // Hidden elements may have endless animations.
    await this.page.evaluate(`Promise.allSettled(document.getAnimations()
      .filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity && effect.target.checkVisibility())
      .map(({ finished }) => finished)).then(() => {})`);
  }

  /** Faults of the page as it is shown: accessibility and layout. */
  faults(): Promise<string[]> {
    return pageFaults(this.page);
  }

  /** Checks accessibility, layout and focus of the page at desktop and phone sizes, in light and dark. */
  async expectAccessibleAndFitting(label: string): Promise<void> {
    const { page } = this;
    await this.settled();
    // First: a change of size may hide the focused element.
    await this.expectFocus(label);
    for (const { size, theme, ...view } of views) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: theme });
      await this.settled();
      const rules = 'rules' in view ? view.rules : undefined;
      expect.soft(await pageFaults(page, rules), `${label}, ${size.width} px wide, ${theme}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(desktopSize);
  }

  /** The last action must leave the focus on some element: screen readers would start again at the top of the page. */
  async expectFocus(label: string): Promise<void> {
    const action = await this.page.evaluate(`(() => {
      const { lastAction } = globalThis;
      delete globalThis.lastAction;
      return lastAction;
    })()`);
    if (action === undefined) return;
    await expect
      .poll(() => this.page.evaluate('document.activeElement.localName'), {
        message: `${label}: focus after "${action}"`,
      })
      .not.toBe('body');
  }

  /** Compares roles, names and order of the main content with test/browser/outlines/<name>.txt; `-u` writes the file. */
  async expectOutline(name: string): Promise<void> {
    const file = new URL(`../browser/outlines/${name.replaceAll(' ', '-')}.txt`, import.meta.url);
    await expect(await pageOutline(this.page)).toMatchFileSnapshot(fileURLToPath(file));
  }

  /**
   * Opens another page of the application without a reload: axe runs far faster when it is already compiled. The server
   * must answer the path with the same document, as it would for a reload.
   */
  async visit(path: string): Promise<void> {
    const [here, there] = await Promise.all([fetch(this.page.url()), fetch(this.baseUrl + path)]);
    expect([there.status, await there.text()], path).toEqual([200, await here.text()]);
    await this.page.evaluate(
      `delete globalThis.lastAction; history.pushState(null, '', ${JSON.stringify(path)})`,
    );
  }

  /** Waits until the first map of the page has drawn tiles of this server. */
  async expectMap(): Promise<void> {
    await this.page.locator('.map-canvas').first().waitFor();
    await expect
      .poll(
        () =>
          this.page.evaluate(`(() => {
        const canvas = document.querySelector('.map-canvas');
        const copy = new OffscreenCanvas(canvas.width, canvas.height);
        const context = copy.getContext('2d', { willReadFrequently: true });
        context.drawImage(canvas, 0, 0);
        const { data } = context.getImageData(0, 0, copy.width, copy.height);
        return new Set(new Uint32Array(data.buffer)).size;
      })()`),
        { message: 'colours of the map' },
      )
      .toBeGreaterThan(3);
    expect(this.#tileStatuses.has(200), 'tiles of this server').toBe(true);
    expect([...this.#tileStatuses].filter((status) => status >= 400)).toEqual([]);
  }

  /** Largest contentful paint in milliseconds. */
  largestPaintMs(): Promise<number> {
    return this.page.evaluate(`new Promise((resolve) => new PerformanceObserver((list) =>
      resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`);
  }

  /** Presses Tab until the element with this accessible name is focused. */
  async tabTo(name: string | RegExp): Promise<void> {
    const { page } = this;
    const named = (['link', 'button', 'tab'] as const)
      .map((role) => page.getByRole(role, { name, exact: true }))
      .reduce((all, some) => all.or(some), page.getByLabel(name));
    const wanted = page.locator(':focus').and(named);
    for (let press = 0; press < 80; press += 1) {
      await this.page.keyboard.press('Tab');
      if ((await wanted.count()) > 0) return;
    }
    throw new Error(`Tab never reached ${name}`);
  }

  /** Removes console errors that the test expects. The browser may report them after the page has shown the error. */
  async expected(pattern: RegExp): Promise<void> {
    const matches = (text: string) => pattern.test(text);
    await expect
      .poll(() => this.#consoleErrors, { message: `${pattern} among the console errors` })
      .toSatisfy((consoleErrors: readonly string[]) => consoleErrors.some(matches));
    this.#consoleErrors.splice(
      0,
      Number.POSITIVE_INFINITY,
      ...this.#consoleErrors.filter((text) => !matches(text)),
    );
  }

  async close(): Promise<void> {
    await this.context.close();
    expect(this.#foreignRequests).toEqual([]);
    expect(this.#consoleErrors).toEqual([]);
  }
}

/**
 * Faults found by axe and by the layout guard (layout-guard.js), as text. Axe runs the given rules, otherwise all.
 */
export async function pageFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  return [...(await accessibilityFaults(page, rules)), ...(await layoutFaults(page))];
}

export const layoutFaults = (page: Page): Promise<string[]> => page.evaluate(layoutGuard);

async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<string[]> {
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`(() => { ${axeProgram} })()`);
  const options = { resultTypes: ['violations'], ...(rules && { runOnly: rules }) };
  return page.evaluate(`axe.run(document, ${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, help, nodes }) => id + ': ' + help + ' at ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`);
}
