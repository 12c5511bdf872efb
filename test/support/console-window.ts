// A browser window on the console, signed in.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { OperatorAccount } from './operator-client.ts';
import { PageWindow } from './page-window.ts';

export class ConsoleWindow extends PageWindow {
  static override async open(
    browser: Browser,
    baseUrl: string,
    options: BrowserContextOptions = {},
  ): Promise<ConsoleWindow> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
    const window = new ConsoleWindow(context, await context.newPage(), baseUrl);
    await window.watch();
    return window;
  }

  /** Comes in by the form, as people do, at this address below /console. */
  async enter({ email, password }: OperatorAccount, path = ''): Promise<void> {
    const { page } = this;
    await page.goto(`${this.baseUrl}/console${path}`);
    await page.getByLabel('E-mail address').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation', { name: 'Console' }).or(page.getByText('More')).first().waitFor();
    // Nobody was signed in when the page was opened.
    this.expected(/401/);
  }

  async show(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/console${path}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }
}
