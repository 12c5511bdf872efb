// A browser window on the console.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { PageWindow } from './browser-page.ts';
import type { OperatorAccount } from './operator-client.ts';

export class ConsoleWindow extends PageWindow {
  static override async open(
    browser: Browser,
    baseUrl: string,
    options: BrowserContextOptions = {},
  ): Promise<ConsoleWindow> {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      // Tests look at what is there in the end, and would wait for every movement.
      reducedMotion: 'reduce',
      ...options,
    });
    const window = new ConsoleWindow(context, await context.newPage(), baseUrl);
    await window.watch();
    return window;
  }

  /** Comes in by the form, as people do, at this address below /console. */
  async enter({ email, password }: OperatorAccount, path = ''): Promise<void> {
    const { page } = this;
    await page.goto(`${this.baseUrl}/console${path}`);
    await this.signIn({ email, password });
    await page.getByRole('navigation', { name: 'Console' }).or(page.getByText('More')).first().waitFor();
    await this.expectNobodyThere();
  }

  /** Signed in without the form, for tests that are about something else. */
  async admit({ email, password }: OperatorAccount): Promise<void> {
    const url = `${this.baseUrl}/operator/sessions`;
    const answer = await this.page.request.post(url, { data: { email, password } });
    if (!answer.ok()) throw new Error(`nobody was let in: ${await answer.text()}`);
  }

  /** Fills in the form that is open, and presses its button. */
  async signIn({ email, password }: Pick<OperatorAccount, 'email' | 'password'>): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Without a session the first question is refused, which browsers write down as an error. */
  expectNobodyThere(): Promise<void> {
    return this.expected(/401 \(Unauthorized\)/);
  }

  async show(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/console${path}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }
}
