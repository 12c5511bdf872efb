// A browser window on the console.
import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { TestApp } from './app.ts';
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

  /** Signed in without the form, for tests that are about something else. */
  async enter({ baseUrl }: TestApp, { email, password }: OperatorAccount): Promise<void> {
    const answer = await this.page.request.post(`${baseUrl}/operator/sessions`, {
      data: { email, password },
    });
    if (!answer.ok()) throw new Error(`nobody was let in: ${await answer.text()}`);
  }

  /** Fills in the form and presses the button. */
  async signIn({ email, password }: Pick<OperatorAccount, 'email' | 'password'>): Promise<void> {
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  async show(path: string): Promise<void> {
    await this.page.goto(`${this.baseUrl}/console${path}`);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Without a session the first question is refused, which browsers write down as an error. */
  expectNobodyThere(): void {
    this.expected(/401 \(Unauthorized\)/);
  }
}
