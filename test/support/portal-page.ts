// Browser page of the portal.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { ApiClient } from './api-client.ts';
import { BrowserPage } from './browser-page.ts';
import { requestPortalLink } from './portal-client.ts';

export class PortalBrowserPage extends BrowserPage {
  static override async open(
    browser: Browser,
    baseUrl: string,
    options: BrowserContextOptions = {},
  ): Promise<PortalBrowserPage> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Without animations: tests check the final state and would have to wait.
      reducedMotion: 'reduce',
      ...options,
    });
    const window = new PortalBrowserPage(context, await context.newPage(), baseUrl);
    await window.watch();
    return window;
  }

  /** Requests a portal link as the partner and opens it. */
  async enter(partner: ApiClient): Promise<void> {
    await this.follow(await requestPortalLink(partner));
    await this.page.getByRole('heading', { name: 'Endpoints', level: 1 }).waitFor();
  }

  async follow(token: string): Promise<void> {
    // Changing only the fragment would not reload the page.
    await this.page.goto('about:blank');
    await this.page.goto(`${this.baseUrl}/portal#token=${token}`);
  }

  async show(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/portal${path}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }
}
