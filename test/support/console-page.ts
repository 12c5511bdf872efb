// Browser page of the operator console.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { BrowserPage } from './browser-page.ts';
import type { OperatorAccount } from './operator-client.ts';

export class ConsoleBrowserPage extends BrowserPage {
  static override async open(
    browser: Browser,
    baseUrl: string,
    options: BrowserContextOptions = {},
  ): Promise<ConsoleBrowserPage> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Without animations: tests check the final state and would have to wait.
      reducedMotion: 'reduce',
      ...options,
    });
    const window = new ConsoleBrowserPage(context, await context.newPage(), baseUrl);
    await window.watch();
    return window;
  }

  /** Opens a path below /console and signs in with the form. */
  async enter({ email, password }: OperatorAccount, path = ''): Promise<void> {
    const { page } = this;
    await page.goto(`${this.baseUrl}/console${path}`);
    await this.signIn({ email, password });
    await page.getByRole('navigation', { name: 'Console' }).or(page.getByText('More')).first().waitFor();
    await this.expectSignedOut();
  }

  /** Signs in over the API, for tests that are not about signing in. */
  async admit({ email, password }: OperatorAccount): Promise<void> {
    const url = `${this.baseUrl}/operator/sessions`;
    const response = await this.page.request.post(url, { data: { email, password } });
    if (!response.ok()) throw new Error(`sign-in failed: ${await response.text()}`);
  }

  /** Fills in and submits the sign-in form. */
  async signIn({ email, password }: Pick<OperatorAccount, 'email' | 'password'>): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Without a session, the first request returns 401, which browsers log as an error. */
  expectSignedOut(): Promise<void> {
    return this.expected(/401 \(Unauthorized\)/);
  }

  async show(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/console${path}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }
}
